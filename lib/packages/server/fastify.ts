// Protects routes of Fastify.
import { admit, keepClaims, type Rules, requireRules } from './admit.ts';
import { isAuthError } from './errors.ts';
import type { Verifier } from './verifier.ts';

export { claimsOf } from './admit.ts';

export type FastifyRequest = {
  method: string;
  url?: string;
  headers: Record<string, string | string[] | undefined>;
  params: unknown;
};
export type FastifyReply = { headers(values: Record<string, string>): unknown };

/**
 * Returns an `onRequest` hook that passes requests with a valid token. It throws for all others, as `requirePermission`
 * does in a handler: Fastify responds with the four fields of the error unless you set an error handler.
 */
export function requireAuth(verifier: Verifier, rules: Rules<FastifyRequest> = {}) {
  requireRules(rules);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      keepClaims(request, await admit(verifier, request, rules, request));
    } catch (error) {
      if (isAuthError(error)) reply.headers({ ...error.headers });
      throw error;
    }
  };
}
