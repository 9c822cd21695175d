// Receives the browser from an identity provider: with the cookies of a session or of a pending login, or with the code
// of an error.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, asError } from '../../api.ts';
import { Page } from '../../ui/page.tsx';
import { say } from '../../words/index.ts';
import { proceed } from './flow.ts';
import { Problem } from './problem.tsx';
import { leave } from './request.ts';

export function Back() {
  const failure = useSignal(new URLSearchParams(location.search).get('error'));
  useEffect(() => {
    if (failure.value !== null) return;
    next().catch((error: unknown) => {
      failure.value = asError(error).code;
    });
  }, []);
  if (failure.value !== null) return <Problem code={failure.value} />;
  return (
    <Page title={say('working')}>
      <div class="skeleton" aria-busy="true" />
    </Page>
  );
}

/** Goes on with the session, or with what a pending login still needs. */
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
