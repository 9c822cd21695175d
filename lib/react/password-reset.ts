// The form for a forgotten password, and for the links of invitations.
import { useMemo, useRef, useState } from 'react';
import type { Message } from '../client/index.ts';
import type { Recipient } from './login.ts';
import { useStore } from './provider.ts';
import { type Submission, useSubmission } from './submission.ts';

/** What `usePasswordReset` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type PasswordReset = Submission & {
  /** What to ask for now. */
  step: 'address' | 'code' | 'password' | 'done';
  /** Sends a code. The reply is the same whether or not the account exists. */
  sendCode: (input: Recipient) => Promise<Message | undefined>;
  verifyCode: (input: { code: string }) => Promise<true | undefined>;
  /** Sets the password and ends every session of the account. It does not log in. */
  reset: (input: { newPassword: string }) => Promise<Message | undefined>;
};

/** `token`: that of a link in a message, if the page was opened by one. */
export type PasswordResetOptions = { tenantId: string; token?: string | undefined };

/** The form to set a new password with a code, or with the token of a link. */
export function usePasswordReset({ tenantId, token }: PasswordResetOptions): PasswordReset {
  const { client } = useStore();
  const [submission, run] = useSubmission();
  const [step, setStep] = useState<PasswordReset['step']>(token ? 'password' : 'address');
  const held = useRef<{ recipient?: Recipient; token?: string | undefined }>({ token });
  const functions = useMemo(
    () => ({
      sendCode: (recipient: Recipient) =>
        run(
          async () => {
            const reply = await client.authentication.forgotPassword({ tenantId, ...recipient });
            held.current = { recipient };
            setStep('code');
            return reply;
          },
          { isStep: true },
        ),
      verifyCode: ({ code }: { code: string }) =>
        run(
          async () => {
            const { recipient } = held.current;
            const input = { tenantId, ...recipient, code };
            held.current = { token: (await client.authentication.verifyForgotPasswordOtp(input)).resetToken };
            setStep('password');
            return true as const;
          },
          { isStep: true },
        ),
      reset: ({ newPassword }: { newPassword: string }) =>
        run(
          async () => {
            const reply = await client.authentication.resetPassword({ token: held.current.token ?? '', newPassword });
            held.current = {};
            setStep('done');
            return reply;
          },
          { password: 'newPassword' },
        ),
    }),
    [client, tenantId, run],
  );
  return { ...submission, step, ...functions };
}
