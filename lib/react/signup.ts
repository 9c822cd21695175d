// The sign-up form, with the verification of the address where the tenant asks for it.
import { useMemo, useRef, useState } from 'react';
import type { LoginReply, Message } from '../client/index.ts';
import { addressOf, codeLogin, type Recipient } from './login.ts';
import { useStore } from './provider.ts';
import { type Submission, useSubmission } from './submission.ts';

/** What `useSignup` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type Signup = Submission & {
  /** `verify`: the tenant verifies addresses first, and a code was sent. `done`: the user is signed in. */
  step: 'form' | 'verify' | 'done';
  signUp: (input: Recipient & { password: string }) => Promise<LoginReply | undefined>;
  /** Signs in with the code that was sent. The password counts from now on. */
  verify: (input: { code: string }) => Promise<LoginReply | undefined>;
  /** Sends another code. */
  resend: () => Promise<Message | undefined>;
};

/** The form to sign up in a tenant. */
export function useSignup({ tenantId }: { tenantId: string }): Signup {
  const { client, settle, get } = useStore();
  const [submission, run] = useSubmission();
  const [step, setStep] = useState<Signup['step']>('form');
  const recipient = useRef<Recipient>({ email: '' });
  const functions = useMemo(
    () => ({
      signUp: ({ password, ...to }: Recipient & { password: string }) =>
        run(async () => {
          const reply = await client.authentication.signup({ tenantId, password, ...to });
          recipient.current = to;
          await settle();
          // Without a session, the reply is the same for an address that is taken.
          setStep(get().status === 'signed-out' ? 'verify' : 'done');
          return reply;
        }),
      verify: ({ code }: { code: string }) =>
        run(async () => {
          const reply = await client.authentication.login({ tenantId, ...codeLogin(recipient.current, code) });
          await settle();
          setStep('done');
          return reply;
        }),
      resend: () =>
        run(() => client.authentication.sendLoginCode({ tenantId, ...addressOf(recipient.current) }), { isStep: true }),
    }),
    [client, settle, get, tenantId, run],
  );
  return { ...submission, step, ...functions };
}
