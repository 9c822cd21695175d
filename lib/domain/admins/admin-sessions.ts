// Manages admin sessions: login, logout, and the check of the session cookie on every call.

import { DUTIES } from '../../contract/duties.ts';
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { adminId, adminSessionIdOf } from '../../platform/ids.ts';
import { count } from '../../platform/metrics.ts';
import { origin } from '../../platform/request-context.ts';
import { config } from '../../platform/settings/config.ts';
import { end } from '../../store/admins/admin-sessions.ts';
import * as store from '../../store/admins/admins.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { hashOfAdminSession } from '../../store/keys.ts';
import { outboxWrite } from '../../store/outbox.ts';
import { canonicalEmail } from '../addresses.ts';
import type { AdminActor } from '../administrator.ts';
import { type AuditView, auditEvent } from '../audit.ts';
import { networkHash, withNetwork } from '../credentials/networks.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Client } from '../sessions/caller.ts';
import { isOfNow } from '../still-counts.ts';
import { owedFactor, passkeysOfAdmins } from './passkeys/policy.ts';
import { refuse, requireProof, settle } from './proof.ts';

/** `lastUsedAt` is written at most this often, so that most calls write nothing. */
const TOUCH_MS = 60_000;

/** Returns an admin as other admins see them. */
export const viewOf = (admin: store.Admin): Reply<'POST /auth/admin/admins'>['admin'] => ({
  id: admin.id,
  email: admin.email,
  name: admin.name,
  role: admin.role,
  tenants: admin.tenants,
  metadata: admin.metadata,
  isMfaEnabled: admin.totp !== undefined,
  hasPasskey: admin.passkeyHandle !== undefined,
  lastLoginAt: iso(admin.lastLoginAt),
  createdAt: iso(admin.createdAt),
  updatedAt: iso(admin.updatedAt),
});

/** Returns the admin of the session, and what their role lets them do. */
export const me = ({ admin }: AdminActor) => ({ ...viewOf(admin), duties: [...DUTIES[admin.role]] });
/** Returns which second factor the deployment requires of the admin, who has none. */
export const mustEnrol = ({ admin }: AdminActor) => owedFactor(admin);
/** Returns which functions the admin console offers. */
export const consoleConfig = () => ({
  allowAdminManagement: true,
  isTotpRequired: config().adminTotp === 'required',
  passkeys: passkeysOfAdmins(),
  provider: config().adminProvider ?? null,
});
/** Returns what depends on the runtime of the functions, for the smoke test. */
export const runtime = () => ({ passwordScheme: passwords.scheme() });

/**
 * Logs an admin in. The value of the returned cookie is the admin's id and a secret. Only the hash of the secret is
 * stored. Throws INVALID_CREDENTIALS, MFA_REQUIRED, PASSKEY_REQUIRED, MFA_CODE_INVALID, PASSKEY_INVALID, ACCOUNT_LOCKED
 * and RATE_LIMITED.
 */
export async function login(input: Body<'POST /auth/admin/login'>, client: Client) {
  const proof = await requireProof(canonicalEmail(input.email), input, client);
  const { admin, factor } = proof;
  const at = now();
  const { session, cookie } = newSession(admin, client, at);
  const networks = withNetwork(admin.networks, await networkHash(admin.id, client.ip));
  const isByCode = proof.attempt.code === 'right';
  const { step, writes } = factor ?? {};
  if (!(await store.startSession(admin, session, at, step, networks, isByCode, writes))) return refuse(proof, client);
  count('AuthenticationSuccess');
  await settle(proof);
  return {
    message: 'Logged in.',
    admin: { ...viewOf(admin), lastLoginAt: iso(at) },
    cookie,
  };
}

/**
 * Returns a session that begins at `at` (ms), not stored yet, and the cookie that opens it. `provedAt`: when the admin
 * proved who they are, if before.
 */
