// Lets a person without an account set up an organization with a link. The token is behind the `#` of the address, which
// browsers send to no server; the page removes it from the address before it does anything else.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Do } from '../../kit/do.tsx';
import { Problem, useSending } from '../../kit/problem.tsx';
import { inTab } from '../../kit/storage.ts';
import { said } from '../account/me.ts';
import { loadOwn, own, type Permission } from '../organization/own.ts';
import { api, asError } from '../ui/api.ts';
import { Footer, Notice, Page } from '../ui/page.tsx';
import { moment } from '../words/index.ts';
import { type OrganizationWord, say as sayOfOrganization } from '../words/organization.ts';
import { say } from '../words/sign-on.ts';

/** A section is shown to links that are for it. */
export type Section = Readonly<{ title: OrganizationWord; permission: Permission; Shown: ComponentType }>;

type State = 'begins' | 'open' | 'invalid' | 'ended';
const state = signal<State>('begins');

/** When the session ends. This tab keeps it while it visits an identity provider. */
const END = 'gatehouse setup end';

/** Tells the person that the session is over: the hour is, or the link was revoked. */
export function close(): void {
  if (state.value === 'open') state.value = 'invalid';
}

/** Uses the link of the address, or goes on with the session that it began in this browser. */
async function begin(): Promise<void> {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  history.replaceState(null, '', location.pathname);
  try {
    if (token) {
      const begun = await api.organization.beginSetup({ token: decodeURIComponent(token) });
      inTab.setItem(END, begun.expiresAt);
    }
    await loadOwn();
    state.value = own.value?.permissions.length ? 'open' : 'invalid';
  } catch (error) {
    const { code, statusCode } = asError(error);
    // A failure that is over in a moment says nothing about the link.
    if (code === 'NETWORK' || statusCode === 429 || statusCode >= 500) throw error;
    state.value = 'invalid';
  }
}

export function Setup({ sections }: { sections: readonly Section[] }) {
  const { problem, send } = useSending();
  useEffect(() => void send(begin), []);
  if (problem.value) return <Problem error={problem.value} />;
  if (state.value === 'ended') return <Page title={say('setupEnded')} lead={say('setupEndedLead')} />;
  if (state.value === 'invalid') return <Page title={say('setupInvalid')} lead={say('setupInvalidLead')} />;
  if (state.value === 'begins' || !own.value) return <div class="skeleton" aria-busy="true" />;
  const { name, permissions } = own.value;
  const open = sections.filter(({ permission }) => permissions.includes(permission));
  const expiresAt = inTab.getItem(END);
  const end = async (): Promise<void> => {
    await api.organization.endSetup().catch((error) => {
      // A session that is over already is what the person wants.
      if (asError(error).statusCode !== 401) throw error;
    });
    state.value = 'ended';
  };
  return (
    <div class="page wide-page">
      <div class="shell">
        <header class="row">
          <div class="tight">
            <h1>{say('setupTitle', { name })}</h1>
            {expiresAt && <p class="lead">{say('setupLead', { at: moment(expiresAt) })}</p>}
          </div>
          <div class="doings">
            <Do act={end}>{say('setupEnd')}</Do>
          </div>
        </header>
        <main class="panels">
          {said.value && <Notice>{said.value}</Notice>}
          {open.map(({ title, Shown }) => (
            <div key={title} class="tight">
              <h2>{sayOfOrganization(title)}</h2>
              <Shown />
            </div>
          ))}
        </main>
      </div>
      <Footer />
    </div>
  );
}
