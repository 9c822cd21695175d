// Passkeys: sign in with one, and the user's own.
import { useEffect, useState } from 'react';
import type { LoginReply, Passkey } from '../client/index.ts';
import {
  type NewPasskey,
  type PasskeyFactor,
  type PasskeySignIn,
  type PasskeySignUp,
  type PasskeySignUpCode,
  passkeysOf,
} from '../client/passkeys.ts';
import { useStore } from './provider.ts';
import { type Submission, useForm } from './submission.ts';

type SignIn = Pick<PasskeySignIn, 'rememberMe'>;

/** What `usePasskeyLogin` returns. The function returns `undefined` if it failed; the state then has the error. */
export type PasskeyLogin = Submission & {
  /** Whether this browser can use passkeys; `undefined` on a server and until the page has started. */
  isSupported: boolean | undefined;
  /** Asks for a passkey in a dialog of the browser, and signs in with it. */
  signIn: (input?: SignIn) => Promise<LoginReply | undefined>;
};

/**
 * Signs in to a tenant with a passkey: with a button, or from the browser's list below a field with
 * `autocomplete="username webauthn"` while the component is shown.
 */
export function usePasskeyLogin({ tenantId, rememberMe }: { tenantId: string } & SignIn): PasskeyLogin {
  const { client } = useStore();
  const isSupported = useSupport();
  const [asked, setAsked] = useState(0);
  const form = useForm(({ settle }, run) => {
    const { signIn, autofill } = passkeysOf(client);
    return {
      signIn: async (input?: SignIn) => {
        const reply = await run(async () => settle(await signIn({ tenantId, rememberMe, ...input })));
        // The question has ended the list.
        if (!reply) setAsked((count) => count + 1);
        return reply;
      },
      fill: async (signal: AbortSignal) => {
        const filled = autofill({ tenantId, rememberMe, signal });
        const isOver = await filled.then(
          (reply) => !reply,
          () => signal.aborted,
        );
        if (!isOver) await run(async () => settle((await filled) as LoginReply));
      },
    };
  }, `${tenantId} ${rememberMe}`);
  const { fill, ...shown } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question ends the list, which then begins anew
  useEffect(() => {
    const gone = new AbortController();
    void fill(gone.signal);
    return () => gone.abort();
  }, [fill, asked]);
  return { ...shown, isSupported };
}

/** What `usePasskeySignup` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type PasskeySignup = Submission & {
  /** Whether this browser can use passkeys; `undefined` on a server and until the page has started. */
  isSupported: boolean | undefined;
  /** Creates the account, and sends a code to its address. */
  signUp: (input: Omit<PasskeySignUp, 'tenantId'>) => Promise<LoginReply | undefined>;
  /** Signs in with the code, and makes the passkey. */
  confirm: (input: Omit<PasskeySignUpCode, 'tenantId' | 'signal'>) => Promise<LoginReply | undefined>;
};

/** Signs up in a tenant with a passkey in the place of a password. */
export function usePasskeySignup({ tenantId }: { tenantId: string }): PasskeySignup {
  const isSupported = useSupport();
  const form = useForm(({ client, settle }, run) => {
    const { signUp, confirmSignUp } = passkeysOf(client);
    return {
      signUp: (input: Omit<PasskeySignUp, 'tenantId'>) => run(() => signUp({ ...input, tenantId }), 'idle'),
      confirm: (input: Omit<PasskeySignUpCode, 'tenantId' | 'signal'>) =>
        run(async () => settle(await confirmSignUp({ ...input, tenantId }))),
    };
  }, tenantId);
  return { ...form, isSupported };
}

/** What `usePasskeys` returns. Each function returns `undefined` if it failed; the state then has the error. */
export type OwnPasskeys = Submission & {
  /** Whether this browser can use passkeys; `undefined` on a server and until the page has started. */
  isSupported: boolean | undefined;
  /** The passkeys of the user; `undefined` until `load` was called. */
  passkeys: readonly Passkey[] | undefined;
  load: () => Promise<readonly Passkey[] | undefined>;
  /** Makes one. PASSKEY_CANCELLED: the person refused. PASSKEY_EXISTS: this device has one already. */
  add: (input?: Pick<NewPasskey, 'name'>) => Promise<Passkey | undefined>;
  rename: (input: { id: string; name: string }) => Promise<readonly Passkey[] | undefined>;
  remove: (input: { id: string }) => Promise<readonly Passkey[] | undefined>;
  /** Makes a passkey that completes a login whose `passkey` is `enrol` (`useAuth`). */
  enrol: (input?: Pick<NewPasskey, 'name'>) => Promise<LoginReply | undefined>;
  /** Completes a login that waits for its second factor. */
  verify: (input?: Pick<PasskeyFactor, 'trustDevice'>) => Promise<LoginReply | undefined>;
  /** Proves again that the user is there, where REAUTH_REQUIRED asks for it. */
  stepUp: () => Promise<LoginReply | undefined>;
};

/** The passkeys of the user, and what they prove. Errors with the code REAUTH_REQUIRED ask for `stepUp`. */
export function usePasskeys(): OwnPasskeys {
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>();
  const isSupported = useSupport();
  const form = useForm(({ client, settle }, run) => {
    const own = passkeysOf(client);
    const keep = (found: readonly Passkey[]): readonly Passkey[] => {
      setPasskeys(found);
      return found;
    };
    const load = async (): Promise<readonly Passkey[]> => keep(await own.list());
    return {
      load: () => run(load, 'idle'),
      add: (input?: Pick<NewPasskey, 'name'>) =>
        run(async () => {
          const added = await own.add(input);
          await load();
          return added;
        }),
      rename: (input: { id: string; name: string }) => run(() => own.rename(input).then(load)),
      remove: (input: { id: string }) => run(() => own.remove(input).then(keep)),
      enrol: (input?: Pick<NewPasskey, 'name'>) => run(async () => settle(await own.enrol(input))),
      verify: (input?: Pick<PasskeyFactor, 'trustDevice'>) => run(async () => settle(await own.verify(input))),
      stepUp: () => run(async () => settle(await own.stepUp())),
    };
  });
  return { ...form, isSupported, passkeys };
}

/** A server knows no browser, and both must render the same at first. */
function useSupport(): boolean | undefined {
  const { client } = useStore();
  const [isKnown, setKnown] = useState<boolean>();
  useEffect(() => setKnown(passkeysOf(client).isSupported()), [client]);
  return isKnown;
}
