// Describes where the tokens of a client are kept, so that a session survives a reload, and is one session for all tabs.

import { parsed } from './json.ts';

/** The tokens of a session. */
export type Tokens = { accessToken: string; refreshToken: string };

/**
 * Keeps the tokens for all tabs and processes of one user. Both methods may be asynchronous, such as those of a phone's
 * key store. Scripts of the page can read what `localStorage` holds: prefer `delivery: 'cookie'` in a browser.
 */
export type TokenStorage = {
  load: () => Tokens | undefined | null | Promise<Tokens | undefined | null>;
  /** `undefined` removes them. */
  save: (tokens: Tokens | undefined) => void | Promise<void>;
};

/** Returns an adapter of `localStorage` or `sessionStorage`. */
export const webStorage = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  name = 'gatehouse.tokens',
): TokenStorage => ({
  load: () => parsed(storage.getItem(name)) as Tokens | undefined,
  save: (tokens) => (tokens ? storage.setItem(name, JSON.stringify(tokens)) : storage.removeItem(name)),
});

type Claims = { sub?: string; aud?: unknown; exp?: number; iat?: number; nonce?: unknown };

/** Returns the claims of an access token. It verifies nothing: only the service can. */
export function claimsOf({ accessToken }: Tokens): Claims {
  const payload = accessToken.split('.')[1] ?? '';
  return (parsed(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? {}) as Claims;
}
