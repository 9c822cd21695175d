// Logs a user in with a passkey alone. It names its account, so nothing is asked for before, and options say nothing about
// accounts. The passkey must have verified its user: then it is both factors.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { PasskeyRefusal } from '../../crypto/webauthn/ceremonies.ts';
import { noUser } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { getMany } from '../../store/dynamo/table.ts';
import * as store from '../../store/people/passkeys.ts';
import * as users from '../../store/people/users.ts';
import { headFrom, headKey } from '../../store/tenants/tenants.ts';
import { rememberNetwork } from '../account/known-source.ts';
import { tenantNamed } from '../credentials/account-lookup.ts';
import { accountObstacles } from '../credentials/admission.ts';
import { bindingOf, bindingShown, requireBinding } from '../credentials/binding.ts';
import { openLongGuess } from '../credentials/guess.ts';
import type { Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { isPasskeyLoginOn, mustProveFirst } from '../sessions/passkey-policy.ts';
import { startSessionWith } from '../sessions/start.ts';
import { eventsWrite, proveByPasskey } from './assertion.ts';
import { LIFETIME_MS, newChallenge } from './challenges.ts';
import { requireRelyingParty } from './relying-party.ts';

/**
 * Returns the options of a login, which are the same for every tenant and visitor. Reads and writes nothing. Throws
 * PASSKEYS_NOT_ENABLED, and INVALID_INPUT for a caller to whom nothing can be bound.
 */
export async function loginOptions(
  { tenantId, codeChallenge }: Body<'POST /auth/passkeys/login-options'>,
  client: Client,
): Promise<Reply<'POST /auth/passkeys/login-options'>> {
  if (!tenantId) return fail('TENANT_ID_REQUIRED');
  const { id: rpId } = requireRelyingParty(undefined);
  const binding = requireBinding(bindingOf(codeChallenge, client));
  const challenge = await newChallenge({ kind: 'login', tenant: tenantNamed(tenantId), binding });
  // Without a list of passkeys: the authenticator offers those that it has.
  return { options: { challenge, rpId, timeout: LIFETIME_MS, userVerification: 'required', allowCredentials: [] } };
}

/**
 * Starts a complete session for the owner of the passkey. Throws PASSKEY_INVALID for every mistake and for all but one of
 * the callers with one challenge, PASSKEYS_NOT_ENABLED where a passkey alone does not log in, and RATE_LIMITED. An unknown
 * passkey costs the same reads.
 */
export async function login(
  { tenantId, credential, codeVerifier, rememberMe }: Body<'POST /auth/passkeys/login'>,
  client: Client,
): Promise<Delivery> {
  if (!tenantId) return fail('TENANT_ID_REQUIRED');
  requireRelyingParty(undefined);
  const tenant = tenantNamed(tenantId);
  const hash = store.passkeyHashOf(credential.id);
  const [guess, [headItem, claim]] = await Promise.all([
    openLongGuess(client.ip),
    getMany([headKey(tenant), store.passkeyClaimKey(tenant, hash)]),
  ]);
  const owner = store.asPasskeyClaim(claim)?.userId ?? noUser(tenant);
  const [{ user, held }, passkey, head] = await Promise.all([
    users.findWithHeld(tenant, owner),
    store.findPasskey(tenant, owner, hash),
    headFrom(tenant, headItem),
  ]);
  if (head?.status === 'active' && !isPasskeyLoginOn(head)) return fail('PASSKEYS_NOT_ENABLED');
  const binding = bindingShown(codeVerifier, client) ?? '';
  const expected = {
    party: requireRelyingParty(head),
    purpose: { kind: 'login', tenant, binding } as const,
    isHandleNeeded: true,
    mustVerifyUser: true,
  };
  const begin = async (): Promise<Delivery> => {
    const proof = await proveByPasskey(user, passkey, credential, expected);
    if (!user || !head || accountObstacles(user, head).length) throw new PasskeyRefusal('account');
    // As for a password and an identity (lib/domain/credentials/admission.ts, lib/domain/sso/accounts.ts).
    if (mustProveFirst(user, head)) throw new PasskeyRefusal('address_unverified');
    const opening = { amr: proof.amr, channel: null, persistent: rememberMe, client, hasBothFactors: true } as const;
    const [delivery] = await Promise.all([
      startSessionWith(user, head, { ...opening, amr: [...opening.amr] }, held, [
        proof.write,
        ...eventsWrite(user, proof),
      ]),
      proof.record(),
    ]);
    if (!delivery) throw new PasskeyRefusal('challenge_used');
    await Promise.all([guess.succeeded(), rememberNetwork(user, client)]);
    return delivery;
  };
  try {
    return await begin();
  } catch (error) {
    if (!(error instanceof PasskeyRefusal)) throw error;
    log.info('login_failed', { tenant, provider: 'passkey', reason: error.message, ip: client.ip });
    await guess.failed({ tenant: head?.id, user });
    return fail('PASSKEY_INVALID');
  }
}
