// Reads the claims of an access token, and decides what they allow.
import { refuse } from './errors.ts';

/** What a verified access token says. */
export type Claims = {
  /** Prefix `usr_`. */
  userId: string;
  /** The tenant of the user, prefix `ten_`. */
  tenantId: string;
  sessionId: string;
  /** The names of the user's roles when the token was issued. */
  roles: readonly string[];
  /**
   * The names of the permissions that the roles grant. A token has room for 2000 bytes of roles and permissions: if they
   * are more, this is empty, and `GET /auth/me` knows them.
   */
  permissions: readonly string[];
  /** How the user logged in (RFC 8176). */
  methods: readonly string[];
  authenticatedAt: Date;
  issuedAt: Date;
  expiresAt: Date;
  /** Differs for each token. */
  tokenId: string;
};

/** Returns the claims of a verified payload, or `undefined` if it is not that of an access token of Gatehouse. */
export function readClaims(payload: Readonly<Record<string, unknown>>): Claims | undefined {
  const { sub, tid, sid, jti, iat, exp, auth_time, amr, roles, permissions } = payload;
  if (!isText(sub) || !isText(tid) || !isText(sid) || !isText(jti)) return undefined;
  if (!isTime(iat) || !isTime(exp) || !isTime(auth_time)) return undefined;
  if (!isTexts(amr) || !isTexts(roles) || !isTexts(permissions)) return undefined;
  return {
    userId: sub,
    tenantId: tid,
    sessionId: sid,
    roles,
    permissions,
    methods: amr,
    authenticatedAt: new Date(auth_time * 1000),
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
    tokenId: jti,
  };
}

/** Throws MISSING_REQUIRED_PERMISSIONS unless the token has the permission of exactly this name. */
export function requirePermission(claims: Claims, name: string): void {
  if (!claims.permissions.includes(name)) refuse('MISSING_REQUIRED_PERMISSIONS');
}

/** Throws FORBIDDEN unless the token has the role of exactly this name. */
export function requireRole(claims: Claims, name: string): void {
  if (!claims.roles.includes(name)) refuse('FORBIDDEN');
}

/** Throws NOT_A_MEMBER_OF_TENANT unless the user belongs to this tenant. Nothing but its exact id passes. */
export function requireTenant(claims: Claims, id: unknown): void {
  if (claims.tenantId !== id) refuse('NOT_A_MEMBER_OF_TENANT');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
/** The last second that a `Date` can hold (ECMA-262 21.4.1.1). */
const MAX_TIME = 8.64e12;
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) <= MAX_TIME;
