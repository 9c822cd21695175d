// Chooses between the accounts that are signed in in this browser.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BrowserAccount } from '../../../client/index.ts';
import { api } from '../../api.ts';
import { Action } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { say } from '../../words/index.ts';
import { go } from './flow.ts';
import { leave, tenant } from './request.ts';

export function ChooseAccount() {
  const accounts = useSignal<readonly BrowserAccount[] | undefined>(undefined);
  useEffect(() => {
    api.authentication.accounts().then(
      (found) => {
        accounts.value = found.accounts.filter(({ tenantId }) => !tenant.value || tenantId === tenant.value.id);
        if (!accounts.value.length) go({ name: 'identify' });
      },
      () => go({ name: 'identify' }),
    );
  }, []);
  const choose = async ({ isActive, slot }: BrowserAccount): Promise<void> => {
    if (!isActive && slot !== null) await api.authentication.refreshToken({ slot });
    leave();
  };
  return (
    <Page title={say('chooseTitle')} lead={say('chooseLead')}>
      {!accounts.value && <div class="skeleton" aria-busy="true" />}
      <ul class="list">
        {accounts.value?.map((account) => (
          <li key={account.accountId}>
            <Action class="second choice" onClick={() => choose(account).catch(() => go({ name: 'identify' }))}>
              {account.email ?? account.phone}
            </Action>
          </li>
        ))}
      </ul>
      <Action onClick={() => go({ name: 'identify' })}>{say('anotherAccount')}</Action>
    </Page>
  );
}
