// The form of password and authenticator, for signing in and for the proof in place. The code is asked for when the
// service says that there is an authenticator.
import { useSignal } from '@preact/signals';
import type { GatehouseError } from '../../../client/index.ts';
import { Field, OtpField, PlainForm } from '../ui/form.tsx';
import { common } from '../words/index.ts';

export type Typed = { email: string; password: string; otp?: string };
type CredentialsProps = {
  submit: string;
  /** Who it is, if that is known. */
  email?: string;
  send: (typed: Typed) => Promise<unknown>;
};

export function Credentials({ submit, email, send }: CredentialsProps) {
  /** Kept in memory until the code is right. */
  const first = useSignal<Typed | undefined>(undefined);
  const needsCode = (error: GatehouseError, typed: Typed): boolean => {
    if (error.code === 'MFA_REQUIRED') first.value = typed;
    // The password may have changed meanwhile.
    if (error.code === 'INVALID_CREDENTIALS') first.value = undefined;
    return error.code === 'MFA_REQUIRED';
  };
  if (first.value) {
    const typed = first.value;
    return (
      <PlainForm
        key="code"
        submit={submit}
        send={async ({ otp = '' }) => send({ ...typed, otp: otp.replaceAll(' ', '') })}
        onProblem={(error) => needsCode(error, typed)}
        actions={
          <button
            type="button"
            class="plain"
            onClick={() => {
              first.value = undefined;
            }}
          >
            {common('back')}
          </button>
        }
      >
        <OtpField label={common('otp')} hint={common('otpHint')} />
      </PlainForm>
    );
  }
  return (
    <PlainForm
      key="password"
      submit={submit}
      codes={email === undefined ? {} : { INVALID_CREDENTIALS: { field: 'password', text: common('wrongPassword') } }}
      send={({ email: typed = '', password = '' }) => send({ email: typed, password })}
      onProblem={(error, { email: typed = '', password = '' }) => needsCode(error, { email: typed, password })}
    >
      {email === undefined ? (
        <Field name="email" type="email" label={common('email')} autocomplete="username" maxLength={254} isFocused />
      ) : (
        // Password managers need the address; people need not type it again.
        <input
          type="text"
          class="unseen"
          name="email"
          autocomplete="username"
          value={email}
          tabIndex={-1}
          readOnly
          aria-hidden="true"
        />
      )}
      <Field
        name="password"
        type="password"
        label={common('password')}
        autocomplete="current-password"
        maxLength={128}
        isFocused={email !== undefined}
      />
    </PlainForm>
  );
}
