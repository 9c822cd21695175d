// Stores API keys of users and machines. An owner has numbered slots, as for sessions: a new key is one conditional write to
// a free slot, so there are never more keys than slots, also when callers race. A use writes nothing here.
import {
  API_KEYS_OF_OWNER,
  type ApiKeyId,
  type ApplicationId,
  isUserId,
  newApiKeyId,
  placeOfApiKey,
  type TenantId,
  type UserId,
} from '../platform/ids.ts';
import { allEntries, firstEntries } from './dynamo/index-query.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import { changeWrite, type Fields, type Versioned } from './record.ts';

/** `digest`: SHA-256 of a secret with 256 random bits. `hint`: the last characters of its key. Times in ms. */
export type ApiKeySecret = { digest: string; hint: string; createdAt: number; expiresAt: number };

export type ApiKeyOwner = UserId | ApplicationId;

export type ApiKey = Versioned & {
  type: 'api-key';
  id: ApiKeyId;
  tenantId: TenantId;
  /** The user who made it, or the machine that an admin made it for. */
  owner: ApiKeyOwner;
  name: string;
  /** The names of permissions. It may do no more than these, and no more than its owner may do now. */
  scopes: string[];
  /** Addresses and blocks from which it may be used; empty: all. */
  networks: string[];
  /** How long each secret lives. */
  lifetimeMs: number;
  /** At most two, the newest first. The older one ends by itself. */
  secrets: ApiKeySecret[];
  createdAt: number;
  updatedAt: number;
  ttl: number;
};

const FIXED = ['id', 'tenantId', 'owner', 'lifetimeMs', 'createdAt'] as const satisfies readonly (keyof ApiKey)[];
/** An expired key is listed for this long. */
const KEPT_MS = 30 * 86_400_000;
const YEAR_MS = 365 * 86_400_000;

const asApiKey = (item: table.Item | undefined): ApiKey | undefined =>
  item?.type === 'api-key' ? (item as ApiKey) : undefined;

/** When the newest secret ends. */
export const expiryOf = ({ secrets }: Pick<ApiKey, 'secrets'>): number =>
  Math.max(0, ...secrets.map(({ expiresAt }) => expiresAt));

const ttlOf = (key: Pick<ApiKey, 'secrets'>): number => Math.ceil((expiryOf(key) + KEPT_MS) / 1000);

export const apiKeyKey = keys.apiKey;

/** The key of this id, not of an earlier one in its slot, from the items that were read. */
export const apiKeyIn = (items: readonly (table.Item | undefined)[], id: ApiKeyId): ApiKey | undefined =>
  items.map(asApiKey).find((key) => key?.id === id);

export const find = async (id: ApiKeyId): Promise<ApiKey | undefined> =>
  apiKeyIn([await table.get<ApiKey>(keys.apiKey(id), 'api-key')], id);

/** The keys among items of a user's partition. */
export const keysIn = (items: readonly table.Item[]): ApiKey[] => items.flatMap((item) => asApiKey(item) ?? []);

/** The user and the key, in one read of adjacent items. */
export const findWithUser = (tenant: TenantId, user: UserId, id: ApiKeyId): Promise<table.Item[]> =>
  table.span(keys.userAndApiKey(tenant, user, placeOfApiKey(id).slot));

/** The keys of an owner, expired ones included. */
export const list = async (tenant: TenantId, owner: ApiKeyOwner): Promise<ApiKey[]> =>
  (await table.span(keys.apiKeysOf(tenant, owner))).flatMap((item) => asApiKey(item) ?? []);

/** A page of the keys of a tenant, newest first, after the position of the last one. A new one may take a moment to appear. */
export async function page(
  tenant: TenantId,
  limit: number,
  after?: string,
): Promise<{ found: ApiKey[]; next?: string }> {
  const { entries, more } = await firstEntries(keys.apiKeyRange(tenant), limit, after);
  const items = await table.getMany(entries.map(({ key }) => key));
  const last = entries.at(-1);
  return { found: items.flatMap((item) => asApiKey(item) ?? []), ...(more && last && { next: last.sort }) };
}

/** The fields that a new key is made from. */
export type NewApiKey = Pick<ApiKey, 'tenantId' | 'owner' | 'name' | 'scopes' | 'networks' | 'lifetimeMs'>;
/** Returns the secret of a new key, and the events of its creation. */
type Completion = (id: ApiKeyId) => { secret: ApiKeySecret; events: (key: ApiKey) => table.Write };

/**
 * Stores a new key in a free slot, with its events. An expired key makes room, and so does one that was made before `since`,
 * in ms. `'full'`: all slots hold keys that live. `undefined`: another caller changed something meanwhile. `'owner-gone'`: the user was deleted or disabled, or the machine deleted.
 */
