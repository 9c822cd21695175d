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

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Returns an adapter of `localStorage` or `sessionStorage`: `webStorage(() => localStorage)`. It never throws: a browser
 * that blocks the storage throws at the name `localStorage` already, and a full one at each write. The tokens are then in
 * memory, as without an adapter.
 */
export const webStorage = (storage: WebStorage | (() => WebStorage), name = 'gatehouse.tokens'): TokenStorage => {
  const opened = (): WebStorage => (typeof storage === 'function' ? storage() : storage);
  /** What the storage did not take. */
  let kept: Tokens | undefined;
  return {
    load: () => {
      try {
        return kept ?? (parsed(opened().getItem(name)) as Tokens | undefined);
      } catch {
        return undefined;
      }
    },
    save: (tokens) => {
      kept = undefined;
      try {
        if (tokens) opened().setItem(name, JSON.stringify(tokens));
        else opened().removeItem(name);
      } catch {
        kept = tokens;
      }
    },
  };
};

type Claims = { sub?: string; aud?: unknown; exp?: number; iat?: number; nonce?: unknown; client_id?: unknown };

/** Returns the claims of an access token. It verifies nothing: only the service can. */
export function claimsOf({ accessToken }: Pick<Tokens, 'accessToken'>): Claims {
  const payload = accessToken.split('.')[1] ?? '';
  return (parsed(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? {}) as Claims;
}
