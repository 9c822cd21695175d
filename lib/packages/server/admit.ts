// Decides whether a request may pass: the one rule that every adapter uses.
import {
  type Claims,
  type Proofs,
  requirePermission,
  requireProofs,
  requireRole,
  requireScope,
  requireTenant,
} from './claims.ts';
import { refuse } from './errors.ts';
import type { RequestLike } from './token-from.ts';
import type { Verifier } from './verifier.ts';

/** What the token must say beyond being valid. */
export type Rules<Request = unknown> = Proofs & {
  /** The names of scopes, separated by spaces. */
  scope?: string;
  /** The name of a permission. */
  permission?: string;
  /** The name of a role. */
  role?: string;
  /** Returns the id of the tenant that the request is about, such as a parameter of its path. No text admits no user. */
  tenant?: (request: Request) => unknown;
  /** Ask Gatehouse whether the session lives, with each request. */
  online?: boolean;
};

const KINDS = {
  scope: 'string',
  permission: 'string',
  role: 'string',
  tenant: 'function',
  online: 'boolean',
  maxAge: 'number',
  secondFactor: 'boolean',
};

/**
 * Returns the rules. Throws a TypeError if one is misspelt or has no value, such as a permission from a variable that is
 * not set: it would admit every user.
 */
export function requireRules<Some extends object>(rules: Some, kinds: Readonly<Record<string, string>> = KINDS): Some {
  for (const [name, value] of Object.entries(rules)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw new TypeError(`there is no rule "${name}" here`);
    if (typeof value !== kind || value === '') throw new TypeError(`the rule "${name}" must be a ${kind}`);
  }
  return rules;
}

/** Returns the claims of a request that satisfies the rules. Throws `AuthError`. */
export async function admit<Request>(
  verifier: Verifier,
  sent: RequestLike,
  rules: Rules<Request>,
  request: Request,
): Promise<Claims> {
  const claims = await verifier.authenticate(sent);
  if (rules.role !== undefined) requireRole(claims, rules.role);
  if (rules.permission !== undefined) requirePermission(claims, rules.permission);
  if (rules.scope !== undefined) requireScope(claims, rules.scope);
  if (rules.tenant) requireTenant(claims, rules.tenant(request));
  requireProofs(claims, rules, Date.now());
  // A bound token is no bearer token there, too, and its proof is about this request.
  if (rules.online) await verifier.checkOnline(verifier.tokenFrom(sent) ?? refuse('INVALID_TOKEN'));
  return claims;
}

/** Global, because bundlers may load this module twice. No client can send a symbol. */
const CLAIMS = Symbol.for('@gatehouse-auth/server/claims');
type Marked = { [CLAIMS]?: Claims };

/** Keeps the claims with a framework's object of the request. */
export function keepClaims(request: object, claims: Claims): void {
  (request as Marked)[CLAIMS] = claims;
}

/** Returns the claims of a request that was admitted. Throws if no such middleware is in front of the route. */
export function claimsOf(request: object): Claims {
  const claims = (request as Marked)[CLAIMS];
  if (!claims) throw new Error('claimsOf: put requireAuth in front of this route');
  return claims;
}
