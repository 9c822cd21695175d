// Signs in with passkeys in a browser, adds them and removes them. It is an entry of its own, so that others do not load
// it.
import type { UserClient } from './index.ts';
import type { Tokens as LoginReply, Passkey } from './types.ts';
import { canFill, create, get, isDeviceReady, isSupported, signalKnown } from './webauthn.ts';

type Abortable = {
  /** Ends the question to the person. */
  signal?: AbortSignal | undefined;
};
/** The options of `signIn` and `autofill`. */
export type PasskeySignIn = Abortable & { tenantId?: string | undefined; rememberMe?: boolean | undefined };
/** The options of `verify`. */
export type PasskeyFactor = Abortable & { trustDevice?: boolean | undefined };
/** The options of `add`. `name`: default, the service calls it after the device or its password manager. */
export type NewPasskey = Abortable & { name?: string | undefined };

/** The options of `signUp`: an email address or a phone number. */
export type PasskeySignUp = { tenantId?: string | undefined; email?: string | undefined; phone?: string | undefined };
/** The options of `confirmSignUp`: those of `signUp`, and the code that the person types in. */
export type PasskeySignUpCode = PasskeySignUp & NewPasskey & { code: string };

/** What `passkeysOf` returns. A function that asks the person throws PASSKEY_CANCELLED if there is no passkey then. */
export type Passkeys = {
  /** Returns whether this browser can use passkeys. */
  isSupported: () => boolean;
  /** Returns whether this device itself can hold one: offer to add one only then. */
  isDeviceReady: () => Promise<boolean>;
  /** Signs in with a passkey that the person chooses in a dialog of the browser. Ends a running `autofill`. */
  signIn: (input: PasskeySignIn) => Promise<LoginReply>;
  /**
   * Signs in with a passkey that the person picks in the browser's list below a field with
   * `autocomplete="username webauthn"`. Call it when the field is shown. Returns `undefined` if the list cannot be had,
   * and once another question, another `autofill` or `signal` ends it. Throws only what the service says to a passkey.
   */
  autofill: (input: PasskeySignIn) => Promise<LoginReply | undefined>;
  /** Completes a login that waits for its second factor. */
  verify: (input?: PasskeyFactor) => Promise<LoginReply>;
  /** Proves again that the user is there, where REAUTH_REQUIRED asks for it. The session stays. */
  stepUp: (input?: Abortable) => Promise<LoginReply>;
  /** Lists the passkeys of the account, and tells the browser which those are: it offers no others then. */
  list: () => Promise<readonly Passkey[]>;
  /** Makes a passkey and adds it to the account. Needs a recent login. PASSKEY_EXISTS: this device has one already. */
  add: (input?: NewPasskey) => Promise<Passkey>;
  /** Makes a passkey that completes a login whose reply has `passkey: 'enrol'`. */
  enrol: (input?: NewPasskey) => Promise<LoginReply>;
  /** Creates an account without a password, and sends a code to its address. The reply is the same for every address. */
  signUp: (input: PasskeySignUp) => Promise<LoginReply>;
  /**
   * Signs in with the code of `signUp`, and makes the passkey of the account. If the person refuses, they are signed in and
   * have none: call `add` again, or `enrol` where the tenant requires a second factor.
   */
  confirmSignUp: (input: PasskeySignUpCode) => Promise<LoginReply>;
  /** Makes a passkey with the token of an invitation, or of a link that an admin made. It does not sign in. */
  addByLink: (input: NewPasskey & { token: string }) => Promise<void>;
  rename: (input: { id: string; name: string }) => Promise<void>;
  /** Removes a passkey from the account, and lists the others. Needs a recent login. */
  remove: (input: { id: string }) => Promise<readonly Passkey[]>;
};

type Assertion = Parameters<UserClient['passkeys']['login']>[0]['credential'];
type Attestation = Parameters<UserClient['passkeys']['add']>[0]['credential'];
type Options = Parameters<typeof get>[0];

/** A challenge lives five minutes. A question that may wait longer is asked anew before. */
const FRESH_MS = 240_000;