export function newSession(admin: store.Admin, client: Client, at: number, provedAt = at) {
  const secret = randomSecret();
  const by = origin();
  const { adminAbsolute } = config().ttl;
  const session: store.AdminSession = {
    ...store.sessionKey(admin.id, digest(secret)),
    type: 'admin-session',
    adminId: admin.id,
    epoch: admin.epoch,
    userAgent: client.userAgent.slice(0, 100),
    ip: client.ip,
    provedAt: Math.min(at, provedAt),
    lastUsedAt: at,
    expiresAt: at + adminAbsolute * 1000,
    createdAt: at,
    ...(by && { by }),
    ttl: seconds(at) + adminAbsolute + 86_400,
  };
  return { session, cookie: { value: `${admin.id}.${secret}`, maxAge: adminAbsolute } };
}

/** Whether the session can be used at `at` (ms). */
export const isAlive = (session: store.AdminSession, admin: store.Admin, at: number): boolean =>
  session.epoch === admin.epoch &&
  isOfNow(session.createdAt) &&
  session.expiresAt > at &&
  at - session.lastUsedAt < config().ttl.adminIdle * 1000;

/**
 * Returns the admin and session of a cookie, with one strongly consistent read. Throws NO_AUTH_PROVIDED without a
 * cookie, and SESSION_INVALID for one that is malformed, unknown, expired or revoked. A session that is bound to a device needs
 * more: `authenticate`.
 */
export async function findActor(cookie: string | undefined): Promise<AdminActor> {
  if (cookie === undefined) return fail('NO_AUTH_PROVIDED');
  const dot = cookie.indexOf('.');
  const id = adminId(cookie.slice(0, Math.max(0, dot)));
  if (!id) return fail('SESSION_INVALID');
  const [adminItem, sessionItem] = await getMany([
    store.adminKey(id),
    store.sessionKey(id, digest(cookie.slice(dot + 1))),
  ]);
  const [admin, session] = [store.asAdmin(adminItem), store.asSession(sessionItem)];
  return admin && session && isAlive(session, admin, now()) ? { admin, session } : fail('SESSION_INVALID');
}

/**
 * Returns the admin and session of a cookie, and records that it was used. If `isProved` says that the browser does not prove the
 * key of the session, throws SESSION_INVALID, or returns an actor that says so, if `mayLackKey`: it is no use of the session. Throws as
 * `findActor` does.
 */
export async function authenticate(
  cookie: string | undefined,
  isProved: (session: store.AdminSession) => Promise<boolean>,
  mayLackKey = false,
): Promise<AdminActor> {
  const actor = await findActor(cookie);
  if (!(await isProved(actor.session)))
    return mayLackKey ? { ...actor, isUnproved: true } : fail('SESSION_INVALID', { message: UNPROVED });
  const at = now();
  if (at - actor.session.lastUsedAt >= TOUCH_MS) await store.touch(actor.session, at);
  return actor;
}

const UNPROVED = 'The session must be bound to a device, and this browser has not proved its key. Please log in again.';

/** The write of the audit event of what an admin does with their own sessions. */
export const sessionEventWrite = (admin: store.Admin, what: SessionEvent, before: AuditView = {}) =>
  outboxWrite(null, [auditEvent({ admin }, `admin.${what}`, { type: 'admin', id: admin.id }, before)], now());
type SessionEvent = 'session_bound' | 'session_ended' | 'sessions_ended' | 'logged_out' | 'proved';

/**
 * Ends every session of the admin. A browser that does not prove the key of its session ends that one alone: a thief of the cookie
 * must not end the others.
 */
export async function logout({ admin, session, isUnproved }: AdminActor) {
  if (isUnproved) {
    const sessionId = adminSessionIdOf(hashOfAdminSession(session));
    await end(session, sessionEventWrite(admin, 'session_ended', { sessionId }));
  } else await store.raiseEpoch(admin.id, sessionEventWrite(admin, 'logged_out'));
  return { message: 'Logged out.' };
}
