// Logging in with e-mail or phone and password. Whatever is wrong (account, tenant, password, status) the answer, the
// writes and the hash are the same, and the attempt was debited before the password was looked at.
import { fail } from '../../contract/errors.ts';
import { NO_TENANT, noUser, tenantId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { asTenant, type Tenant, tenantKey } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import { identifier } from '../addresses.ts';
import type { Channel } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Delivery } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { startSession } from '../sessions/start.ts';
import { loginByProvider } from '../sso/login.ts';
import { loginByCode } from './passwordless.ts';

export type Login = {
  providerName: string;
  credentials: {
    email?: string;
    phone?: string;
    password?: string;
    identifier?: string;
    channels?: Channel[];
    code?: string;
    codeVerifier?: string;
    token?: string;
    nonce?: string;
  };
  tenantId?: string;
  rememberMe: boolean;
};

const SIX_DIGITS = /^[0-9]{6}$/;

const missing = (field: string): never => fail('INVALID_INPUT', { message: `${field}: is required` });

/**
 * Opens a session for the account that proves itself, by password, by code, or by an identity provider; a pending one
 * where a second factor is due. Throws INVALID_CREDENTIALS (a code: VERIFICATION_CODE_INVALID, a provider: what
 * `loginByProvider` throws), or 429 when attempts are used up.
 */
export async function login(input: Login, client: Client): Promise<Delivery> {
  if (!input.tenantId) fail('TENANT_ID_REQUIRED');
  const kind = input.providerName;
  if (kind === 'passwordless') return byCode(input.tenantId as string, input, client);
  if (kind !== 'email' && kind !== 'phone') {
    const { credentials, rememberMe } = input;
    return loginByProvider({ provider: kind, tenantId: input.tenantId as string, credentials, rememberMe }, client);
  }
  const field = `credentials.${kind}`;
  const who = await identifier(kind, input.credentials[kind] ?? missing(field), field);
  const password = input.credentials.password ?? missing('credentials.password');

  await logIdentifier(who.value);
  const tenant = tenantId(input.tenantId) ?? NO_TENANT;
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
  if (!right || !user || !found || !mayLogIn(user, found, kind)) {
    log.info('login_failed', { tenant, provider: kind, ip: client.ip });
    return fail('INVALID_CREDENTIALS');
  }
  const newHash = await passwords.rehashed(password, user.passwordHash as string);
  const [delivery] = await Promise.all([
    startSession(user, found, { amr: ['pwd'], channel: null, persistent: input.rememberMe, client }, held),
    limits.reset(account),
    limits.refundIfBusy(address),
    newHash && users.rehash(user, newHash),
  ]);
  return delivery;
}

const byCode = (tenantId: string, { credentials, rememberMe }: Login, client: Client): Promise<Delivery> =>
  loginByCode(
    {
      tenantId,
      identifier: credentials.identifier ?? missing('credentials.identifier'),
      channels: credentials.channels ?? missing('credentials.channels'),
      code: sixDigits(credentials.code ?? missing('credentials.code')),
      rememberMe,
    },
    client,
  );

/** Providers' codes are longer; nothing but six digits is compared, or counted as a try. */
const sixDigits = (code: string): string =>
  SIX_DIGITS.test(code) ? code : fail('INVALID_INPUT', { message: 'credentials.code: is not valid' });

/** Disabled accounts and methods, inactive tenants and addresses still to be verified are refused like a wrong password. */
function mayLogIn(user: users.User, tenant: Tenant, kind: 'email' | 'phone'): boolean {
  const verified = kind === 'email' ? user.emailVerifiedAt : user.phoneVerifiedAt;
  const mustVerify = tenant.settings.signup?.mode === 'verifyFirst';
  const allowed = kind === 'email' ? user.emailLoginEnabled : user.phoneLoginEnabled;
  return user.isActive && allowed && tenant.status === 'active' && (verified !== null || !mustVerify);
}
