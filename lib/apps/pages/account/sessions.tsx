// Where the account is signed in, the applications that may use it, and the accounts that are signed in in this browser.

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Do } from '../../kit/do.tsx';
import { Item, Panel } from '../../kit/panel.tsx';
import { Problem } from '../../kit/problem.tsx';
import { api, pageUrl } from '../ui/api.ts';
import { say } from '../words/account.ts';
import { moment } from '../words/index.ts';
import { useListed } from './listed.ts';
import { me, said } from './me.ts';
import { parts } from './parts.ts';
import { proved } from './step-up.tsx';

export function Sessions() {
  const { items, problem, read } = useListed(async () => (await api.account.sessions()).sessions);
  const others = items.value?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const own = items.value?.filter(({ isCurrent }) => isCurrent) ?? [];
  return (
    <>
      <Panel title={say('sessions')} lead={say(others.length ? 'sessionsLead' : 'sessionsAlone')}>
        <Problem error={problem.value} />
        {!items.value && !problem.value && <div class="skeleton" aria-busy="true" />}
        {[...own, ...others].map(
          ({ id, isCurrent, application, deviceName, ipAddress, isBoundToDevice, lastActive, createdAt }) => (
            <Item
              key={id}
              title={application ?? deviceName}
              note={`${ipAddress} · ${say('lastUsed', { at: moment(lastActive) })} · ${say('begunAt', { at: moment(createdAt) })}${isBoundToDevice ? ` · ${say('boundToDevice')}` : ''}`}
              badge={isCurrent ? say('thisDevice') : undefined}
            >
              {!isCurrent && (
                <Do
                  label={`${say('signOut')}: ${application ?? deviceName}`}
                  act={async () => {
                    await proved(() => api.account.endSession({ id }));
                    await read();
                  }}
                >
                  {say('signOut')}
                </Do>
              )}
            </Item>
          ),
        )}
        {others.length > 0 && (
          <Do
            class="danger start-of-row"
            act={async () => {
              await proved(() => api.account.endOtherSessions());
              await read();
              said.value = say('othersEnded');
            }}
          >
            {say('endOthers')}
          </Do>
        )}
      </Panel>
      <Allowed />
      <BrowserAccounts />
    </>
  );
}

/** What the user has allowed on the consent page, or on that for devices. Most users have allowed nothing there. */
function Allowed() {
  const { items, read } = useListed(async () => (await api.account.grants()).grants);
  if (!items.value?.length) return null;
  return (
    <Panel title={say('allowed')}>
      {items.value.map(({ id, application: { name }, destinations, updatedAt }) => (
        <Item
          key={id}
          title={name}
          // A device has no host (lib/domain/oauth/device/device-page.ts).
          note={`${destinations.map((each) => (each === 'device:' ? say('aDevice') : each))} · ${say('addedAt', { at: moment(updatedAt) })}`}
        >
          <Do
            label={`${say('remove')}: ${name}`}
            act={async () => {
              await api.account.revokeGrant({ id });
              await read();
            }}
          >
            {say('remove')}
          </Do>
        </Item>
      ))}
    </Panel>
  );
}

/** The accounts that this browser has, by the organization of each: a person has the same address in all of them. */
function BrowserAccounts() {
  const { items } = useListed(async () => {
    const { accounts } = await api.authentication.accounts();
    return Promise.all(accounts.map(async (each) => ({ ...each, organization: await organizationOf(each.tenantId) })));
  });
  const others = items.value?.filter(({ isActive, slot }) => !isActive && slot !== null) ?? [];
  return (
    <Panel title={say('browserAccounts')} lead={say(others.length ? 'browserAccountsLead' : 'browserAccountsNone')}>
      {others.map(({ accountId, email, phone, slot, organization }) => (
        <Item key={accountId} title={organization} note={email ?? phone}>
          <Do
            label={`${say('switchTo')}: ${organization}, ${email ?? phone}`}
            act={async () => {
              await api.authentication.refreshToken({ slot: slot as number });
              location.assign(pageUrl('account'));
            }}
          >
            {say('switchTo')}
          </Do>
        </Item>
      ))}
      <a class="button second start-of-row" href={pageUrl('login')}>
        {say('anotherAccount')}
      </a>
      <FindOthers />
    </Panel>
  );
}

const organizationOf = async (tenantId: string): Promise<string> =>
  (await api.authentication.clientConfig({ tenantId })).tenant?.name ?? '';

/** The list needs a code from the mailbox (docs/decisions/0115-the-page-of-an-organization.md). */
function FindOthers() {
  const shown = useSignal<ComponentType | undefined>(undefined);
  const { value: Found } = shown;
  if (Found) return <Found />;
  if (!me.value?.emailVerifiedAt || me.value.actor) return null;
  return (
    <Do
      class="plain start"
      act={async () => {
        await api.account.sendTenantsCode();
        const { Organizations } = await parts.organizations();
        shown.value = Organizations;
      }}
    >
      {say('organizationsFind')}
    </Do>
  );
}
