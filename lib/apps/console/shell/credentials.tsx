// The form of password and authenticator, for signing in and for the proof in place. The code of the authenticator is
// asked for when the service says that there is one, and the code by e-mail when there were too many wrong passwords.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { GatehouseError } from '../../../packages/client/index.ts';
import { Username } from '../../kit/form.tsx';
import type { InputOf } from '../core/operations.ts';
import { CodeField, Field, PlainForm } from '../ui/form.tsx';
import { common } from '../words/index.ts';
import { Passkey } from './passkey.tsx';

type Credential = InputOf<'adminConsole.passkeyLogin'>['credential'];
export type Typed = { email: string; password: string; otp?: string; emailCode?: string; credential?: Credential };
type Asked = 'otp' | 'emailCode' | 'passkey' | 'either';
/** The second step by the code of the refusal that asks for it. */
const ASKED: Readonly<Record<string, Asked>> = {
  MFA_REQUIRED: 'otp',
  PASSKEY_REQUIRED: 'passkey',
  CODE_OR_PASSKEY_REQUIRED: 'either',
  EMAIL_CODE_REQUIRED: 'emailCode',
};
const codeIn = (typed = ''): string => typed.replaceAll(' ', '');

type CredentialsProps = {
  submit: string;
  /** Who it is, if that is known. */
  email?: string;
  send: (typed: Typed) => Promise<unknown>;
  /** Other ways, beside the password. */
  children?: ComponentChildren;
};

export function Credentials({ submit, email, send, children }: CredentialsProps) {
  /** Kept in memory until the code is right. */
  const first = useSignal<{ typed: Typed; asked: Asked } | undefined>(undefined);
  const needsCode = (error: GatehouseError, typed: Typed): boolean => {
    const asked = ASKED[error.code];
    // The same question again: the code was wrong, and the form says so.
    if (asked && first.value?.asked === asked) return false;
    if (asked) first.value = { typed, asked };
    // The password may have changed meanwhile.
    if (error.code === 'INVALID_CREDENTIALS') first.value = undefined;
    return asked !== undefined;
  };
  if (first.value) {
    const { typed, asked } = first.value;
    const back = (
      <button
        type="button"
        class="plain"
        onClick={() => {
          first.value = undefined;
        }}
      >
        {common('back')}
      </button>
    );
    const passkey = (
      <Passkey text={common('usePasskey')} act={async ({ second }) => send({ ...typed, ...(await second()) })} />
    );
    if (asked === 'passkey')
      return (
        <>
          {passkey}
          {back}
        </>
      );
    const field = asked === 'emailCode' ? asked : 'otp';
    const form = (
      <PlainForm
        key={asked}
        submit={submit}
        send={async (fields) => send({ ...typed, [field]: codeIn(fields[field]) })}
        onProblem={(error, fields) => needsCode(error, { ...typed, [field]: codeIn(fields[field]) })}
        actions={back}
      >
        {field === 'otp' ? (
          <CodeField label={common('otp')} hint={common('otpHint')} />
        ) : (
          <CodeField
            name="emailCode"
            label={common('emailCode')}
            hint={common('emailCodeHint')}
            pattern="[0-9 ]{20,30}"
          />
        )}
      </PlainForm>
    );
    if (asked !== 'either') return form;
    return (
      <>
        {passkey}
        {form}
      </>
    );
  }
  return (
    <>
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
          <Username name="email" value={email} />
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
      {children}
    </>
  );
}
