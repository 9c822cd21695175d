// Receives the browser from an identity provider: with the cookies of a session or of a pending login, or with the code
// of an error.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BrowserAccount } from '../../../packages/client/index.ts';
import { api, asError } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { say } from '../words/index.ts';
import { say as words } from '../words/sign-in.ts';
import { addressOf, choose } from './accounts.tsx';
import { tenantNameOf } from './browser-accounts.ts';
import { proceed } from './flow.ts';
import { Problem } from './problem.tsx';
import { leave } from './request.ts';

const query = new URLSearchParams(location.search);

type Waiting = { account: BrowserAccount; active: BrowserAccount; tenant: string };

/** Returns the account that waits with this id, and the active one. */
async function find(id: string): Promise<Waiting | undefined> {
  const { accounts } = await api.authentication.accounts();
  const active = accounts.find(({ isActive }) => isActive);
  const account = accounts.find(({ accountId, isActive }) => accountId === id && !isActive);
  return account && active && { account, active, tenant: await tenantNameOf(account.tenantId) };
}

/** Another site began the login. The person decides which account is the active one. */
function Confirm({ account, active, tenant }: Waiting) {
  const names = { name: addressOf(account), tenant };
  return (
    <Page title={words('confirmTitle', names)} lead={words('confirmLead', { name: addressOf(active) })}>
      <div class="list">
        <Action class="wide" onClick={() => choose(account)}>
          {words('continueAs', names)}
        </Action>
        <Action class="wide second" onClick={leave}>
          {words('continueAs', { name: addressOf(active) })}
        </Action>
      </div>
    </Page>
  );
}

export function Back() {
  const failure = useSignal(query.get('error'));
  const waiting = useSignal<Waiting | undefined>(undefined);
  useEffect(() => {
    if (failure.value !== null) return;
    const chosen = query.get('as');
    const show = (found: Waiting): void => {
      waiting.value = found;
    };
    const asked = chosen === null ? next() : find(chosen).then((found) => (found ? show(found) : next()));
    asked.catch((error: unknown) => {
      failure.value = asError(error).code;
    });
  }, []);
  if (failure.value !== null) return <Problem code={failure.value} />;
  if (waiting.value) return <Confirm {...waiting.value} />;
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
    if (session.user.mustChangePassword) return proceed({ nextStep: 'change-password' });
    return leave();
  }
  const { verifiedMethods: mfaMethods, hasPasskey } = await api.mfa.status();
  if (hasPasskey) return proceed({ nextStep: 'mfa', mfaMethods, passkey: 'verify' });
  return proceed(mfaMethods.length ? { nextStep: 'mfa', mfaMethods } : { nextStep: 'enrol', passkey: 'enrol' });
}
