// Replaces a forgotten password, and sets the first one of an invitation.
import { codeOf } from '../../../packages/client/error.ts';
import { api } from '../../kit/api.ts';
import { Action, Code, Field, Form } from '../../kit/form.tsx';
import { Page } from '../../kit/page.tsx';
import { Again } from '../../kit/send-again.tsx';
import { say } from '../../kit/words/sign-in/index.ts';
import { asAddress, go, goToNewPassword, identifier, replace, shownResetToken } from './flow.ts';
import { NewPasswordField } from './new-password-field.tsx';
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
    <SetPassword token={shownResetToken()} onDone={() => replace({ name: 'password-set' })} />
  </Page>
);

/** `onOver`: called with the error for a token that is no longer valid. */
type SetPasswordProps = { token: string; onDone: () => void; onOver?: (error: unknown) => void };

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
        onDone();
      }}
    >
      <input
        class="unseen"
        type="text"
        name="username"
        autocomplete="username"
        value={identifier.value}
        tabIndex={-1}
        aria-hidden="true"
        readOnly
      />
      <NewPasswordField isFocused />
    </Form>
  );
}

export const PasswordSet = () => (
  <Page title={say('passwordSet')} lead={say('passwordSetLead')}>
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
