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
  /**
   * The scopes of an application, then the permissions that fit (RFC 9068 2.2.3). A token for a resource of yours has the
   * scopes of that resource alone.
   */
  scopes: readonly string[];
  /** The thumbprint of the key whose holder may use the token (RFC 9449). `null`: it is a bearer token. */
  boundTo: string | null;
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
  /** `null`: an identity provider of the tenant admitted the application, without a session of the user (ID-JAG). */
  sessionId: string | null;
  /** The application that has the token: prefix `app_`, or the https address of its document. `null`: Gatehouse's own pages, or a client of its API. */
  applicationId: string | null;
  /** How the user logged in (RFC 8176). Empty if an admin acts as the user, or there is no session. */
  methods: readonly string[];
  /** 1970 if an admin acts as the user, or there is no session: nothing of the user's was proved. */
  authenticatedAt: Date;
  /** Who acts for the user: an admin, prefix `adm_`, or a machine, prefix `app_`. `null`: the user is the caller. */
  actorId: string | null;
  /** All who act, the last one first: a machine can hand the token on to another one (RFC 8693 4.1). */
  actors: readonly string[];
};

/** What a verified access token of a machine or an API key says. No session is behind it. */
export type MachineClaims = Common & {
  kind: 'machine';
  /** The application, prefix `app_`, or the API key, prefix `key_`. */
  clientId: string;
  /** The user or the machine for whom the API key acts. `null`: the machine acts for itself. */
  ownerId: string | null;
};

/** `kind` says which. */
export type AnyClaims = Claims | MachineClaims;

type Payload = Readonly<Record<string, unknown>>;

/**
 * Returns the claims of a verified payload, or `undefined` if it is not that of an access token of Gatehouse. A machine is
 * its own subject, and its token names no session.
 */
export function readClaims(payload: Payload): AnyClaims | undefined {
  const { sub, client_id, act, idp, owner = null } = payload;
  // Without a session, nothing says how and when the user logged in.
  const isAdmitted = payload.sid === undefined && isText(idp);
  const { sid, auth_time, amr } = isAdmitted ? { sid: null, auth_time: 0, amr: [] } : payload;
  const common = readCommon(payload);
  if (!common || !isText(sub)) return undefined;
  if (owner !== null && !isText(owner)) return undefined;
  if (sid === undefined && client_id === sub) return { kind: 'machine', clientId: sub, ownerId: owner, ...common };
  if ((sid !== null && !isText(sid)) || !isTime(auth_time) || !isTexts(amr)) return undefined;
  const actors = actorsIn(act);
  if (!actors) return undefined;
  const authenticatedAt = new Date(auth_time * 1000);
  const applicationId = isText(client_id) && isApplication(client_id, payload) ? client_id : null;
  return {
    kind: 'user',
    userId: sub,
    sessionId: sid,
    applicationId,
    methods: amr,
    authenticatedAt,
    actorId: actors[0] ?? null,
    actors,
    ...common,
  };
}

/** Gatehouse makes no longer chain (lib/crypto/jwt.ts). */
const MOST_ACTORS = 3;

/** Returns the actors, or `undefined` if one is malformed: to ignore it would make the user the caller. */
function actorsIn(act: unknown, most = MOST_ACTORS): string[] | undefined {
  if (act === undefined) return [];
  const { sub, act: before } = (act ?? {}) as { sub?: unknown; act?: unknown };
  const earlier = isText(sub) && most > 0 ? actorsIn(before, most - 1) : undefined;
  return earlier && [sub as string, ...earlier];
}
/**
 * Whether the client is an application: registered, or known by the address of its document. Gatehouse's own pages have the
 * audience as theirs, and only tokens for Gatehouse have roles.
 */
const isApplication = (id: string, { aud, roles }: Payload): boolean =>
  id.startsWith('app_') || (id.startsWith('https://') && (id !== aud || roles === undefined));

function readCommon({
  tid,
  jti,
  iat,
  exp,
  roles = [],
  permissions = [],
  scope = '',
  cnf,
}: Payload): Common | undefined {
  // No other way of binding a token is in use, so nothing else would be checked (RFC 7800 3.1).
  const boundTo = cnf === undefined ? null : (cnf as { jkt?: unknown } | null)?.jkt;
  if (boundTo !== null && !isText(boundTo)) return undefined;
  if (!isText(tid) || !isText(jti) || !isTime(iat) || !isTime(exp)) return undefined;
  if (!isTexts(roles) || !isTexts(permissions) || typeof scope !== 'string') return undefined;
  const times = { issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) };
  return {
    tenantId: tid,
    tokenId: jti,
    roles,
    permissions,
    scopes: scope.split(' ').filter(Boolean),
    boundTo,
    ...times,
  };
}

/** Throws MISSING_REQUIRED_PERMISSIONS unless the token has the permission of exactly this name. */
export function requirePermission(claims: AnyClaims, name: string): void {
  if (!claims.permissions.includes(name)) refuse('MISSING_REQUIRED_PERMISSIONS');
}

/** Throws FORBIDDEN unless the token has the role of exactly this name. */
export function requireRole(claims: AnyClaims, name: string): void {
  if (!claims.roles.includes(name)) refuse('FORBIDDEN');
}

/** Throws INSUFFICIENT_SCOPE unless the token has all of these scopes, which are separated by spaces (RFC 6750 3.1). */
export function requireScope(claims: AnyClaims, scope: string): void {
  if (scope.split(' ').every((each) => claims.scopes.includes(each))) return;
  refuse('INSUFFICIENT_SCOPE', {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** How recent the login must be, in seconds, and whether it must have a second factor. */
export type Proofs = { maxAge?: number; secondFactor?: boolean };

/** What Gatehouse calls a login with a second factor (lib/contract/groups/oauth-browser.ts). */
const MFA_ACR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/**
 * Throws STEP_UP_REQUIRED unless the login of the user is recent and strong enough. The challenge says what the application
 * asks for at its next authorization request (RFC 9470 3). `now` in ms.
 */
export function requireProofs(claims: Claims, { maxAge, secondFactor }: Proofs, now: number): void {
  const isRecent = maxAge === undefined || now - claims.authenticatedAt.getTime() <= maxAge * 1000;
  const isStrong = !secondFactor || claims.methods.includes('mfa');
  if (isRecent && isStrong) return;
  const wanted = [
    'Bearer error="insufficient_user_authentication"',
    ...(maxAge === undefined ? [] : [`max_age="${maxAge}"`]),
    ...(secondFactor ? [`acr_values="${MFA_ACR}"`] : []),
  ];
  refuse('STEP_UP_REQUIRED', { headers: { 'www-authenticate': wanted.join(', ') } });
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
