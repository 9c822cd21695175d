// What the holder of the secret key may do: create the first admin, and set an admin's password. The key is judged before
// anything else is said.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { sameSecret } from '../../crypto/secrets.ts';
import { log } from '../../platform/log.ts';
import { adminSecretKey } from '../../platform/secrets.ts';
import * as store from '../../store/admins.ts';
import { canonicalEmail } from '../addresses.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Client } from '../sessions/sessions.ts';
import { change, eventsOf, newAdmin } from './accounts.ts';
import { view } from './sessions.ts';

/**
 * Creates the first admin. Throws INVALID_SECRET_KEY, SECRET_KEY_NOT_CONFIGURED, ADMIN_BOOTSTRAP_CLOSED. Of any number
 * of racers one succeeds, once and for ever.
 */
export async function signup(input: Body<'POST /auth/admin/signup'>, client: Client) {
  await requireSecretKey(input.secretKey, client, 'secret-ip');
  if (await store.isBootstrapped()) fail('ADMIN_BOOTSTRAP_CLOSED');
  const admin = await newAdmin(input);
  const events = eventsOf('secret-key', 'created', undefined, admin);
  if (!(await store.bootstrap(admin, events))) fail('ADMIN_BOOTSTRAP_CLOSED');
  log.info('admin_created', { admin: admin.id, ip: client.ip });
  return { message: 'Admin created. Please log in.', admin: view(admin) };
}

/**
 * Sets an admin's password: every session of his ends with the same write, and his failed logins are forgotten. His TOTP
 * stays unless it is to go. Throws INVALID_SECRET_KEY, SECRET_KEY_NOT_CONFIGURED, INVALID_CREDENTIALS for an unknown
 * admin, and the codes of the policy.
 */
export async function resetPassword(input: Body<'POST /auth/admin/reset-password'>, client: Client) {
  await requireSecretKey(input.secretKey, client, 'secret-reset-ip');
  const email = canonicalEmail(input.email);
  await logIdentifier(email);
  const admin = (await store.findByEmail(email)) ?? fail('INVALID_CREDENTIALS');
  passwords.requireAcceptable(input.newPassword, [email]);
  const passwordHash = await passwords.hash(input.newPassword);
  const fields = { passwordHash, removesTotp: input.removeTotp };
  const changed = await change('secret-key', admin.id, 'password_reset', fields, ['password']);
  if (!changed) fail('INVALID_CREDENTIALS');
  await Promise.all([limits.resetFor('admin-account', email), limits.resetFor('admin-otp', admin.id)]);
  log.info('admin_password_reset', { admin: admin.id, ip: client.ip });
  return { message: 'Password changed. Please log in.' };
}

/** Debits the attempt, then compares in constant time; a right key gives the attempt back. */
async function requireSecretKey(given: string, client: Client, scope: 'secret-ip' | 'secret-reset-ip'): Promise<void> {
  // The address first: one that is stopped must not use up everybody's attempts.
  const attempts = [await limits.consume(scope, limits.network(client.ip)), await limits.consume('secret-global')];
  const key = await adminSecretKey();
  if (key === undefined) return fail('SECRET_KEY_NOT_CONFIGURED');
  if (!sameSecret(given, key)) {
    log.warn('secret_key_wrong', { ip: client.ip });
    return fail('INVALID_SECRET_KEY');
  }
  await Promise.all(attempts.map(limits.refund));
}
