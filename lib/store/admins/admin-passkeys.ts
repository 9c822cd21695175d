// Stores the passkeys of admins, as those of users are (lib/store/people/passkeys.ts). A credential is one admin's in the
// whole deployment.
import { digest } from '../../crypto/secrets.ts';
import type { AdminId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { passkeyHashOf, type StoredPasskey, usedWrite } from '../people/passkeys.ts';
import type { Admin } from './admins.ts';

export type AdminPasskey = StoredPasskey & { type: 'admin-passkey' };
type Claim = table.Item & { type: 'admin-passkey-claim'; adminId: AdminId };

export const passkeyKey = keys.adminPasskey;
export const claimKey = keys.adminPasskeyClaim;
export const usedChallengeKey = (challenge: string) => keys.usedAdminChallenge(digest(challenge));

/** The write that uses up a challenge. Refused if it was used before. `now` in ms. */
export const useChallengeWrite = (challenge: string, now: number): table.Write =>
  usedWrite(usedChallengeKey(challenge), now);

/** Returns the passkeys of the admin. An admin without a handle has none, and costs no read. */
export const passkeysOf = async ({ id, passkeyHandle }: Admin): Promise<AdminPasskey[]> =>
  passkeyHandle === undefined ? [] : table.query<AdminPasskey>(keys.adminPasskeys(id), 'admin-passkey');

export const findPasskey = (id: AdminId, hash: string): Promise<AdminPasskey | undefined> =>
  table.get<AdminPasskey>(keys.adminPasskey(id, hash), 'admin-passkey');

/** Returns the id of the admin whose passkey it is, if there is one. */
export const findOwner = async (hash: string): Promise<AdminId | undefined> =>
  (await table.get<Claim>(keys.adminPasskeyClaim(hash), 'admin-passkey-claim'))?.adminId;

/** The writes of a new passkey. Refused if an admin has it. */
export function passkeyWrites(id: AdminId, passkey: AdminPasskey): table.Write[] {
  const claim: Claim = {
    ...keys.adminPasskeyClaim(passkeyHashOf(passkey.credentialId)),
    type: 'admin-passkey-claim',
    adminId: id,
  };
  return [{ create: claim }, { create: passkey }];
}

/** The writes that remove passkeys with what belongs to them. Never refused: the admin's version decides. */
export const removePasskeyWrites = (passkeys: readonly AdminPasskey[]): table.Write[] =>
  passkeys.flatMap(({ pk, sk, credentialId }) => [
    { erase: keys.adminPasskeyClaim(passkeyHashOf(credentialId)) },
    { erase: { pk, sk } },
  ]);

/** Renames a passkey with the events. `false`: it is gone. */
export const rename = async ({ pk, sk, id }: AdminPasskey, name: string, events: table.Write): Promise<boolean> =>
  (await table.transact({
    passkey: { update: { pk, sk, set: { name }, ...table.unchanged({ id }, 'id') } },
    events,
  })) === 'done';
