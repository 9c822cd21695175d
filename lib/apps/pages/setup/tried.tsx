// Shows what a trial of an identity provider brought. It reads the address once, and only in the tab that began the trial.
import { pathBelow } from '../../kit/base.ts';
import { inTab } from '../../kit/storage.ts';
import { TRIAL } from '../organization/sign-on.tsx';
import { pageUrl } from '../ui/api.ts';
import { Notice, Page } from '../ui/page.tsx';
import { type SignOnWord, say } from '../words/sign-on.ts';

/** The result that the service puts behind `#` (lib/domain/sso/trial.ts). */
type Trial = {
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  findings: SignOnWord[];
};

/** The page that began the trial, and what came of it. */
export type Tried = { from: string; trial: Trial | undefined };

/** Whether the address is that of a trial. */
export const isTrial = (): boolean => pathBelow('setup') === 'tried';

/** Returns what the address says, and removes it. `undefined`: this tab began no trial. */
export function readTrial(): Tried | undefined {
  const from = inTab.getItem(TRIAL);
  const text = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  inTab.removeItem(TRIAL);
  if (from === null || !/^(setup|organization(\/[a-z-]+)?)$/.test(from)) return undefined;
  try {
    return { from, trial: JSON.parse(decodeURIComponent(text)) as Trial };
  } catch {
    return { from, trial: undefined };
  }
}

/** Whether the finding needs the attention of the person. The others say what happens. */
const isMissing = (finding: SignOnWord): boolean => ['no-email', 'email-unverified', 'no-name'].includes(finding);

export function TriedPage({ tried }: { tried: Tried | undefined }) {
  if (!tried) return <Page title={say('setupInvalid')} lead={say('setupInvalidLead')} />;
  const { from, trial } = tried;
  const back = (
    <a class="button" href={pageUrl(from)}>
      {say('back')}
    </a>
  );
  if (!trial) {
    return (
      <Page title={say('triedFailed')} lead={say('triedFailedLead')}>
        {back}
      </Page>
    );
  }
  const { subject, email, isEmailVerified, name, findings } = trial;
  const facts = [
    [say('subject'), subject],
    [
      say('email'),
      email === null ? say('none') : `${email} (${say(isEmailVerified ? 'emailVerified' : 'emailNotVerified')})`,
    ],
    [say('personName'), name ?? say('none')],
  ];
  return (
    <Page title={say('triedTitle')} lead={say('triedLead')}>
      <dl class="stack">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt class="hint">{label}</dt>
            <dd>
              <bdi class="fact">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {findings.map((finding) => (
        <Notice key={finding} isWrong={isMissing(finding)}>
          {say(finding)}
        </Notice>
      ))}
      {back}
    </Page>
  );
}
