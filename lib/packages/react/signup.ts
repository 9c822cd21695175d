// The sign-up form, with the verification of the address where the tenant asks for it.
import { useRef, useState } from 'react';
import type { LoginReply, Message } from '../client/index.ts';
import { addressOf, codeLogin, type Recipient } from './login.ts';
import { type Submission, useForm } from './submission.ts';

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
  const [step, setStep] = useState<Signup['step']>('form');
  const recipient = useRef<Recipient>({ email: '' });
  const form = useForm(
    ({ client: { authentication }, settle, get }, run) => ({
      signUp: ({ password, ...to }: Recipient & { password: string }) =>
        run(async () => {
          const reply = await authentication.signup({ tenantId, password, ...to });
          recipient.current = to;
          await settle(reply);
          // Without a session, the reply is the same for an address that is taken.
          setStep(get().status === 'signed-out' ? 'verify' : 'done');
          return reply;
        }),
      verify: ({ code }: { code: string }) =>
        run(async () => {
          const reply = await settle(await authentication.login({ tenantId, ...codeLogin(recipient.current, code) }));
          setStep('done');
          return reply;
        }),
      resend: () => run(() => authentication.sendLoginCode({ tenantId, ...addressOf(recipient.current) }), 'idle'),
    }),
    tenantId,
  );
  return { ...form, step };
}
