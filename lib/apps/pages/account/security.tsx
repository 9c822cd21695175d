// Password, second factors, trusted devices and accounts at identity providers.
import { useSignal } from '@preact/signals';
import { api } from '../../kit/api.ts';
import { Action, Form, Password } from '../../kit/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { say } from '../../kit/words/account/index.ts';
import { Factors } from './factors.tsx';
import { Identities } from './identities.tsx';
import { load, me, said, signInAgain, tenant } from './me.ts';
import { TrustedDevices } from './trusted-devices.tsx';

export const Security = () => (
  <>
    <ChangePassword />
    <Factors />
    <TrustedDevices />
    <Identities />
  </>
);

function ChangePassword() {
  const isOpen = useSignal(false);
  const { minLength = 8, maxLength = 128 } = tenant.value?.password ?? {};
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
        <input
          type="text"
          class="unseen"
          name="username"
          autocomplete="username"
          value={me.value?.email ?? me.value?.phone ?? ''}
          tabIndex={-1}
          readOnly
          aria-hidden="true"
        />
        <Password
          name="currentPassword"
          label={say('currentPassword')}
          autocomplete="current-password"
          maxLength={128}
          isFocused
        />
        <Password
          name="newPassword"
          label={say('newPassword')}
          autocomplete="new-password"
          minLength={minLength}
          maxLength={maxLength}
          hint={say('passwordHint', { min: minLength })}
        />
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
