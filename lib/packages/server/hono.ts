// Protects routes of Hono.
import { admit, keepClaims, type Rules, requireRules } from './admit.ts';
import type { Verifier } from './verifier.ts';

export { claimsOf } from './admit.ts';

export type HonoContext = {
  req: { method: string; raw: { headers: Headers; url: string }; param(name: string): string | undefined };
};

/**
 * Returns a middleware that passes requests with a valid token. It throws for all others, as `requirePermission` does in
 * a handler: Hono responds with the error's `getResponse()` unless you set `onError`.
 */
export function requireAuth(verifier: Verifier, rules: Rules<HonoContext> = {}) {
  requireRules(rules);
  return async (context: HonoContext, next: () => Promise<void>): Promise<void> => {
    const { method, raw } = context.req;
    keepClaims(context, await admit(verifier, { method, url: raw.url, headers: raw.headers }, rules, context));
    await next();
  };
}