export async function create(given: NewApiKey, at: number, since: number, complete: Completion) {
  const { tenantId, owner } = given;
  const taken = new Map((await list(tenantId, owner)).map((key) => [placeOfApiKey(key.id).slot, key]));
  const slots = Array.from({ length: API_KEYS_OF_OWNER }, (_, slot) => slot);
  const isOver = (key: ApiKey) => expiryOf(key) <= at || key.createdAt < since;
  const slot = slots.find((each) => !taken.has(each)) ?? slots.find((each) => isOver(taken.get(each) as ApiKey));
  if (slot === undefined) return 'full' as const;
  const id = newApiKeyId(tenantId, owner, slot);
  const { secret, events } = complete(id);
  const secrets = [secret];
  const fields: Fields<ApiKey> = {
    ...given,
    id,
    secrets,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ttl: ttlOf({ secrets }),
  };
  const key: ApiKey = { ...fields, ...keys.apiKey(id), ...keys.apiKeyIndex(tenantId, id, at), type: 'api-key' };
  const before = taken.get(slot);
  const result = await table.transact({
    key: before ? { replace: { item: key, ...table.unchanged(before, 'id', 'version') } } : { create: key },
    owner: isUserId(owner) ? activeUserWrite(tenantId, owner) : storedMachineWrite(owner),
    events: events(key),
  });
  if (result === 'done') return key;
  return result.has('owner') ? ('owner-gone' as const) : undefined;
}

const activeUserWrite = (tenant: TenantId, user: UserId): table.Write => ({
  check: { ...keys.user(tenant, user), if: '#isActive = :true', values: { true: true } },
});

const storedMachineWrite = (id: ApplicationId): table.Write => ({
  check: { ...keys.application(id), ...table.unchanged({ id }, 'id') },
});

/** Replaces `before` by `after` with the events, unless it was changed meanwhile: `false`. */
export async function change(before: ApiKey, after: ApiKey, events: table.Write): Promise<boolean> {
  const condition = table.unchanged(before, 'id', 'version');
  const key = changeWrite(before, { ...after, ttl: ttlOf(after) }, FIXED, condition);
  return (await table.transact({ key, events })) === 'done';
}

/** Removes the key with the events. `false`: it was changed or removed meanwhile. */
export async function remove(key: ApiKey, events: table.Write): Promise<boolean> {
  const { pk, sk } = key;
  const result = await table.transact({
    key: { remove: { pk, sk, ...table.unchanged(key, 'id', 'version') } },
    use: { erase: keys.apiKeyUse(key.id) },
    events,
  });
  return result === 'done';
}

type Use = table.Item & { type: 'api-key-use'; at: number; ttl: number };

/** Stores that the key was used then, unless a use of that day is stored. `at` in ms. */
export async function storeUse(id: ApiKeyId, at: number): Promise<void> {
  const day = Math.floor(at / 86_400_000) * 86_400_000;
  const use: Use = { ...keys.apiKeyUse(id), type: 'api-key-use', at, ttl: Math.ceil((at + YEAR_MS) / 1000) };
  await table.replace(use, { if: 'attribute_not_exists(#pk) OR #at < :day', values: { day } });
}

/** When each of the keys was last used, ms; `null`: never. */
export async function lastUses(found: readonly ApiKey[]): Promise<(number | null)[]> {
  if (!found.length) return [];
  const items = await table.getMany(found.map(({ id }) => keys.apiKeyUse(id)));
  return items.map((item) => (item?.type === 'api-key-use' ? (item as Use).at : null));
}

/** Deletes what is known of the uses of a deleted user's keys. The keys are in the partition of the user. */
export async function removeUsesOf(tenant: TenantId, user: UserId): Promise<void> {
  await removeUses(await list(tenant, user));
}

const removeUses = (found: readonly ApiKey[]) => table.removeAll(found.map(({ id }) => keys.apiKeyUse(id)));

/** Deletes the keys of a deleted machine in a tenant, without events. */
export async function removeKeysOfMachine(tenant: TenantId, machine: ApplicationId): Promise<void> {
  await removeKeys(await list(tenant, machine));
}

/** Deletes all keys of a deleted tenant, without events. */
export async function removeKeysOf(tenant: TenantId): Promise<void> {
  const entries = await allEntries(keys.apiKeyRange(tenant));
  const items = (await table.getMany(entries.map(({ key }) => key))).flatMap((item) => asApiKey(item) ?? []);
  await removeKeys(items);
}

async function removeKeys(found: readonly ApiKey[]): Promise<void> {
  if (!found.length) return;
  await removeUses(found);
  await table.removeAll(found.map(({ pk, sk }) => ({ pk, sk })));
}
