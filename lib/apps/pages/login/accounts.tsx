// Chooses between the accounts that are signed in in this browser.

import { codeOf } from '../../../packages/client/error.ts';
import type { BrowserAccount } from '../../../packages/client/index.ts';
import { api } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { say } from '../words/sign-in.ts';
import { accounts, tenantNames } from './browser-accounts.ts';
import { go, identifier } from './flow.ts';
import { asked, destination, leaveWithSession } from './request.ts';

export function ChooseAccount() {
  const [only] = accounts.value.length === 1 ? accounts.value : [];
  const toApplication = asked.value && say('signInTo', { name: destination() });
  return (
    <Page title={say('chooseTitle')} lead={toApplication ?? say('chooseLead')}>
      <ul class="list">
        {accounts.value.map((account) => (
          <li key={account.accountId}>
            <Action class={only ? 'wide' : 'second choice'} onClick={() => choose(account)}>
              <span class="name">
                {only ? say('continueAs', { name: addressOf(account) }) : addressOf(account)}
                <small>{tenantNames.value.get(account.tenantId)}</small>
              </span>
            </Action>
          </li>
        ))}
      </ul>
      <Action onClick={() => go({ name: 'identify' })}>{say('anotherAccount')}</Action>
    </Page>
  );
}

export const addressOf = ({ email, phone }: BrowserAccount): string => email ?? phone ?? '';

/** Leaves with this account. One whose session is over has to log in. */
export async function choose(account: BrowserAccount): Promise<void> {
  const { isActive, slot } = account;
  try {
    if (!isActive && slot !== null) await api.authentication.refreshToken({ slot });
    leaveWithSession();
  } catch (error) {
    if (codeOf(error) === 'NETWORK') return;
    identifier.value = addressOf(account);
    go({ name: 'identify' });
  }
}
