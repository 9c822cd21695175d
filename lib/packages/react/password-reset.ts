// The form for a forgotten password, and for the links of invitations.
import { useRef, useState } from 'react';
import type { Message } from '../client/index.ts';
import type { Recipient } from './login.ts';
import { type Submission, useForm } from './submission.ts';

/** What `usePasswordReset` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type PasswordReset = Submission & {
  /** What to ask for now. */
  step: 'address' | 'code' | 'password' | 'done';
  /** Sends a code. The reply is the same whether or not the account exists. */
  sendCode: (input: Recipient) => Promise<Message | undefined>;
  verifyCode: (input: { code: string }) => Promise<true | undefined>;
  /**
   * Sets the password and ends every session of the account. It does not log in. `unlinkIdentities`: also shuts out
   * every account at an identity provider that opens this one.
   */
  reset: (input: { newPassword: string; unlinkIdentities?: boolean }) => Promise<Message | undefined>;
};

/** `token`: that of a link in a message, if the page was opened by one. */
export type PasswordResetOptions = { tenantId: string; token?: string | undefined };

/** The form to set a new password with a code, or with the token of a link. */
export function usePasswordReset({ tenantId, token }: PasswordResetOptions): PasswordReset {
  const [step, setStep] = useState<PasswordReset['step']>(token ? 'password' : 'address');
  const held = useRef<{ recipient?: Recipient; token?: string | undefined }>({ token });
  const form = useForm(
    ({ client: { authentication } }, run) => ({
      sendCode: (recipient: Recipient) =>
        run(async () => {
          const reply = await authentication.forgotPassword({ tenantId, ...recipient });
          held.current = { recipient };
          setStep('code');
          return reply;
        }, 'idle'),
      verifyCode: ({ code }: { code: string }) =>
        run(async () => {
          const input = { tenantId, ...held.current.recipient, code };
          held.current = { token: (await authentication.verifyForgotPasswordOtp(input)).resetToken };
          setStep('password');
          return true as const;
        }, 'idle'),
      reset: (input: { newPassword: string; unlinkIdentities?: boolean }) =>
        run(
          async () => {
            const reply = await authentication.resetPassword({ token: held.current.token ?? '', ...input });
            held.current = {};
            setStep('done');
            return reply;
          },
          'done',
          'newPassword',
        ),
    }),
    tenantId,
  );
  return { ...form, step };
}
