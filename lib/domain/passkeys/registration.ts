// Adds passkeys to an account: in a complete session, or in a pending login that must set up its second factor.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { PasskeyRefusal, readNewPasskey, USER_HANDLE_BYTES } from '../../crypto/webauthn/ceremonies.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/passkeys.ts';
import * as users from '../../store/people/users.ts';
import { changeFactors, type FactorChange, type Factors } from '../mfa/change-factors.ts';
import { complete } from '../mfa/complete.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { refused } from './assertion.ts';
import { newChallenge, purposeOf, requireChallenge } from './challenges.ts';
import { creationOptions, MAX_PASSKEYS, newPasskey } from './new-passkey.ts';
import { requirePasskeys } from './relying-party.ts';
import { namesOf, usableOf, viewOf } from './view.ts';

/**
 * Returns the options of a new passkey. Throws PASSKEYS_NOT_ENABLED and PASSKEY_LIMIT_REACHED. The first
 * passkey of an account has a new handle, which is in the challenge until the passkey is added.
 */
export async function options(actor: Actor): Promise<Reply<'POST /auth/passkeys/options'>> {
  const { tenant, user } = actor;
  const { id } = requirePasskeys(tenant);
  const passkeys = usableOf(await store.passkeysOf(tenant.id, user.id), user);
  if (passkeys.length >= MAX_PASSKEYS) return fail('PASSKEY_LIMIT_REACHED');
  // 32 random bytes, and nothing about the person (WebAuthn Level 3, 14.6.1). The first passkey stores them.
  const handle = user.passkeyHandle ?? randomSecret(USER_HANDLE_BYTES);
  const challenge = await newChallenge(purposeOf('add', actor), handle);
  return { options: creationOptions(id, { id: handle, ...namesOf(user) }, challenge, passkeys) };
}

type Sent = Body<'POST /auth/passkeys'>;

/** Adds a passkey and tells the owner. Other sessions stay. Throws what `addPasskey` throws. */
export async function add(actor: Actor, sent: Sent, client: Client): Promise<Reply<'POST /auth/passkeys'>> {
  const { passkey } = await addPasskey(actor, sent, client, false);
  return viewOf(passkey);
}

/**
 * Adds a passkey to the account of a pending login, which it completes, and returns the new tokens. If the login fails then,
 * the passkey is added, and its next use completes the login. Throws what `addPasskey` and `complete` throw.
 */
export async function enrol(actor: Actor, sent: Sent, client: Client): Promise<Delivery> {
  const { user, passkey } = await addPasskey(actor, sent, client, true);
  const { held } = await users.findWithHeld(user.tenantId, user.id);
  const proof = {
    // RFC 8176, as for a login.
    amr: [passkey.isBackupEligible ? 'swk' : 'hwk', 'user', 'mfa'],
    write: store.keepPasskeyWrite(passkey),
    events: [],
    invalid: 'PASSKEY_INVALID' as const,
  };
  const session = { ...actor.session, epoch: user.epoch };
  return complete({ ...actor, user, session }, proof, held, false, client);
}

/**
 * Adds the passkey. `isFactor`: and switches the second factor on, which ends every other session of the account. Throws
 * PASSKEYS_NOT_ENABLED, PASSKEY_LIMIT_REACHED, SESSION_NOT_FOUND, and PASSKEY_INVALID for every mistake, a passkey that a
 * user of the tenant has, and for all but one of the callers with one challenge.
 */
async function addPasskey(actor: Actor, { credential, name }: Sent, client: Client, isFactor: boolean) {
  const { tenant, user } = actor;
  const party = requirePasskeys(tenant);
  const about = { tenant: tenant.id, user: user.id, ip: client.ip };
  const { id: credentialId, response } = credential;
  const read = async () => {
    const fresh = readNewPasskey({ id: credentialId, ...response }, party);
    const handle = await requireChallenge(fresh.challenge, purposeOf('add', actor));
    return { fresh, handle: handle ?? '' };
  };
  const { fresh, handle } = await read().catch((error: unknown) => refused(error, about));
  const { challenge } = fresh;
  const hash = store.passkeyHashOf(credentialId);
  const passkey: store.Passkey = {
    ...store.passkeyKey(tenant.id, user.id, hash),
    type: 'passkey',
    ...newPasskey(fresh, { credential, name }, handle, party, client),
  };
  const at = passkey.createdAt;
  const decide = async ({ user: current, passkeys }: Factors): Promise<FactorChange> => {
    // In each round: another caller with the same challenge or passkey may have been faster.
    const inTheWay = [store.passkeyClaimKey(tenant.id, hash), store.usedChallengeKey(tenant.id, challenge)];
    const [claim, used] = await getMany(inTheWay);
    if (claim ?? used) return refused(new PasskeyRefusal(claim ? 'taken' : 'challenge_used'), about);
    const usable = usableOf(passkeys, current);
    // Another one was added meanwhile, with the handle that counts now.
    if (current.passkeyHandle !== null && current.passkeyHandle !== handle)
      return refused(new PasskeyRefusal('handle_of_another'), about);
    if (usable.length >= MAX_PASSKEYS) return fail('PASSKEY_LIMIT_REACHED');
    const detail = { ...userHeader(current), passkeyId: passkey.id, passkeyName: passkey.name };
    return {
      user: {
        hasPasskey: true,
        passkeyRpId: party.id,
        passkeyHandle: handle,
        // A way in to the account more.
        linkEpoch: current.linkEpoch + 1,
        ...(isFactor && { isMfaEnabled: true }),
      },
      writes: [
        store.useChallengeWrite(tenant.id, challenge, at),
        ...store.passkeyWrites(tenant.id, user.id, passkey),
        // Those that a change of the account or of the domain has shut out open nothing any more.
        ...passkeys
          .filter((each) => !usable.includes(each) || each.rpId !== party.id)
          .flatMap((each) => store.removePasskeyWrites(tenant.id, each)),
      ],
      events: [
        event('svc.passkey_added', detail),
        ...(isFactor && !current.isMfaEnabled
          ? [event('svc.two_factor_enabled', { ...userHeader(current), method: 'passkey', deviceId: null })]
          : []),
      ],
      ...(isFactor && { mfaAt: at }),
    };
  };
  const after = await changeFactors(actor, decide, isFactor);
  return { user: after, passkey };
}
