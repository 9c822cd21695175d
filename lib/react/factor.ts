// The second factor: complete a login with it, or set an authenticator up.
import { useMemo, useRef, useState } from 'react';
import type {
  LoginReply,
  Message,
  MfaMethod,
  SetupTotpRequest,
  TotpDeviceSetup,
  VerifyRecoveryCodeRequest,
} from '../client/index.ts';
import { useAuthState } from './auth.ts';
import { useStore } from './provider.ts';
import { type Submission, useSubmission } from './submission.ts';

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
  const { client, settle, get } = useStore();
  const { nextStep, mfaMethods } = useAuthState();
  const [submission, run, idle] = useSubmission();
  const [setup, setSetup] = useState<TotpDeviceSetup>();
  const deviceId = useRef<string>(undefined);
  const functions = useMemo(() => {
    const keep = (begun?: TotpDeviceSetup): void => {
      deviceId.current = begun?.deviceId;
      setSetup(begun);
    };
    const settled = async <T>(work: Promise<T>): Promise<T> => {
      const reply = await work;
      await settle();
      return reply;
    };
    return {
      challenge: (method: MfaMethod) => run(() => client.mfa.challenge({ method }), { isStep: true }),
      verify: ({ method = get().defaultMfaMethod ?? 'totp', ...input }: FactorCode) =>
        run(() => settled(client.mfa.verify({ method, ...input }))),
      verifyRecoveryCode: (input: VerifyRecoveryCodeRequest) =>
        run(() => settled(client.mfa.verifyRecoveryCode(input))),
      startSetup: (names?: SetupTotpRequest) =>
        run(
          async () => {
            const begun = await client.mfa.setupTotp(names);
            keep(begun);
            return begun;
          },
          { isStep: true },
        ),
      confirmSetup: ({ otp }: { otp: string }) =>
        run(async () => {
          const reply = await client.mfa.verifyTotpSetup({ otp, deviceId: deviceId.current });
          keep();
          await settle();
          return reply;
        }),
      reset: () => {
        keep();
        idle();
      },
    };
  }, [client, settle, get, run, idle]);
  return { ...submission, nextStep, methods: mfaMethods, setup, ...functions };
}
