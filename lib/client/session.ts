// The tokens a client holds, and when it exchanges them.

export type Tokens = { accessToken: string; refreshToken: string };

type Options = { tokens?: Tokens; onTokens?: (tokens: Tokens | undefined) => void };

/** What a session needs to know of the service's answers. */
type Answers = {
  refresh: (refreshToken: string | undefined) => Promise<Partial<Tokens>>;
  /** Whether the error says that the access token, or the access cookie, has run out. */
  isExpired: (error: unknown, hasTokens: boolean) => boolean;
  /** Whether the error says that the session is over. */
  isOver: (error: unknown) => boolean;
};

/**
 * Holds tokens. However many calls find the access token expired, one refresh runs and all of them wait for it: the
 * service would answer a second one from its grace period, but needn't be asked.
 */
export function createSession(options: Options, { refresh, isExpired, isOver }: Answers) {
  let held = options.tokens;
  let refreshing: Promise<void> | undefined;

  const hold = (tokens: Partial<Tokens> | undefined): void => {
    const { accessToken, refreshToken } = tokens ?? {};
    if (tokens && !(accessToken && refreshToken)) return; // cookie mode: the browser holds them
    held = accessToken && refreshToken ? { accessToken, refreshToken } : undefined;
    options.onTokens?.(held);
  };

  const renew = (refreshToken: string | undefined): Promise<void> => {
    refreshing ??= refresh(refreshToken)
      .then(hold, (error) => {
        if (isOver(error)) hold(undefined);
        throw error;
      })
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  };

  /** Runs the call with the access token; if that turns out to be expired, once more with a fresh one. */
  const authorised = async <T>(call: (bearer?: string) => Promise<T>): Promise<T> => {
    await refreshing?.catch(() => {});
    const used = held;
    try {
      return await call(used?.accessToken);
    } catch (error) {
      if (!isExpired(error, used !== undefined)) throw error;
      if (held === used) await renew(used?.refreshToken);
      return call(held?.accessToken);
    }
  };

  return { tokens: (): Tokens | undefined => held, hold, authorised };
}