/** The running `autofill` of the page. A browser asks one question at a time. */
let filling: { stop: () => void; stopped: Promise<unknown> } | undefined;

async function stopFilling(): Promise<void> {
  filling?.stop();
  await filling?.stopped;
}

/** Returns the passkeys of the person at this browser. They use the session of the client. */
export function passkeysOf({ authentication, passkeys }: UserClient): Passkeys {
  const ask = async <R>(
    begin: () => Promise<{ options: Options }>,
    signal: AbortSignal | undefined,
    call: (credential: Assertion) => Promise<R>,
  ): Promise<R> => {
    await stopFilling();
    return call((await get((await begin()).options, signal)) as Assertion);
  };
  const make = async (signal: AbortSignal | undefined, begin = () => passkeys.options()): Promise<Attestation> => {
    await stopFilling();
    return (await create((await begin()).options, signal)) as Attestation;
  };

  const fill = async ({ signal, ...input }: PasskeySignIn, stop: AbortSignal): Promise<LoginReply | undefined> => {
    const isOver = (): boolean | undefined => signal?.aborted || stop.aborted;
    while (!isOver()) {
      await isShown();
      const begun = await passkeys.loginOptions({ tenantId: input.tenantId }).catch(() => {});
      if (!begun) return undefined;
      const round = new AbortController();
      const end = (): void => round.abort();
      const timer = setTimeout(end, FRESH_MS);
      for (const each of [signal, stop]) each?.addEventListener('abort', end);
      if (isOver()) end();
      const credential = await get(begun.options, round.signal, 'conditional').catch(() => {});
      clearTimeout(timer);
      if (credential) return passkeys.login({ ...input, credential: credential as Assertion });
      if (!round.signal.aborted) return undefined;
    }
    return undefined;
  };

  const list = async (): Promise<readonly Passkey[]> => {
    const { passkeys: found, signals } = await passkeys.list();
    if (signals) signalKnown(signals);
    return found;
  };

  return {
    isSupported,
    isDeviceReady,
    signIn: ({ signal, ...input }) =>
      ask(
        () => passkeys.loginOptions({ tenantId: input.tenantId }),
        signal,
        (credential) => passkeys.login({ ...input, credential }),
      ),
    autofill: async (input) => {
      if (!(await canFill())) return undefined;
      await stopFilling();
      const controller = new AbortController();
      const filled = fill(input, controller.signal);
      filling = { stop: () => controller.abort(), stopped: filled.catch(() => {}) };
      return filled;
    },
    verify: ({ signal, ...input } = {}) =>
      ask(
        () => passkeys.verifyOptions(),
        signal,
        (credential) => passkeys.verify({ ...input, credential }),
      ),
    stepUp: ({ signal } = {}) =>
      ask(
        () => passkeys.verifyOptions(),
        signal,
        (credential) => passkeys.verify({ credential }),
      ),
    list,
    add: async ({ signal, name } = {}) => passkeys.add({ name, credential: await make(signal) }),
    enrol: async ({ signal, name } = {}) => passkeys.enrol({ name, credential: await make(signal) }),
    signUp: (input) => authentication.signup(input),
    confirmSignUp: async ({ tenantId, email, phone, code, signal, name }) => {
      const credentials = {
        identifier: email ?? phone ?? '',
        channels: [email ? ('email' as const) : ('sms' as const)],
        code,
      };
      const reply = await authentication.login({ tenantId, providerName: 'passwordless', credentials });
      if (reply.nextStep === 'enrol') return passkeys.enrol({ name, credential: await make(signal) });
      if (reply.nextStep === null) await passkeys.add({ name, credential: await make(signal) });
      return reply;
    },
    addByLink: async ({ token, signal, name }) => {
      await passkeys.link({ token, name, credential: await make(signal, () => passkeys.linkOptions({ token })) });
    },
    rename: async (input) => {
      await passkeys.rename(input);
    },
    remove: async (input) => {
      await passkeys.remove(input);
      return list();
    },
  };
}

/** Waits until the person looks at the page: a tab in the background asks the service for nothing. */
const isShown = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden) document.addEventListener('visibilitychange', look, { once: true });
      else resolve();
    };
    look();
  });
