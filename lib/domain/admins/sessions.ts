// Sessions of admins: stored rows behind a cookie. The accounts themselves are admin-accounts.ts's.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { adminId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { note } from '../../platform/request-context.ts';
import * as store from '../../store/admins.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { canonicalEmail } from '../addresses.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Client } from '../sessions/sessions.ts';
import { refuseCode, requireCode } from './totp.ts';

export type AdminActor = Readonly<{ admin: store.Admin; session: store.AdminSession }>;

/** `lastUsedAt` is written at most this often, so that reading pages doesn't write on every call. */
const TOUCH_MS = 60_000;

/** An admin as admins see him. */
export const view = (admin: store.Admin): Reply<'GET /auth/admin/me'> => ({
  id: admin.id,
  email: admin.email,
  name: admin.name,
  metadata: admin.metadata,
  isMfaEnabled: admin.totp !== undefined,
  lastLoginAt: iso(admin.lastLoginAt),
  createdAt: iso(admin.createdAt),
  updatedAt: iso(admin.updatedAt),
});

export const me = ({ admin }: AdminActor) => view(admin);
export const consoleConfig = () => ({ allowAdminManagement: true });

/** Opens an admin session. `cookie` is its value: the admin's id and a secret of which only the hash is stored. */
export async function login(input: Body<'POST /auth/admin/login'>, client: Client) {
  const email = canonicalEmail(input.email);
  await logIdentifier(email);
  const address = await limits.consume('admin-ip', limits.network(client.ip));
  const account = await limits.consume('admin-account', email);
  const admin = await store.findByEmail(email);
  const right = await passwords.matches(input.password, admin?.passwordHash);
  if (!admin || !right) return refuseLogin(client);
  note({ actor: admin.id });
  // The password was right: what is wrong from here on is counted as guesses of the code.
  if (admin.totp) await limits.refund(account);
  const code = await requireCode(admin, input.otp, client);
  const at = now();
  const secret = randomSecret();
  const session: store.AdminSession = {
    ...store.sessionKey(admin.id, digest(secret)),
    type: 'admin-session',
    adminId: admin.id,
    epoch: admin.epoch,
    lastUsedAt: at,
    expiresAt: at + config().ttl.adminAbsolute * 1000,
    createdAt: at,
    ttl: seconds(at) + config().ttl.adminAbsolute + 86_400,
  };
  if (!(await store.startSession(admin, session, at, code?.step)))
    return code ? refuseCode(admin.id, client) : refuseLogin(client);
  count('AuthenticationSuccess');
  const newHash = await passwords.rehashed(input.password, admin.passwordHash);
  await Promise.all([
    limits.reset(account),
    limits.refundIfBusy(address),
    code && limits.refund(code.guess),
    newHash && store.rehash(admin, newHash),
  ]);
  return {
    message: 'Logged in.',
    admin: { ...view(admin), lastLoginAt: iso(at) },
    cookie: { value: `${admin.id}.${secret}`, maxAge: config().ttl.adminAbsolute },
  };
}

function refuseLogin(client: Client): never {
  log.info('admin_login_failed', { ip: client.ip });
  return fail('INVALID_CREDENTIALS');
}

/**
 * The admin behind a cookie: one strongly consistent read of admin and session. Throws NO_AUTH_PROVIDED without a
 * cookie, SESSION_INVALID for one that is malformed, unknown, expired or revoked.
 */
export async function authenticate(cookie: string | undefined): Promise<AdminActor> {
  if (cookie === undefined) return fail('NO_AUTH_PROVIDED');
  const dot = cookie.indexOf('.');
  const id = adminId(cookie.slice(0, Math.max(0, dot)));
  if (!id) return fail('SESSION_INVALID');
  const [first, second] = await getMany([store.adminKey(id), store.sessionKey(id, digest(cookie.slice(dot + 1)))]);
  const [admin, session] = [store.asAdmin(first), store.asSession(second)];
  const at = now();
  const idle = session ? at - session.lastUsedAt : 0;
  if (
    !admin ||
    !session ||
    session.epoch !== admin.epoch ||
    session.createdAt < config().sessionsSince ||
    session.expiresAt <= at ||
    idle >= config().ttl.adminIdle * 1000
  ) {
    return fail('SESSION_INVALID');
  }
  if (idle >= TOUCH_MS) await store.touch(session, at);
  return { admin, session };
}

/** Ends every session of the admin. */
export async function logout({ admin }: AdminActor) {
  await store.raiseEpoch(admin.id);
  return { message: 'Logged out.' };
}
