// Password, passkeys, second factors, trusted devices, accounts at identity providers, and API keys.

import { useSignal } from '@preact/signals';
import { Form, Username } from '../../kit/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { api } from '../ui/api.ts';
import { Action, Password } from '../ui/form.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { say } from '../words/account.ts';
import { Factors } from './factors.tsx';
import { Identities } from './identities.tsx';
import { useListed } from './listed.ts';
import { addressOf, hasPasskeys, load, me, said, signInAgain, tenant } from './me.ts';
import { usePasskeys } from './own-passkeys.ts';
import { parts } from './parts.ts';
import { TrustedDevices } from './trusted-devices.tsx';

export const Security = () => (
  <>
    <ChangePassword />
    {hasPasskeys.value && <Passkeys />}
    <Factors />
    <TrustedDevices />
    <Identities />
    <ApiKeys />
  </>
);

/** They are loaded with their texts, and only where the tenant lets its users have some. */
function ApiKeys() {
  const { items } = useListed(async () => {
    const { apiKeys, isEnabled } = await api.apiKeys.list();
    if (!isEnabled) return [];
    const { Keys } = await parts.keys();
    return [<Keys key="" begun={apiKeys} />];
  });
  return items.value?.[0];
}

/** The same, where the tenant has them. */
const Passkeys = () => usePasskeys(({ Passkeys: Shown }, begun) => Shown && <Shown key="" begun={begun} />);

function ChangePassword() {
  // Password managers come with it (GET /.well-known/change-password).
  const isOpen = useSignal(location.hash === '#password');
  if (!isOpen.value)
    return (
      <Panel title={say('password')} lead={say('changePasswordLead')}>
        <Action
          class="second start-of-row"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          {say('changePassword')}
        </Action>
      </Panel>
    );
  return (
    <Panel title={say('changePassword')} lead={say('changePasswordLead')}>
      <Form
        submit={say('setPassword')}
        onSubmit={async ({ currentPassword = '', newPassword = '' }) => {
          const { email, phone, tenantId } = me.value ?? {};
          await api.authentication.changePassword({ currentPassword, newPassword });
          // Every session has ended, this one too.
          const credentials = { ...(email ? { email } : { phone: phone ?? '' }), password: newPassword };
          const { nextStep } = await api.authentication.login({ tenantId, credentials });
          if (nextStep !== null) return signInAgain();
          await load();
          isOpen.value = false;
          said.value = say('passwordChanged');
        }}
      >
        <Username value={addressOf()} />
        <Password
          name="currentPassword"
          label={say('currentPassword')}
          autocomplete="current-password"
          maxLength={128}
          isFocused
        />
        <NewPassword of={tenant.value} />
      </Form>
      <Action
        onClick={() => {
          isOpen.value = false;
        }}
      >
        {say('cancel')}
      </Action>
    </Panel>
  );
}
