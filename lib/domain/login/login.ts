// Logging in with e-mail or phone and password. Whatever is wrong (account, tenant, password, status) the answer, the
// writes and the hash are the same, and the attempt was debited before the password was looked at.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { noUser } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { asTenant, type Tenant, tenantKey } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import { tenantNamed } from '../credentials/account-lookup.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Delivery } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { startSession } from '../sessions/start.ts';
import { loginByProvider } from '../sso/login.ts';
import { type PasswordCredentials, readCredentials } from './credentials.ts';
import { loginByCode } from './passwordless.ts';

/**
 * Opens a session for the account that proves itself, by password, by code, or by an identity provider; a pending one
 * where a second factor is due. Throws INVALID_CREDENTIALS (a code: VERIFICATION_CODE_INVALID, a provider: what
 * `loginByProvider` throws), or 429 when attempts are used up.
 */
export async function login(input: Body<'POST /auth/login'>, client: Client): Promise<Delivery> {
  const { tenantId, rememberMe } = input;
  if (!tenantId) return fail('TENANT_ID_REQUIRED');
  const credentials = await readCredentials(input);
  switch (credentials.kind) {
    case 'password':
      return loginByPassword(tenantId, credentials, rememberMe, client);
    case 'code':
      return loginByCode(tenantId, credentials, rememberMe, client);
    case 'provider':
      return loginByProvider(tenantId, credentials, rememberMe, client);
  }
}

async function loginByPassword(
  tenantId: string,
  { who, password }: PasswordCredentials,
  rememberMe: boolean,
  client: Client,
): Promise<Delivery> {
  await logIdentifier(who.value);
  const tenant = tenantNamed(tenantId);
  // The address first: one that is stopped must not use up the attempts of an account.
  const [address, [tenantItem, lock]] = await Promise.all([
    limits.consume('login-ip', limits.network(client.ip)),
    getMany([tenantKey(tenant), users.addressKey(tenant, who)]),
  ]);
  const [account, { user, held }] = await Promise.all([
    limits.consume('login-account', tenant, who.kind, who.value),
    users.findWithHeld(tenant, users.claimedBy(lock) ?? noUser(tenant)),
  ]);
  const right = await passwords.matches(password, user?.passwordHash);
  const found = asTenant(tenantItem);
  if (!right || !user || !found || !mayLogIn(user, found, who.kind)) {
    log.info('login_failed', { tenant, provider: who.kind, ip: client.ip });
    return fail('INVALID_CREDENTIALS');
  }
  const newHash = await passwords.rehashed(password, user.passwordHash as string);
  const [delivery] = await Promise.all([
    startSession(user, found, { amr: ['pwd'], channel: null, persistent: rememberMe, client }, held),
    limits.reset(account),
    limits.refundIfBusy(address),
    newHash && users.rehash(user, newHash),
  ]);
  return delivery;
}

/** Disabled accounts and methods, inactive tenants and addresses still to be verified are refused like a wrong password. */
function mayLogIn(user: users.User, tenant: Tenant, kind: 'email' | 'phone'): boolean {
  const verified = kind === 'email' ? user.emailVerifiedAt : user.phoneVerifiedAt;
  const mustVerify = tenant.settings.signup?.mode === 'verifyFirst';
  const allowed = kind === 'email' ? user.emailLoginEnabled : user.phoneLoginEnabled;
  return user.isActive && allowed && tenant.status === 'active' && (verified !== null || !mustVerify);
}
