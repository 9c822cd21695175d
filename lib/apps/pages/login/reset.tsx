// Replaces a forgotten password, and sets the first one of an invitation.
import { codeOf } from '../../../packages/client/error.ts';
import { Field, Form, Username } from '../../kit/form.tsx';
import { api } from '../ui/api.ts';
import { Action, Code } from '../ui/form.tsx';
import { NewPassword as NewPasswordField } from '../ui/new-password.tsx';
import { Page } from '../ui/page.tsx';
import { Again } from '../ui/send-again.tsx';
import { say } from '../words/sign-in.ts';
import { asAddress, go, goToNewPassword, identifier, replace, shownResetToken } from './flow.ts';
import { logIn } from './password.tsx';
import { loginUrl, tenant } from './request.ts';

const ask = () => api.authentication.forgotPassword({ ...asAddress(identifier.value), tenantId: tenant.value?.id });

export const Forgot = () => (
  <Page title={say('resetTitle')} lead={say('resetLead')}>
    <Form
      submit={say('sendCode')}
      onSubmit={async (values) => {
        identifier.value = (values.identifier ?? '').trim();
        await ask();
        go({ name: 'forgot-code' });
      }}
    >
      <Field
        name="identifier"
        label={say('identifier')}
        autocomplete="username"
        maxLength={254}
        value={identifier.value}
        isFocused
      />
    </Form>
    <Action onClick={() => go({ name: 'identify' })}>{say('back')}</Action>
  </Page>
);

export const ForgotCode = () => (
  <Page title={say('checkMail')} lead={say('codeSent', { identifier: identifier.value })}>
    <Form
      submit={say('next')}
      onSubmit={async ({ code = '' }) => {
        const typed = { ...asAddress(identifier.value), tenantId: tenant.value?.id, code: code.replaceAll(' ', '') };
        const { resetToken } = await api.authentication.verifyForgotPasswordOtp(typed);
        goToNewPassword(resetToken);
      }}
    >
      <Code />
    </Form>
    <Again send={ask} />
  </Page>
);

export const NewPassword = () => (
  <Page title={say('choosePassword')}>
    <SetPassword
      token={shownResetToken()}
      // Where it does not work at once, the person is told that the password is set.
      onDone={(password) => logIn(password, true).catch(() => replace({ name: 'password-set' }))}
    />
  </Page>
);

/** `onDone`: called with the password. `onOver`: called with the error for a token that is no longer valid. */
type SetPasswordProps = {
  token: string;
  onDone: (password: string) => unknown;
  onOver?: (error: unknown) => void;
};

/** Sets the password with the token of a reset or of an invitation. */
export function SetPassword({ token, onDone, onOver }: SetPasswordProps) {
  return (
    <Form
      submit={say('setPassword')}
      onSubmit={async ({ newPassword = '' }) => {
        try {
          await api.authentication.resetPassword({ token, newPassword });
        } catch (error) {
          if (!onOver || codeOf(error) !== 'PASSWORD_RESET_TOKEN_INVALID') throw error;
          return onOver(error);
        }
        await onDone(newPassword);
      }}
    >
      <Username value={identifier.value} />
      <NewPasswordField of={tenant.value} isFocused />
    </Form>
  );
}

export const PasswordSet = ({ isPasskey }: { isPasskey?: boolean }) => (
  <Page title={say(isPasskey ? 'passkeySet' : 'passwordSet')} lead={say('passwordSetLead')}>
    <a
      class="button wide"
      href={loginUrl(tenant.value?.slug)}
      // The address may be that of this page, which would keep its step.
      onClick={() => history.replaceState(null, '')}
    >
      {say('signIn')}
    </a>
  </Page>
);
