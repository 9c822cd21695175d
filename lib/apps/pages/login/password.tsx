// Signs in with a password. The form holds the address too, so that password managers store both.
import { Check, Form, Username } from '../../kit/form.tsx';
import { api } from '../ui/api.ts';
import { Action, Password } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { say } from '../words/sign-in.ts';
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
          try {
            await logIn(password, remember === 'on');
          } catch (error) {
            // A person who was moved from an earlier service, which did not verify the address.
            if ((error as { code?: unknown }).code !== 'EMAIL_VERIFICATION_REQUIRED') throw error;
            go({ name: 'sign-up-sent' });
          }
        }}
      >
        <Username value={address} />
        <Password name="password" label={say('password')} autocomplete="current-password" maxLength={128} isFocused />
        <Check name="remember" label={say('rememberMe')} isChecked />
      </Form>
      <div class="tight">
        <Action onClick={() => go({ name: 'forgot' })}>{say('forgotPassword')}</Action>
        <Action onClick={sendCode}>{say('useCode')}</Action>
      </div>
    </Page>
  );
}

/** Signs in, and goes on to what that still needs. */
export async function logIn(password: string, rememberMe: boolean): Promise<void> {
  const credentials = { ...asAddress(identifier.value), password };
  const reply = await api.authentication.login({ tenantId: tenant.value?.id, credentials, rememberMe });
  await proceed(reply, password);
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
