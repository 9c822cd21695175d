// Protects routes of Express 4 and 5, and of frameworks with the same middleware.
import { admit, keepClaims, type Rules, requireRules } from './admit.ts';
import { type AuthError, isAuthError } from './errors.ts';
import type { Verifier } from './verifier.ts';

export { claimsOf } from './admit.ts';

export type ExpressRequest = {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  params: Record<string, unknown>;
};
export type ExpressResponse = {
  status(code: number): unknown;
  set(headers: Record<string, string>): unknown;
  json(body: unknown): unknown;
};
type Next = (error?: unknown) => void;

/** Returns a middleware that passes requests with a valid token, and responds to all others. */
export function requireAuth(verifier: Verifier, rules: Rules<ExpressRequest> = {}) {
  requireRules(rules);
  return async (request: ExpressRequest, response: ExpressResponse, next: Next): Promise<void> => {
    try {
      keepClaims(request, await admit(verifier, request, rules, request));
    } catch (error) {
      return errorHandler(error, request, response, next);
    }
    next();
  };
}

/** Responds to what `requirePermission` and the like throw in a handler: `app.use(errorHandler)` after your routes. */
export function errorHandler(error: unknown, _request: ExpressRequest, response: ExpressResponse, next: Next): void {
  if (isAuthError(error)) respond(response, error);
  else next(error);
}

function respond(response: ExpressResponse, { statusCode, headers, body }: AuthError): void {
  response.status(statusCode);
  response.set(headers);
  response.json(body);
}
