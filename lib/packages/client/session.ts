// Holds the tokens of a client and refreshes them: once for all callers, tabs and processes that share a storage.
import { type ClientErrorCode, codeOf } from './error.ts';
import { claimsOf, type TokenStorage, type Tokens } from './token-storage.ts';

/** `LOGGED_OUT`: here or in another tab. `USER_CHANGED`: another tab logged another user in. Else the error's code. */
export type SessionEndReason = 'LOGGED_OUT' | 'USER_CHANGED' | ClientErrorCode;

export type SessionOptions = {
  /** The tokens of an earlier session to continue. */
  tokens?: Tokens | undefined;
  /** Called when the tokens change, with `undefined` when the session ends. */
  onTokens?: ((tokens: Tokens | undefined) => void) | undefined;
  /** Keeps the tokens between reloads and shares them between tabs. Default: memory. */
  tokenStorage?: TokenStorage | undefined;
  /** Called once when the session ends. Show the login page here. */
  onSessionEnd?: ((reason: SessionEndReason) => void) | undefined;
  /** With `cookie`, tokens stay in HTTP-only cookies that scripts cannot read. */
  delivery?: 'header' | 'cookie' | undefined;
};

type Refresh = (refreshToken: string | undefined) => Promise<Partial<Tokens>>;

/** A token is refreshed so long before it expires, because the request that carries it takes time. */
const AHEAD_SECONDS = 30;
/** A lock that a frozen tab holds must not stop the others: the service accepts a second refresh for 10 seconds. */
const LOCK_TIMEOUT = 5_000;

const isOver = (error: unknown): boolean =>
  /^(SESSION_NOT_FOUND|ACCOUNT_INACTIVE|REFRESH_TOKEN_)/.test(codeOf(error) ?? '');

