// Keeps what is known about the session, for all components of a provider. It follows the client, other tabs and the
// service.
import {
  type CurrentSession,
  GatehouseError,
  type LoginReply,
  type MfaMethod,
  type RedirectClient,
  type SessionChange,
  type SessionEndReason,
  type UserClient,
} from '../client/index.ts';

/** What is known about the session. */
export type AuthState = {
  /**
   * `loading`: not known yet. `pending`: logged in, but `nextStep` is outstanding. A server that renders without
   * `initialSession` sees `loading`.
   */
  status: 'loading' | 'signed-out' | 'pending' | 'signed-in';
  /** `null` unless signed in, or signed in with a password that must be changed. */
  session: CurrentSession | null;
  /** What a pending session still needs. */
  nextStep: LoginReply['nextStep'];
  /** The methods that complete a pending session. */
  mfaMethods: readonly MfaMethod[];
  /** The recommended one of them. */
  defaultMfaMethod: MfaMethod | undefined;
  /** What a passkey does for a pending session: `verify` completes it, `enrol` sets one up that does. See `usePasskeys`. */
  passkey: LoginReply['passkey'];
  /** Why the last session ended. */
  reason: SessionEndReason | undefined;
  /** Why the last check of the session failed, such as `NETWORK`. What was known before is kept. */
  error: Error | undefined;
};

const LOADING: AuthState = {
  status: 'loading',
  session: null,
  nextStep: null,
  mfaMethods: [],
  defaultMfaMethod: undefined,
  passkey: undefined,
  reason: undefined,
  error: undefined,
};
const SIGNED_OUT: AuthState = { ...LOADING, status: 'signed-out' };

const complete = (session: CurrentSession): AuthState =>
  session.user.mustChangePassword
    ? { ...LOADING, status: 'pending', session, nextStep: 'change-password' }
    : { ...LOADING, status: 'signed-in', session };

/** A page that becomes visible checks the session, if the last check is older. */
const FRESH_MS = 60_000;
const CHANNEL = 'gatehouse';

export type Store = ReturnType<typeof createStore>;

/** Creates the store. `initial` is the session that the server has read; `undefined` if it is not known. */
export function createStore(client: UserClient, initial: CurrentSession | null | undefined) {
  const first = initial === undefined ? LOADING : initial ? complete(initial) : SIGNED_OUT;
  const listeners = new Set<() => void>();
  let state = first;
  let checking: Promise<void> | undefined;
  let checkedAt = Date.now();
  let channel: BroadcastChannel | undefined;
  /** Whether another tab has caused the check. It knows already. */
  let isFollowing = false;

  const set = (next: AuthState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  /** Reads the session, once for all callers. A session that begins or ends in the meantime makes the result void. */
  const check = (): Promise<void> => {
    if (checking) return checking;
    const settle = (next: AuthState): void => {
      if (checking !== mine) return;
      checking = undefined;
      checkedAt = Date.now();
      set(next);
    };
    const mine: Promise<void> = look(client, state).then(settle, (error) => settle({ ...state, error }));
    checking = mine;
    return mine;
  };

  const onChange = (change: SessionChange): void => {
    const isNews = 'reply' in change || !isFollowing;
    checking = undefined;
    if ('reason' in change) {
      if (state.status === 'signed-out') return;
      set({ ...SIGNED_OUT, reason: change.reason });
    } else {
      const { isRequiresMfa, nextStep, mfaMethods = [], defaultMfaMethod, passkey } = change.reply;
      if (isRequiresMfa) set({ ...LOADING, status: 'pending', nextStep, mfaMethods, defaultMfaMethod, passkey });
      else void check();
    }
    if (isNews) channel?.postMessage('');
  };

  /** Finishes a sign-in by redirect, if the page is the return of one. The status is `loading` until then. */
  const arrive = async ({ handleRedirect }: RedirectClient): Promise<void> => {
    try {
      const isReturn = await handleRedirect();
      if (isReturn || state.status === 'loading') await check();
    } catch (error) {
      set({ ...SIGNED_OUT, error: error as Error });
    }
  };

  const onVisible = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > FRESH_MS) void check();
  };
  const onOnline = (): void => {
    if (state.error) void check();
  };

  return {
    client,
    check,
    get: (): AuthState => state,
    /** What the server rendered. */
    first: (): AuthState => first,
    /**
     * Checks the session after a change that the caller made, unless the reply says that it is pending. Returns the
     * reply. Throws if the service is not reached.
     */
    settle: async <T extends object>(reply: T): Promise<T> => {
      if ('isRequiresMfa' in reply && reply.isRequiresMfa) return reply;
      await check();
      if (state.error) throw state.error;
      return reply;
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Starts to follow the client, other tabs and the network. Returns the function that stops it. */
    start: (): (() => void) => {
      const unsubscribe = client.subscribe(onChange);
      // React Native has neither.
      const page = globalThis.document as Document | undefined;
      if (page && 'BroadcastChannel' in globalThis) {
        channel = new BroadcastChannel(CHANNEL);
        channel.onmessage = () => {
          isFollowing = true;
          void check().finally(() => {
            isFollowing = false;
          });
        };
      }
      page?.addEventListener('visibilitychange', onVisible);
      if (page) addEventListener('online', onOnline);
      if ('handleRedirect' in client) void arrive(client as RedirectClient);
      else if (state.status === 'loading') void check();
      return () => {
        unsubscribe();
        channel?.close();
        channel = undefined;
        page?.removeEventListener('visibilitychange', onVisible);
        if (page) removeEventListener('online', onOnline);
      };
    },
  };
}

/** Returns the state that the service knows. Without a session, no request of it fails: consoles stay clean. */
async function look(client: UserClient, { status }: AuthState): Promise<AuthState> {
  const isCookie = client.delivery === 'cookie';
  await client.resume();
  if (!isCookie && !(await client.accessToken())) return SIGNED_OUT;
  const found = await read(client);
  if (found) return complete(found);
  // The access cookie may have expired. The accounts of the browser say whether a refresh has a chance. The end of a
  // session that was here is for the client to notice, so that it calls `onSessionEnd`.
  const wasHere = status === 'pending' || status === 'signed-in';
  const isKnown = !isCookie || wasHere || (await client.authentication.accounts()).accounts.some(isActive);
  if (!isKnown) return SIGNED_OUT;
  try {
    // This refreshes, notices the end of a session, and tells a login whose second factor is outstanding.
    await client.authentication.me();
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    if (error.code !== 'MFA_REQUIRED') {
      if (error.statusCode === 401) return SIGNED_OUT;
      throw error;
    }
    const { verifiedMethods, hasPasskey } = await client.mfa.status();
    return {
      ...LOADING,
      status: 'pending',
      nextStep: verifiedMethods.length || hasPasskey ? 'mfa' : 'enrol',
      mfaMethods: verifiedMethods,
      defaultMfaMethod: verifiedMethods[0],
      passkey: hasPasskey ? 'verify' : undefined,
    };
  }
  const session = await read(client);
  return session ? complete(session) : SIGNED_OUT;
}

const isActive = (account: { isActive: boolean }): boolean => account.isActive;

/** A request of the session needs a session, so cookies are sent without one. */
async function read(client: UserClient): Promise<CurrentSession | null> {
  const reply =
    client.delivery === 'cookie'
      ? client.authentication.session()
      : client.request({ method: 'GET', path: '/auth/session' });
  return ((await reply) as { session: CurrentSession | null }).session;
}
