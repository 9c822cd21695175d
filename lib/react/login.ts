// The sign-in form: a password, or a code that is sent.
import { useCallback, useMemo, useRef, useState } from 'react';
import type { LoginReply, LoginRequest, Message } from '../client/index.ts';
import { useAuthState } from './auth.ts';
import { useStore } from './provider.ts';
import { type Submission, useSubmission } from './submission.ts';

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
  const { client, settle } = useStore();
  const { nextStep } = useAuthState();
  const [submission, run, idle] = useSubmission();
  const [recipient, setRecipient] = useState<Recipient>();
  const sent = useRef<Recipient>(undefined);
  const remember = useCallback((to?: Recipient) => {
    sent.current = to;
    setRecipient(to);
  }, []);
  const functions = useMemo(() => {
    const logIn = (input: Omit<LoginRequest, 'tenantId'>) =>
      run(async () => {
        const reply = await client.authentication.login({ tenantId, ...input });
        await settle();
        return reply;
      });
    return {
      withPassword: ({ rememberMe, ...credentials }: PasswordLogin) =>
        logIn({ providerName: addressOf(credentials).channel === 'sms' ? 'phone' : 'email', credentials, rememberMe }),
      sendCode: (to: Recipient) =>
        run(
          async () => {
            const reply = await client.authentication.sendLoginCode({ tenantId, ...addressOf(to) });
            remember(to);
            return reply;
          },
          { isStep: true },
        ),
      withCode: ({ code, rememberMe }: { code: string; rememberMe?: boolean }) =>
        logIn({ ...codeLogin(sent.current ?? { email: '' }, code), rememberMe }),
      reset: () => {
        remember();
        idle();
      },
    };
  }, [client, settle, tenantId, run, idle, remember]);
  return { ...submission, nextStep, sentTo: recipient && addressOf(recipient).identifier, ...functions };
}
