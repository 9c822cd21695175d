// Adds a passkey to the account of a link: of an invitation, or of one that an admin made for a person who lost every other
// way in. It does not log in: the passkey does.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import {
  PasskeyRefusal,
  type RelyingParty,
  readNewPasskey,
  USER_HANDLE_BYTES,
} from '../../crypto/webauthn/ceremonies.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import { factorRemovals } from '../../store/people/factors.ts';
import * as store from '../../store/people/passkeys.ts';
import * as users from '../../store/people/users.ts';
import { claimed, type Holder, mayAddPasskey, requireHolder, useWrites } from '../account/link-holder.ts';
import * as limits from '../credentials/limits.ts';
import { networkHash } from '../credentials/networks.ts';
import type { Client } from '../sessions/caller.ts';
import { isPasskeyLoginOn } from '../sessions/passkey-policy.ts';
import { refused } from './assertion.ts';
import { newChallenge, requireChallenge } from './challenges.ts';
import { creationOptions, MAX_PASSKEYS, newPasskey } from './new-passkey.ts';
import { requirePasskeys } from './relying-party.ts';
import { namesOf, usableOf } from './view.ts';

const NOT_BY_LINK = 'This link adds no passkey to this account. Set a password with it.';

/** Returns the holder of a link that takes a passkey, and where it is used. Throws what `linkOptions` throws. */
async function requireTaker(token: string) {
  const holder = await requireHolder(token);
  const party = requirePasskeys(holder.tenant);
  return mayAddPasskey(holder) ? { holder, party } : fail('PASSKEYS_NOT_ENABLED', { message: NOT_BY_LINK });
}

const purposeOf = ({ tenant, user, token }: Holder) =>
  ({ kind: 'link', tenant: tenant.id, user: user.id, link: token.id }) as const;

/** Returns the handle that the account keeps. `null`: none, so all passkeys of before open nothing any more. */
const keptHandle = (holder: Holder): string | null =>
  holder.token.removesPasskeys ? null : claimed(holder).user.passkeyHandle;

/** Throws PASSKEY_LIMIT_REACHED if the passkeys that stay are as many as an account may have. */
function requireRoom(holder: Holder, passkeys: readonly store.Passkey[], party: RelyingParty): void {
  const kept = keptHandle(holder);
  const staying = passkeys.filter(({ handle, rpId }) => handle === kept && rpId === party.id);
  if (staying.length >= MAX_PASSKEYS) fail('PASSKEY_LIMIT_REACHED');
}

/**
 * Returns the options of a new passkey. Throws PASSWORD_RESET_TOKEN_INVALID, PASSKEYS_NOT_ENABLED, PASSKEY_LIMIT_REACHED and
 * RATE_LIMITED.
 */
export async function linkOptions(token: string, { ip }: Client): Promise<Reply<'POST /auth/passkeys/link-options'>> {
  const ofAddress = await limits.consume('token-ip', limits.network(ip));
  const { holder, party } = await requireTaker(token);
  const { tenant, user } = holder;
  const kept = keptHandle(holder);
  const handle = kept ?? randomSecret(USER_HANDLE_BYTES);
  const passkeys = kept === null ? [] : usableOf(await store.passkeysOf(tenant.id, user.id), user);
  requireRoom(holder, passkeys, party);
  const challenge = await newChallenge(purposeOf(holder), handle);
  await limits.refundIfBusy(ofAddress);
  const userVerification = isPasskeyLoginOn(tenant) ? 'required' : 'preferred';
  return {
    options: creationOptions(party.id, { id: handle, ...namesOf(user) }, challenge, passkeys, userVerification),
  };
}

/**
 * Adds the passkey and uses the link up, once. The same write ends every session, code, token and trusted device of the
 * account, and removes the passkeys that the admin chose to remove. Throws PASSKEY_INVALID for every mistake of the passkey,
 * after which the link still works, and what `linkOptions` throws.
 */
export async function addByLink(
  { token, ...sent }: Body<'POST /auth/passkeys/link'>,
  client: Client,
): Promise<Reply<'POST /auth/passkeys/link'>> {
  const ofAddress = await limits.consume('token-ip', limits.network(client.ip));
  return retryOnConflict('the account', async () => {
    const { holder, party } = await requireTaker(token);
    const { tenant, user } = holder;
    const about = { tenant: tenant.id, user: user.id, ip: client.ip };
    const { id, response } = sent.credential;
    const hash = store.passkeyHashOf(id);
    const [passkeys, [claim]] = await Promise.all([
      store.passkeysOf(tenant.id, user.id),
      getMany([store.passkeyClaimKey(tenant.id, hash)]),
    ]);
    const read = async () => {
      const fresh = readNewPasskey({ id, ...response }, party);
      const handle = (await requireChallenge(fresh.challenge, purposeOf(holder))) ?? '';
      if (claim) throw new PasskeyRefusal('taken');
      if (handle !== (keptHandle(holder) ?? handle)) throw new PasskeyRefusal('handle_of_another');
      if (isPasskeyLoginOn(tenant) && !fresh.isVerified) throw new PasskeyRefusal('user_not_verified');
      return { fresh, handle };
    };
    const { fresh, handle } = await read().catch((error: unknown) => refused(error, about));
    requireRoom(holder, passkeys, party);
    const passkey: store.Passkey = {
      ...store.passkeyKey(tenant.id, user.id, hash),
      type: 'passkey',
      ...newPasskey(fresh, sent, handle, party, client),
    };
    const proof = claimed(holder);
    const after: users.User = {
      ...proof.user,
      hasPasskey: true,
      passkeyRpId: party.id,
      passkeyHandle: handle,
      linkEpoch: user.linkEpoch + 1,
      // Networks and devices from before may be of a thief.
      networks: [await networkHash(user.id, client.ip)],
      sourcesSince: now(),
      epoch: user.epoch + 1,
      updatedAt: now(),
    };
    const gone = passkeys.filter((each) => each.handle !== handle || each.rpId !== party.id);
    const detail = ({ id: passkeyId, name }: store.Passkey) => ({ ...userHeader(after), passkeyId, passkeyName: name });
    const events = [
      event('svc.passkey_added', detail(passkey)),
      ...usableOf(gone, user).map((each) => event('svc.passkey_removed', detail(each))),
      ...proof.events,
    ];
    const result = await users.change(user, after, [
      ...useWrites(holder),
      ...store.passkeyWrites(tenant.id, user.id, passkey),
      ...gone.flatMap((each) => store.removePasskeyWrites(tenant.id, each)),
      ...(await factorRemovals(user, after)),
      outboxWrite(tenant.id, events, now()),
    ]);
    if (result !== 'done') return undefined;
    await Promise.all([limits.resetLogins(after), limits.refundIfBusy(ofAddress)]);
    log.info('passkey_added_by_link', about);
    return { message: 'Passkey added. Please log in.' };
  });
}
