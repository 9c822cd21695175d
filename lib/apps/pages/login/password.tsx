// Signs in with a password. The form holds the address too, so that password managers store both.
import { api } from '../../kit/api.ts';
import { Action, Check, Form, Password } from '../../kit/form.tsx';
import { Page } from '../../kit/page.tsx';
import { say } from '../../kit/words/sign-in/index.ts';
import { asAddress, channelOf, go, identifier, proceed } from './flow.ts';
import { tenant } from './request.ts';

export function PasswordStep() {
  const address = identifier.value;
  return (
    <Page title={say('signIn')}>
      <Who />
      <Form
        submit={say('signIn')}
        onSubmit={async ({ password = '', remember }) => {
          const credentials = { ...asAddress(address), password };
          const rememberMe = remember === 'on';
          proceed(await api.authentication.login({ tenantId: tenant.value?.id, credentials, rememberMe }), password);
        }}
      >
        <input
          class="unseen"
          type="text"
          name="username"
          autocomplete="username"
          value={address}
          tabIndex={-1}
          aria-hidden="true"
          readOnly
        />
        <Password name="password" label={say('password')} autocomplete="current-password" maxLength={128} isFocused />
        <Check name="remember" label={say('rememberMe')} checked />
      </Form>
      <div class="tight">
        <Action onClick={() => go({ name: 'forgot' })}>{say('forgotPassword')}</Action>
        <Action onClick={sendCode}>{say('useCode')}</Action>
      </div>
    </Page>
  );
}

/** The address of this sign-in, which can be changed. */
export const Who = () => (
  <div class="who">
    <span>{identifier.value}</span>
    <Action class="plain" onClick={() => go({ name: 'identify' })}>
      {say('change')}
    </Action>
  </div>
);

/** Shows the step for the code at once: whether one was sent looks the same. */
async function sendCode(): Promise<void> {
  const address = identifier.value;
  go({ name: 'code' });
  await api.authentication
    .sendLoginCode({ identifier: address, channel: channelOf(address), tenantId: tenant.value?.id })
    .catch(() => {});
}
