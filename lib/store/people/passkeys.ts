// Stores passkeys. A claim, unique by its key, says which account of a tenant a passkey opens. It is written and removed in
// one transaction with the passkey.
import { digest } from '../../crypto/secrets.ts';
import type { PasskeyId, TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** A passkey of a user or an admin. */
export type StoredPasskey = table.Item & {
  id: PasskeyId;
  /** As the authenticator named it, in base64url. Its digest is in the key. */
  credentialId: string;
  /** COSE_Key (RFC 9052 7). */
  publicKey: Uint8Array;
  /** The owner's `passkeyHandle` when it was added. It opens nothing once that has changed. */
  handle: string;
  rpId: string;
  name: string;
  /** How browsers reach the authenticator, and its model, as it says itself. */
  transports: string[];
  aaguid: string;
  /** It may be on several devices, and it is. The first never changes. */
  isBackupEligible: boolean;
  isBackedUp: boolean;
  /** It has verified its user, when it was added or since. Only such a one opens the account alone. */
  verifiesUser: boolean;
  counter: number;
  lastUsedAt: number | null;
  createdAt: number;
};
export type Passkey = StoredPasskey & { type: 'passkey' };

export type PasskeyClaim = table.Item & { type: 'passkey-claim'; userId: UserId };
/** A challenge that was used: for a login or a new passkey. */
export type UsedChallenge = table.Item & { type: 'used-challenge'; usedAt: number; ttl: number };

export const passkeyKey = keys.passkey;
export const passkeyClaimKey = keys.passkeyClaim;
/** Returns what names a passkey in its keys. */
export const passkeyHashOf = (credentialId: string): string => digest(credentialId);
export const asPasskey = (item: table.Item | undefined): Passkey | undefined =>
  item?.type === 'passkey' ? (item as Passkey) : undefined;
export const asPasskeyClaim = (item: table.Item | undefined): PasskeyClaim | undefined =>
  item?.type === 'passkey-claim' ? (item as PasskeyClaim) : undefined;

/** Returns the passkeys of the user, those included that open nothing any more. */
export const passkeysOf = (tenant: TenantId, user: UserId): Promise<Passkey[]> =>
  table.query<Passkey>(keys.passkeysOf(tenant, user), 'passkey');

export const findPasskey = (tenant: TenantId, user: UserId, hash: string): Promise<Passkey | undefined> =>
  table.get<Passkey>(keys.passkey(tenant, user, hash), 'passkey');

/** The writes of a new passkey. Refused if a user of the tenant has it. */
export function passkeyWrites(tenant: TenantId, user: UserId, passkey: Passkey): table.Write[] {
  const claim: PasskeyClaim = {
    ...keys.passkeyClaim(tenant, passkeyHashOf(passkey.credentialId)),
    type: 'passkey-claim',
    userId: user,
  };
  return [{ create: claim }, { create: passkey }];
}

/** The writes that remove a passkey. Refused if it is gone. */
export const removePasskeyWrites = (tenant: TenantId, { pk, sk, id, credentialId }: Passkey): table.Write[] => [
  { erase: keys.passkeyClaim(tenant, passkeyHashOf(credentialId)) },
  { remove: { pk, sk, ...table.unchanged({ id }, 'id') } },
];

/** Renames a passkey. `false`: it is gone. */
export async function rename({ pk, sk, id }: StoredPasskey, name: string): Promise<boolean> {
  return !('refused' in (await table.update({ pk, sk }, { set: { name }, ...table.unchanged({ id }, 'id') })));
}

export type Use = Pick<StoredPasskey, 'counter' | 'isBackedUp' | 'verifiesUser' | 'lastUsedAt'>;

/** Records a use, unless the passkey is gone. */
export async function recordUse({ pk, sk, id }: StoredPasskey, use: Use): Promise<void> {
  await table.update({ pk, sk }, { set: use, ...table.unchanged({ id }, 'id') });
}

/** The write that confirms that the passkey is there still. */
export const keepPasskeyWrite = ({ pk, sk, id, lastUsedAt }: Passkey): table.Write => ({
  update: { pk, sk, set: { lastUsedAt }, ...table.unchanged({ id }, 'id') },
});

/** A challenge lives for minutes. The rest is for those who look into a replay. */
const KEEP_SECONDS = 86_400;

/** Where it says that a challenge was used. */
export const usedChallengeKey = (tenant: TenantId, challenge: string) => keys.usedCode(tenant, digest(challenge));

/** The write that uses up a challenge. Refused if it was used before. `now` in ms. */
export const useChallengeWrite = (tenant: TenantId, challenge: string, now: number): table.Write =>
  usedWrite(usedChallengeKey(tenant, challenge), now);

/** The write that says at this key that a challenge was used. Refused if it was used before. `now` in ms. */
export const usedWrite = (key: keys.Key, now: number): table.Write => {
  const item: UsedChallenge = {
    ...key,
    type: 'used-challenge',
    usedAt: now,
    ttl: Math.floor(now / 1000) + KEEP_SECONDS,
  };
  return { create: item };
};

/** Releases the passkey of a deleted user. */
export const removeClaim = async (tenant: TenantId, userId: UserId, { credentialId }: Passkey): Promise<void> => {
  await table.erase(keys.passkeyClaim(tenant, passkeyHashOf(credentialId)), table.unchanged({ userId }, 'userId'));
};
