// Logs a user in with a password, a one-time code or an identity provider. A failed password login does not reveal
// whether account, tenant, password or status was wrong: the response, the writes and the hashing are the same. The
// attempt is counted before the password is compared.

import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { followUp } from '../../platform/follow-up.ts';
import { log } from '../../platform/log.ts';
import * as users from '../../store/people/users.ts';
import { headFrom } from '../../store/tenants/tenants.ts';
import { rememberNetwork } from '../account/known-source.ts';
import { tenantNamed } from '../credentials/account-lookup.ts';
import { passwordObstacles } from '../credentials/admission.ts';
import { logIdentifier } from '../credentials/log-identifier.ts';
import * as passwords from '../credentials/passwords.ts';
import { moveAtLogin } from '../migration/move.ts';
import type { Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { needsSecondFactor } from '../sessions/mfa-policy.ts';
import { startSession } from '../sessions/start.ts';
import { loginByProvider } from '../sso/login.ts';
import { type PasswordCredentials, readCredentials } from './credentials.ts';
import { openPasswordGuess } from './password-guess.ts';
import { loginByCode } from './passwordless.ts';

/**
 * Starts a session for the account that the credentials prove, and returns its tokens. If a second factor is needed,
 * the session is a pending login. Throws INVALID_CREDENTIALS for a password, VERIFICATION_CODE_INVALID for a code, what
 * `moveAtLogin` and `loginByProvider` throw, and 429 if no attempts are left.
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
  { identifier, password }: PasswordCredentials,
  rememberMe: boolean,
  client: Client,
): Promise<Delivery> {
  await logIdentifier(identifier.value);
  const id = tenantNamed(tenantId);
  const { guess, counted, user, held, headItem } = await openPasswordGuess(id, identifier, client);
  const isRightPassword = await passwords.matches(password, user?.passwordHash, counted);
  // After the password: `headFrom` reads again if there is no head, and a wrong login must not show that by its time.
  const tenant = isRightPassword ? await headFrom(id, headItem) : undefined;
  // An obstacle is refused like a wrong password.
  // A person without an account may have one at the tenant's earlier service.
  const moved = user
    ? undefined
    : await moveAtLogin({ tenantId: id, headItem, identifier, password, counted, client, persistent: rememberMe });
  if (moved) {
    await guess.succeeded();
    return moved;
  }
  if (!isRightPassword || !user || !tenant || passwordObstacles(user, tenant, identifier.kind).length) {
    log.info('login_failed', { tenant: id, provider: identifier.kind, ip: client.ip });
    // A copy that an earlier release wrote says, too, that the tenant exists.
    await guess.failed({ tenant: headItem && id, user });
    return fail('INVALID_CREDENTIALS');
  }
  const newHash = await passwords.rehashed(password, user.passwordHash as string);
  const [delivery] = await Promise.all([
    startSession(user, tenant, { amr: ['pwd'], channel: null, persistent: rememberMe, client }, held),
    guess.succeeded(),
    !needsSecondFactor(user, tenant) && rememberNetwork(user, client),
    newHash && followUp('new hash', users.rehash(user, newHash)),
  ]);
  return delivery;
}
