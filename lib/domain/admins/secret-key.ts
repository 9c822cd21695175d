// Lets the holder of the secret key create the first admin and set an admin's password. The key is checked before
// anything else, so that a caller without it learns nothing else.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { sameSecret } from '../../crypto/secrets.ts';
import { adminSecretKey } from '../../platform/aws/secrets.ts';
import { log } from '../../platform/log.ts';
import * as store from '../../store/admins/admins.ts';
import { canonicalEmail } from '../addresses.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Client } from '../sessions/caller.ts';
import { change, changeEventsWrite, newAdmin } from './accounts.ts';
import { viewOf } from './admin-sessions.ts';
import { resetCodes } from './attempts.ts';

/**
 * Creates the first admin. Throws INVALID_SECRET_KEY, SECRET_KEY_NOT_CONFIGURED and ADMIN_BOOTSTRAP_CLOSED. Exactly one
 * call ever succeeds, also when calls are concurrent.
 */
export async function signup(input: Body<'POST /auth/admin/signup'>, client: Client) {
  await requireSecretKey(input.secretKey, client, 'secret-ip');
  if (await store.isBootstrapped()) fail('ADMIN_BOOTSTRAP_CLOSED');
  const admin = await newAdmin({ ...input, role: 'owner' });
  const events = changeEventsWrite('secret-key', 'created', undefined, admin);
  if (!(await store.bootstrap(admin, events))) fail('ADMIN_BOOTSTRAP_CLOSED');
  log.info('admin_created', { admin: admin.id, ip: client.ip });
  return { message: 'Admin created. Please log in.', admin: viewOf(admin) };
}

/**
 * Sets an admin's password. The same write ends every session of the admin. Their failed logins are reset. Their
 * authenticator and passkeys stay unless `removeTotp` and `removePasskeys` are set. Throws INVALID_SECRET_KEY, SECRET_KEY_NOT_CONFIGURED,
 * INVALID_CREDENTIALS for an unknown admin, and the codes of the policy.
 */
export async function resetPassword(input: Body<'POST /auth/admin/reset-password'>, client: Client) {
  await requireSecretKey(input.secretKey, client, 'secret-reset-ip');
  const email = canonicalEmail(input.email);
  await logIdentifier(email);
  const admin = (await store.findByEmail(email)) ?? fail('INVALID_CREDENTIALS');
  passwords.requireAcceptable(input.newPassword, { email, phone: null, tenant: null });
  const passwordHash = await passwords.hash(input.newPassword);
  const fields = { passwordHash, removesTotp: input.removeTotp, removesPasskeys: input.removePasskeys };
  const changed = await change('secret-key', admin.id, 'password_reset', fields, ['password']);
  await resetCodes(changed ?? fail('INVALID_CREDENTIALS'));
  log.info('admin_password_reset', { admin: admin.id, ip: client.ip });
  return { message: 'Password changed. Please log in.' };
}

/**
 * Counts the attempt of the network, then compares the key in constant time. Throws SECRET_KEY_NOT_CONFIGURED and
 * INVALID_SECRET_KEY. The attempt is refunded if the key is correct. Wrong keys of all callers together raise an alarm.
 */
async function requireSecretKey(given: string, client: Client, scope: 'secret-ip' | 'secret-reset-ip'): Promise<void> {
  const attempt = await limits.consume(scope, limits.network(client.ip));
  const key = await adminSecretKey();
  if (key === undefined) return fail('SECRET_KEY_NOT_CONFIGURED');
  if (!sameSecret(given, key)) {
    log.warn('secret_key_wrong', { ip: client.ip });
    await limits.recordForAlarm('secret-alarm');
    return fail('INVALID_SECRET_KEY');
  }
  await limits.refund(attempt);
}
