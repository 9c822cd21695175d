// Reads the claims of an access token, and decides what they allow.
import { refuse } from './errors.ts';

/** What every access token says. */
type Common = {
  /** The tenant of the user or machine, prefix `ten_`. */
  tenantId: string;
  /** The names of the roles when the token was issued. */
  roles: readonly string[];
  /**
   * The names of the permissions that the roles grant. A token has room for 2000 bytes of roles and permissions: if they
   * are more, this is empty, and `GET /auth/me` knows those of a user.
   */
  permissions: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
  /** Differs for each token. */
  tokenId: string;
};

/** What a verified access token of a user says. */
export type Claims = Common & {
  kind: 'user';
  /** Prefix `usr_`. */
  userId: string;
  sessionId: string;
  /** How the user logged in (RFC 8176). Empty if an admin acts as the user. */
  methods: readonly string[];
  /** 1970 if an admin acts as the user: they have proved nothing of the user's. */
  authenticatedAt: Date;
  /** The admin who acts as the user, prefix `adm_`. `null`: the user is the caller. */
  actorId: string | null;
};

/** What a verified access token of a machine says. No user and no session is behind it. */
export type MachineClaims = Common & {
  kind: 'machine';
  /** The application, prefix `app_`. */
  clientId: string;
};

/** `kind` says which. */
export type AnyClaims = Claims | MachineClaims;

type Payload = Readonly<Record<string, unknown>>;

/**
 * Returns the claims of a verified payload, or `undefined` if it is not that of an access token of Gatehouse. A machine is
 * its own subject, and its token names no session.
 */
export function readClaims(payload: Payload): AnyClaims | undefined {
  const { sub, sid, client_id, auth_time, amr, act } = payload;
  const common = readCommon(payload);
  if (!common || !isText(sub)) return undefined;
  if (sid === undefined && client_id === sub) return { kind: 'machine', clientId: sub, ...common };
  if (!isText(sid) || !isTime(auth_time) || !isTexts(amr)) return undefined;
  const actorId = act === undefined ? null : (act as { sub?: unknown } | null)?.sub;
  if (actorId !== null && !isText(actorId)) return undefined;
  const authenticatedAt = new Date(auth_time * 1000);
  return { kind: 'user', userId: sub, sessionId: sid, methods: amr, authenticatedAt, actorId, ...common };
}

function readCommon({ tid, jti, iat, exp, roles, permissions, cnf }: Payload): Common | undefined {
  // Nothing here checks the key that a token is bound to, and without the check a stolen one would pass (RFC 9449 7.2).
  if (cnf !== undefined) return undefined;
  if (!isText(tid) || !isText(jti) || !isTime(iat) || !isTime(exp)) return undefined;
  if (!isTexts(roles) || !isTexts(permissions)) return undefined;
  const times = { issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) };
  return { tenantId: tid, tokenId: jti, roles, permissions, ...times };
}

/** Throws MISSING_REQUIRED_PERMISSIONS unless the token has the permission of exactly this name. */
export function requirePermission(claims: AnyClaims, name: string): void {
  if (!claims.permissions.includes(name)) refuse('MISSING_REQUIRED_PERMISSIONS');
}

/** Throws FORBIDDEN unless the token has the role of exactly this name. */
export function requireRole(claims: AnyClaims, name: string): void {
  if (!claims.roles.includes(name)) refuse('FORBIDDEN');
}

/** Throws NOT_A_MEMBER_OF_TENANT unless the user or machine belongs to this tenant. Nothing but its exact id passes. */
export function requireTenant(claims: AnyClaims, id: unknown): void {
  if (claims.tenantId !== id) refuse('NOT_A_MEMBER_OF_TENANT');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
/** The last second that a `Date` can hold (ECMA-262 21.4.1.1). */
const MAX_TIME = 8.64e12;
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) <= MAX_TIME;
