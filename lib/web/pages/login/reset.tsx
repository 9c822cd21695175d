// Replaces a forgotten password, and sets the first one of an invitation.
import { useSignal } from '@preact/signals';
import { api } from '../../api.ts';
import { Action, Code, Field, Form } from '../../ui/form.tsx';
import { Notice, Page } from '../../ui/page.tsx';
import { Again } from '../../ui/send-again.tsx';
import { say } from '../../words/sign-in/index.ts';
import { asAddress, go, goToNewPassword, identifier, replace, shownResetToken } from './flow.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { linkToken, loginUrl, tenant } from './request.ts';

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

function SetPassword({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <Form
      submit={say('setPassword')}
      onSubmit={async ({ newPassword = '' }) => {
        await api.authentication.resetPassword({ token, newPassword });
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
    <a class="button wide" href={loginUrl()}>
      {say('signIn')}
    </a>
  </Page>
);

/** The page of a link in a message: it brings its token along. */
export function Invitation() {
  const isDone = useSignal(false);
  if (isDone.value) return <PasswordSet />;
  return (
    <Page title={say('invitationTitle')} lead={say('invitationLead')}>
      {linkToken ? (
        <SetPassword
          token={linkToken}
          onDone={() => {
            isDone.value = true;
          }}
        />
      ) : (
        <Notice isWrong>{say('linkIncomplete')}</Notice>
      )}
    </Page>
  );
}
