// Completes a login with a passkey as its second factor, or renews the proof of a complete session. The account is known
// here, so its passkeys are listed, and keys that only show that a person is present work, too.
import type { Body, Reply } from '../../contract/index.ts';
import { PasskeyRefusal } from '../../crypto/webauthn/ceremonies.ts';
import * as store from '../../store/people/passkeys.ts';
import * as users from '../../store/people/users.ts';
import { complete } from '../mfa/complete.ts';
import { openFactorGuess } from '../mfa/guesses.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { proveByPasskey, refused } from './assertion.ts';
import { LIFETIME_MS, newChallenge, purposeOf } from './challenges.ts';
import { requirePasskeys } from './relying-party.ts';
import { descriptorOf, usableOf } from './view.ts';

/**
 * A complete session may have come by a password alone, and its proof may be all that there is. So the passkey verifies the
 * user then. In a pending login it adds to another factor.
 */
const mustVerifyUser = ({ session }: Actor): boolean => !session.pending;

/** Returns the options of a proof, with the passkeys of the account. Throws PASSKEYS_NOT_ENABLED. */
export async function verifyOptions(actor: Actor): Promise<Reply<'POST /auth/passkeys/verify-options'>> {
  const { tenant, user } = actor;
  const { id: rpId } = requirePasskeys(tenant);
  const [challenge, passkeys] = await Promise.all([
    newChallenge(purposeOf('verify', actor)),
    store.passkeysOf(tenant.id, user.id),
  ]);
  return {
    options: {
      challenge,
      rpId,
      timeout: LIFETIME_MS,
      userVerification: mustVerifyUser(actor) ? 'required' : 'preferred',
      allowCredentials: usableOf(passkeys, user).map(descriptorOf),
    },
  };
}

/**
 * Completes the login, or renews the proof of a full session, and returns the new tokens. Throws PASSKEY_INVALID for every
 * mistake, PASSKEYS_NOT_ENABLED, ACCOUNT_LOCKED after too many guesses, and what `complete` throws.
 */
export async function verify(
  actor: Actor,
  { credential, trustDevice }: Body<'POST /auth/passkeys/verify'>,
  client: Client,
): Promise<Delivery> {
  const { user, tenant } = actor;
  const party = requirePasskeys(tenant);
  const [guess, passkey, { held }] = await Promise.all([
    openFactorGuess(user),
    store.findPasskey(tenant.id, user.id, store.passkeyHashOf(credential.id)),
    users.findWithHeld(tenant.id, user.id),
  ]);
  const expected = {
    party,
    purpose: purposeOf('verify', actor),
    isHandleNeeded: false,
    mustVerifyUser: mustVerifyUser(actor),
  };
  const proof = await proveByPasskey(user, passkey, credential, expected).catch(async (error: unknown) => {
    if (error instanceof PasskeyRefusal) await guess.failed({ tenant: tenant.id, user });
    return refused(error, { tenant: tenant.id, user: user.id, ip: client.ip });
  });
  const { write, events } = proof;
  // A renewed proof switches nothing on.
  const method = actor.session.pending ? 'passkey' : undefined;
  const amr = [...new Set([...proof.amr, 'mfa'])];
  const [delivery] = await Promise.all([
    complete(actor, { amr, method, write, events, invalid: 'PASSKEY_INVALID' }, held, trustDevice, client),
    guess.succeeded(),
    proof.record(),
  ]);
  return delivery;
}
