// The second factor: complete a login with it, or set an authenticator up.
import { useRef, useState } from 'react';
import type {
  LoginReply,
  Message,
  MfaMethod,
  SetupTotpRequest,
  TotpDeviceSetup,
  VerifyRecoveryCodeRequest,
} from '../client/index.ts';
import { useAuthState } from './auth.ts';
import { type Submission, useForm } from './submission.ts';

/** A code of a second factor. `method`: the recommended one unless given. */
export type FactorCode = { otp: string; method?: MfaMethod; trustDevice?: boolean };

/** What `useFactor` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type Factor = Submission & {
  /** `mfa`: verify a code. `enrol`: set an authenticator up first. */
  nextStep: LoginReply['nextStep'];
  /** The methods that complete the login. */
  methods: readonly MfaMethod[];
  /** The authenticator that is being set up: show its QR code. It is gone once the set-up is complete. */
  setup: TotpDeviceSetup | undefined;
  /** Sends a code by email or SMS. An authenticator needs none. */
  challenge: (method: MfaMethod) => Promise<Message | undefined>;
  /** Completes the login. On a complete session it renews the proof that REAUTH_REQUIRED asks for. */
  verify: (input: FactorCode) => Promise<LoginReply | undefined>;
  /** Completes the login with a recovery code. */
  verifyRecoveryCode: (input: VerifyRecoveryCodeRequest) => Promise<LoginReply | undefined>;
  /** Starts to set up an authenticator. */
  startSetup: (names?: SetupTotpRequest) => Promise<TotpDeviceSetup | undefined>;
  /** Completes the set-up with the first code. A login that waits for it then verifies the next code. */
  confirmSetup: (input: { otp: string }) => Promise<Message | undefined>;
  /** Forgets the set-up and the last error. */
  reset: () => void;
};

/** The form for the second factor of a login, and for the set-up of an authenticator. */
export function useFactor(): Factor {
  const { nextStep, mfaMethods } = useAuthState();
  const [setup, setSetup] = useState<TotpDeviceSetup>();
  const deviceId = useRef<string>(undefined);
  const form = useForm(({ client: { mfa }, settle, get }, run, idle) => {
    const keep = (begun?: TotpDeviceSetup): void => {
      deviceId.current = begun?.deviceId;
      setSetup(begun);
    };
    return {
      challenge: (method: MfaMethod) => run(() => mfa.challenge({ method }), 'idle'),
      verify: ({ method = get().defaultMfaMethod ?? 'totp', ...input }: FactorCode) =>
        run(async () => settle(await mfa.verify({ method, ...input }))),
      verifyRecoveryCode: (input: VerifyRecoveryCodeRequest) =>
        run(async () => settle(await mfa.verifyRecoveryCode(input))),
      startSetup: (names?: SetupTotpRequest) =>
        run(async () => {
          const begun = await mfa.setupTotp(names);
          keep(begun);
          return begun;
        }, 'idle'),
      confirmSetup: ({ otp }: { otp: string }) =>
        run(async () => {
          const reply = await mfa.verifyTotpSetup({ otp, deviceId: deviceId.current });
          keep();
          return settle(reply);
        }),
      reset: () => {
        keep();
        idle();
      },
    };
  });
  return { ...form, nextStep, methods: mfaMethods, setup };
}
