// Manages admin sessions: login, logout, and the check of the session cookie on every call.

import { DUTIES } from '../../contract/duties.ts';
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { followUp } from '../../platform/follow-up.ts';
import { adminId } from '../../platform/ids.ts';
import { count } from '../../platform/metrics.ts';
import { note, origin } from '../../platform/request-context.ts';
import * as store from '../../store/admins.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { canonicalEmail } from '../addresses.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import { networkHash, withNetwork } from '../credentials/networks.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Client } from '../sessions/sessions.ts';
import { isOfNow } from '../since.ts';
import * as attempts from './attempts.ts';
import { refuseCode, refuseCredentials } from './failed-login.ts';
import { requireCode } from './totp.ts';

export type AdminActor = Readonly<{ admin: store.Admin; session: store.AdminSession }>;

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
  lastLoginAt: iso(admin.lastLoginAt),
  createdAt: iso(admin.createdAt),
  updatedAt: iso(admin.updatedAt),
});

/** Returns the admin of the session, and what their role lets them do. */
export const me = ({ admin }: AdminActor) => ({ ...viewOf(admin), duties: [...DUTIES[admin.role]] });
/** Returns which functions the admin console offers. */
export const consoleConfig = () => ({ allowAdminManagement: true });
/** Returns what depends on the runtime of the functions, for the smoke test. */
export const runtime = () => ({ passwordScheme: passwords.scheme() });

/**
 * Logs an admin in. The value of the returned cookie is the admin's id and a secret. Only the hash of the secret is
 * stored. Throws INVALID_CREDENTIALS, MFA_REQUIRED, MFA_CODE_INVALID, ACCOUNT_LOCKED and RATE_LIMITED.
 */
export async function login(input: Body<'POST /auth/admin/login'>, client: Client) {
  const email = canonicalEmail(input.email);
  await logIdentifier(email);
  const ipAttempt = await limits.consume('admin-ip', limits.network(client.ip));
  const attempt = await attempts.consume(email, client);
  const { admin } = attempt;
  const isCorrect = await passwords.matches(input.password, admin?.passwordHash, [ipAttempt, ...attempt.consumed]);
  if (!admin || !isCorrect) return refuseCredentials(admin, client);
  note({ actor: admin.id });
  // The password was correct. From here on, failures count as guesses of the code.
  if (admin.totp) await attempts.refund(attempt);
  const code = await requireCode(admin, input.otp, client);
  const at = now();
  const secret = randomSecret();
  const by = origin();
  const session: store.AdminSession = {
    ...store.sessionKey(admin.id, digest(secret)),
    type: 'admin-session',
    adminId: admin.id,
    epoch: admin.epoch,
    lastUsedAt: at,
    expiresAt: at + config().ttl.adminAbsolute * 1000,
    createdAt: at,
    ...(by && { by }),
    ttl: seconds(at) + config().ttl.adminAbsolute + 86_400,
  };
  const networks = withNetwork(admin.networks, await networkHash(admin.id, client.ip));
  if (!(await store.startSession(admin, session, at, code?.step, networks)))
    return code ? refuseCode(admin, client) : refuseCredentials(admin, client);
  count('AuthenticationSuccess');
  const newHash = await passwords.rehashed(input.password, admin.passwordHash);
  await Promise.all([
    attempts.reset(attempt),
    limits.refundIfBusy(ipAttempt),
    code && limits.endRow(code.guess),
    newHash && followUp('new hash', store.rehash(admin, newHash)),
  ]);
  return {
    message: 'Logged in.',
    admin: { ...viewOf(admin), lastLoginAt: iso(at) },
    cookie: { value: `${admin.id}.${secret}`, maxAge: config().ttl.adminAbsolute },
  };
}

/**
 * Returns the admin and session of a cookie, with one strongly consistent read. Throws NO_AUTH_PROVIDED without a
 * cookie, and SESSION_INVALID for one that is malformed, unknown, expired or revoked.
 */
export async function authenticate(cookie: string | undefined): Promise<AdminActor> {
  if (cookie === undefined) return fail('NO_AUTH_PROVIDED');
  const dot = cookie.indexOf('.');
  const id = adminId(cookie.slice(0, Math.max(0, dot)));
  if (!id) return fail('SESSION_INVALID');
  const [adminItem, sessionItem] = await getMany([
    store.adminKey(id),
    store.sessionKey(id, digest(cookie.slice(dot + 1))),
  ]);
  const [admin, session] = [store.asAdmin(adminItem), store.asSession(sessionItem)];
  const at = now();
  const idleMs = session ? at - session.lastUsedAt : 0;
  if (
    !admin ||
    !session ||
    session.epoch !== admin.epoch ||
    !isOfNow(session.createdAt) ||
    session.expiresAt <= at ||
    idleMs >= config().ttl.adminIdle * 1000
  ) {
    return fail('SESSION_INVALID');
  }
  if (idleMs >= TOUCH_MS) await store.touch(session, at);
  return { admin, session };
}

/** Ends every session of the admin. */
export async function logout({ admin }: AdminActor) {
  await store.raiseEpoch(admin.id);
  return { message: 'Logged out.' };
}
