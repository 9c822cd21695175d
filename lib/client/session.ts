// Holds the tokens of a client and refreshes them when they expire.

export type Tokens = { accessToken: string; refreshToken: string };

type Options = { tokens?: Tokens; onTokens?: (tokens: Tokens | undefined) => void };

/** How a session talks to the service. */
type Service = {
  refresh: (refreshToken: string | undefined) => Promise<Partial<Tokens>>;
  /** Returns whether the error means that the access token or the access cookie has expired. */
  isExpired: (error: unknown, hasTokens: boolean) => boolean;
  /** Returns whether the error means that the session has ended. */
  isOver: (error: unknown) => boolean;
};

/**
 * Creates the holder of the tokens. When several calls find the access token expired, one refresh runs and all of them
 * wait for it. The grace period of the service would allow a second refresh, but it is not needed.
 */
export function createSession(options: Options, { refresh, isExpired, isOver }: Service) {
  let held = options.tokens;
  let refreshing: Promise<void> | undefined;

  const hold = (tokens: Partial<Tokens> | undefined): void => {
    const { accessToken, refreshToken } = tokens ?? {};
    if (tokens && !(accessToken && refreshToken)) return; // Cookie mode: the browser holds them.
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

  /** Runs the call with the access token. If the token has expired, refreshes it and runs the call once more. */
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
