// Creates an account, and verifies its address.
import { useEffect } from 'preact/hooks';
import { Field, Form } from '../../kit/form.tsx';
import { api } from '../ui/api.ts';
import { Action, Code } from '../ui/form.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { Notice, Page } from '../ui/page.tsx';
import { Again } from '../ui/send-again.tsx';
import { say } from '../words/sign-in.ts';
import { asAddress, go, identifier, proceed, replace } from './flow.ts';
import { joining, loadJoining, passkeys } from './parts.ts';
import { destination, leave, loginHint, tenant } from './request.ts';

export function SignUp() {
  const mode = tenant.value?.signup.mode;
  const { SignUp: ByPasskey } = passkeys.value ?? {};
  return (
    <Page title={say('signUpTitle')} lead={say('signInTo', { name: destination() })}>
      {mode === 'closed' ? (
        <Closed />
      ) : (
        <Form
          submit={say('signUp')}
          beside={(values) => ByPasskey && <ByPasskey identifier={() => values().identifier ?? ''} />}
          onSubmit={async ({ identifier: typed = '', newPassword = '' }) => {
            identifier.value = typed.trim();
            const address = asAddress(identifier.value);
            const reply = await api.authentication.signup({
              ...address,
              password: newPassword,
              tenantId: tenant.value?.id,
            });
            // `verifyFirst` gives no session. A code arrives, or what the owner of the address must know.
            if (mode === 'verifyFirst') return go({ name: 'sign-up-sent' });
            if (reply.nextStep !== null) return proceed(reply, newPassword);
            const verify =
              'email' in address ? api.authentication.sendEmailVerification : api.authentication.sendPhoneVerification;
            await verify().catch(() => {});
            replace({ name: 'verify' });
          }}
        >
          <Field
            name="identifier"
            label={say('identifier')}
            autocomplete="username"
            maxLength={254}
            value={identifier.value || loginHint.value}
            isFocused
          />
          <NewPassword of={tenant.value} />
        </Form>
      )}
      <p class="row">
        <span class="lead">{say('haveAccount')}</span>
        <Action class="plain" onClick={() => go({ name: 'identify' })}>
          {say('signIn')}
        </Action>
      </p>
    </Page>
  );
}

/** Sign-up is closed. People may ask, where the organization takes requests. */
function Closed() {
  useEffect(() => void loadJoining(), []);
  const { Ask } = joining.value ?? {};
  return (
    <>
      <Notice isWrong>{say('signUpClosed')}</Notice>
      {Ask && <Ask />}
    </>
  );
}

export function Verify() {
  const isEmail = identifier.value.includes('@');
  const { sendEmailVerification, sendPhoneVerification, verifyEmail, verifyPhone } = api.authentication;
  return (
    <Page title={say('verifyTitle')} lead={say('codeSentHere', { identifier: identifier.value })}>
      <Form
        submit={say('confirm')}
        onSubmit={async ({ code = '' }) => {
          const typed = { code: code.replaceAll(' ', '') };
          await (isEmail ? verifyEmail(typed) : verifyPhone(typed));
          leave();
        }}
      >
        <Code />
      </Form>
      <div class="tight">
        <Again send={() => (isEmail ? sendEmailVerification() : sendPhoneVerification())} />
        <Action onClick={leave}>{say('verifyLater')}</Action>
      </div>
    </Page>
  );
}
