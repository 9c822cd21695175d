// Receives the browser from an identity provider: with the cookies of a session or of a pending login, or with the code
// of an error.
import { useEffect } from 'preact/hooks';
import { api, pageUrl } from '../../api.ts';
import { Page } from '../../ui/page.tsx';
import { say } from '../../words/index.ts';
import { proceed } from './flow.ts';
import { leave } from './request.ts';

export function Back() {
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('error');
    const explain = (why: string) =>
      location.replace(`${pageUrl('login/error')}?${new URLSearchParams({ code: why })}`);
    if (code) explain(code);
    else next().catch(() => explain('SSO_STATE_INVALID'));
  }, []);
  return (
    <Page title={say('working')}>
      <div class="skeleton" aria-busy="true" />
    </Page>
  );
}

async function next(): Promise<void> {
  const { session } = await api.authentication.session();
  if (session) {
    if (session.user.mustChangePassword) proceed({ nextStep: 'change-password' });
    else leave();
    return;
  }
  const { verifiedMethods: mfaMethods } = await api.mfa.status();
  proceed(mfaMethods.length ? { nextStep: 'mfa', mfaMethods } : { nextStep: 'enrol' });
}
