// Keeps the secret that codes and nonces of a browser are bound to, in a cookie that scripts cannot read.
import type { Operation } from '../contract/operation.ts';
import { randomSecret } from '../crypto/secrets.ts';
import { config } from '../platform/settings/config.ts';
import { cookieName, setCookie } from './cookies.ts';
import { isCookieMode, type Request } from './request.ts';

/**
 * Returns the browser's secret in cookie mode, a new one if the operation binds and the browser has none. A browser
 * keeps its secret while it asks again, because the message of the first request may be the one that was sent. A cookie
 * that was sent twice is ambiguous and counts as none.
 */
export function browserSecret(request: Request, browser: Operation['browser']): string | undefined {
  if (!isCookieMode(request)) return undefined;
  const values = request.cookies.get(cookieName('binding')) ?? [];
  const held = values.length === 1 && /^[\w-]{43}$/.test(values[0] as string) ? values[0] : undefined;
  return held ?? (browser?.binds ? randomSecret() : undefined);
}

/**
 * Returns a Set-Cookie line that keeps the secret as long as what is bound to it. `first`: the seconds that a flow or a
 * nonce lives. It may end with a message whose code is bound to the same secret, and no cookie comes with that error.
 */
export const bindingCookie = (secret: string, first: number = config().ttl.code): string =>
  setCookie('binding', secret, first + config().ttl.code);