/** `onEnd` is called at every end, also of a session that this client has not used yet. */
export function createSession(
  options: SessionOptions,
  lockName: string,
  refresh: Refresh,
  onEnd: (reason: SessionEndReason) => void,
) {
  const { onTokens, onSessionEnd, tokenStorage } = options;
  const isCookie = options.delivery === 'cookie';
  let held = options.tokens;
  const storage: TokenStorage = tokenStorage ?? { load: () => held, save: () => {} };
  let isOpen = false;
  /** Counts the tokens that were held, in cookie mode those that the browser held. */
  let version = 0;
  /** How far the clock of the service is ahead of ours, in milliseconds. */
  let skew = 0;
  let refreshing: Promise<void> | undefined;
  let loading: Promise<void> | undefined;

  const keep = (tokens: Tokens | undefined): void => {
    isOpen = !!tokens;
    if (tokens?.accessToken === held?.accessToken) return;
    held = tokens;
    version++;
    onTokens?.(tokens);
  };

  const ready = (): Promise<void> => {
    loading ??= (async () => {
      if (held) await storage.save(held);
      keep((await storage.load()) ?? undefined);
    })().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  const resume = (): Promise<void> => {
    if (!held && !isCookie) loading = undefined;
    return ready();
  };

  /** Keeps the tokens of a reply. In cookie mode it has none: the browser holds them. */
  const hold = async ({ accessToken, refreshToken }: Partial<Tokens>): Promise<void> => {
    await ready();
    isOpen = true;
    if (isCookie) version++;
    if (!accessToken || !refreshToken) return;
    const tokens = { accessToken, refreshToken };
    skew = (claimsOf(tokens).iat ?? NaN) * 1000 - Date.now() || 0;
    keep(tokens);
    await storage.save(tokens);
  };

  /** Ends the session here. The storage keeps what another tab has put there. */
  const end = async (reason: SessionEndReason): Promise<void> => {
    await ready();
    const lost = held;
    const wasOpen = isOpen;
    keep(undefined);
    if (lost && (await storage.load())?.accessToken === lost.accessToken) await storage.save(undefined);
    if (wasOpen) onSessionEnd?.(reason);
    onEnd(reason);
  };

  /** Returns whether another tab has replaced `used`, and follows it: to its tokens, or out of the session. */
  const adopted = async (used: Tokens | undefined): Promise<boolean> => {
    if (!used) return false;
    const stored = await storage.load();
    if (stored?.accessToken === used.accessToken) return false;
    if (stored && claimsOf(stored).sub === claimsOf(used).sub) keep(stored);
    else await end(stored ? 'USER_CHANGED' : 'LOGGED_OUT');
    return true;
  };

  /** Returns whether another session has replaced the one that the error ended. If none has, ends it here too. */
  const isReplaced = async (error: unknown, used: Tokens | undefined): Promise<boolean> => {
    if (!isOver(error) || held !== used) return false;
    if (await adopted(used)) return !!held;
    await end(codeOf(error) as ClientErrorCode);
    return false;
  };

  /** The seconds until the tokens expire by the clock of the service. */
  const secondsLeft = (tokens: Tokens): number => (claimsOf(tokens).exp ?? Infinity) - (Date.now() + skew) / 1000;

  const exchange = async (expired: Tokens | undefined): Promise<void> => {
    let used = expired;
    if (await adopted(used)) {
      if (!held || secondsLeft(held) > 0) return;
      used = held;
    }
    try {
      const fresh = await refresh(used?.refreshToken);
      // A login in the meantime has begun another session.
      if (held === used) await hold(fresh);
    } catch (error) {
      if (!(await isReplaced(error, used))) throw error;
    }
  };

  /** Replaces the tokens of version `seen`. Twenty callers cause one refresh, and all of them wait for it. */
  const renew = async (seen: number): Promise<void> => {
    if (version !== seen) return;
    const used = held;
    refreshing ??= (tokenStorage ? locked(lockName, () => exchange(used)) : exchange(used)).finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  };

  /** Whether the call may succeed after a refresh. A browser drops an expired cookie, so then there is no credential. */
  const isExpired = (error: unknown, used: Tokens | undefined): boolean =>
    codeOf(error) === 'INVALID_TOKEN' ? isCookie || !!used : isCookie && codeOf(error) === 'NO_AUTH_PROVIDED';

  /** Runs the call with the access token. If the token has expired, refreshes it and runs the call once more. */
  const authorised = async <T>(call: (bearer?: string) => Promise<T>): Promise<T> => {
    await ready();
    await refreshing?.catch(() => {});
    const used = held;
    const seen = version;
    try {
      const reply = await call(used?.accessToken);
      if (isCookie && (reply as { session?: unknown }).session !== null) isOpen = true;
      return reply;
    } catch (error) {
      if (isExpired(error, used)) await renew(seen);
      else if (!(await isReplaced(error, used))) throw error;
      return call(held?.accessToken);
    }
  };

  /** Returns an access token that is valid for a while, or a new one. `undefined` if there is no session. */
  const accessToken = async (isNew = false): Promise<string | undefined> => {
    await ready();
    const used = held;
    if (!used) return undefined;
    const { exp = Infinity, iat = 0 } = claimsOf(used);
    const left = secondsLeft(used);
    // A token that lives for seconds is used for three quarters of its life.
    if (isNew || left < Math.min(AHEAD_SECONDS, (exp - iat) / 4))
      await renew(version).catch((error) => {
        if (!isOver(error) && left <= 0) throw error;
      });
    return held?.accessToken;
  };

  return { tokens: (): Tokens | undefined => held, resume, hold, end, authorised, accessToken };
}

/** Runs `work` while no other tab runs its own. Where there are no locks, or none in time, it runs at once. */
async function locked(name: string, work: () => Promise<void>): Promise<void> {
  let running: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    running ??= work();
    return running;
  };
  // Safari had locks half a year before it had `timeout`, and never wait for a lock without one.
  if ('timeout' in AbortSignal)
    await globalThis.navigator?.locks
      ?.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, begin)
      .catch(() => {});
  return begin();
}
