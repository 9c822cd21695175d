// The sign-in form: a password, or a code that is sent.
import { useRef, useState } from 'react';
import type { LoginReply, LoginRequest, Message } from '../client/index.ts';
import { useAuthState } from './auth.ts';
import { type Submission, useForm } from './submission.ts';

/** Where a code is sent. */
export type Recipient = { email: string } | { phone: string };

/** An email address or a phone number, and the password. */
export type PasswordLogin = Recipient & { password: string; rememberMe?: boolean };

/** What `useLogin` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type Login = Submission & {
  /** What the login still needs: see `useFactor` for `mfa` and `enrol`, and `useAccount` for `change-password`. */
  nextStep: LoginReply['nextStep'];
  /** Where a code was sent; ask for it. */
  sentTo: string | undefined;
  withPassword: (input: PasswordLogin) => Promise<LoginReply | undefined>;
  /** Sends a code. The reply is the same whether or not the account exists. */
  sendCode: (input: Recipient) => Promise<Message | undefined>;
  /** Logs in with the code that was sent. */
  withCode: (input: { code: string; rememberMe?: boolean }) => Promise<LoginReply | undefined>;
  /** Begins anew. */
  reset: () => void;
};

/** An address with the way to it. */
export const addressOf = (recipient: Recipient): { identifier: string; channel: 'email' | 'sms' } =>
  'email' in recipient
    ? { identifier: recipient.email, channel: 'email' }
    : { identifier: recipient.phone, channel: 'sms' };

/** A login with a code that was sent to the recipient. */
export const codeLogin = (recipient: Recipient, code: string): Omit<LoginRequest, 'tenantId'> => {
  const { identifier, channel } = addressOf(recipient);
  return { providerName: 'passwordless', credentials: { identifier, channels: [channel], code } };
};

/** The form to sign in to a tenant. */
export function useLogin({ tenantId }: { tenantId: string }): Login {
  const [sentTo, setSentTo] = useState<string>();
  const recipient = useRef<Recipient>({ email: '' });
  const form = useForm(({ client, settle }, run, idle) => {
    const logIn = (input: Omit<LoginRequest, 'tenantId'>) =>
      run(async () => settle(await client.authentication.login({ tenantId, ...input })));
    return {
      withPassword: ({ rememberMe, ...credentials }: PasswordLogin) =>
        logIn({ providerName: 'email' in credentials ? 'email' : 'phone', credentials, rememberMe }),
      sendCode: (to: Recipient) =>
        run(async () => {
          const reply = await client.authentication.sendLoginCode({ tenantId, ...addressOf(to) });
          recipient.current = to;
          setSentTo(addressOf(to).identifier);
          return reply;
        }, 'idle'),
      withCode: ({ code, rememberMe }: { code: string; rememberMe?: boolean }) =>
        logIn({ ...codeLogin(recipient.current, code), rememberMe }),
      reset: () => {
        setSentTo(undefined);
        idle();
      },
    };
  }, tenantId);
  return { ...form, nextStep: useAuthState().nextStep, sentTo };
}
