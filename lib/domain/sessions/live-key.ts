// Finds the key that a text is, and decides whether it may be used now. One trip: the id in the text leads to the key and
// its owner, and the head of the tenant is read beside them. Nothing is written, and permissions are read by those who ask.

import { readApiKey } from '../../crypto/api-key.ts';
import { digest, sameSecret } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { type ApiKeyId, apiKeyId, isUserId, placeOfApiKey } from '../../platform/ids.ts';
import * as store from '../../store/api-keys.ts';
import { type Application, applicationFrom, applicationKey } from '../../store/applications/applications.ts';
import { get, getMany, type Item } from '../../store/dynamo/table.ts';
import { asUser, type User } from '../../store/people/users.ts';
import { headFrom, headKey, type TenantHead } from '../../store/tenants/tenants.ts';
import { isUsable } from '../application-standing.ts';
import { isOfNow, isSinceActive } from '../still-counts.ts';
import type { KeyActor } from './caller.ts';
import { isWithin } from './networks.ts';

/** A key with its owner and tenant, as they are now. `undefined` in place of an owner who may not use it. */
type Found = { key: store.ApiKey | undefined; tenant: TenantHead | undefined; owner: KeyActor['owner'] | undefined };

/**
 * Returns whom the key acts for if it may be used now from this address: its secret is right and not over, and neither
 * key, owner nor tenant was switched off or removed. Otherwise `undefined`, alike for all causes. `ip` is `undefined` where
 * it is not known: a key with networks is refused then.
 */
export async function liveKey(text: string, ip: string | undefined): Promise<KeyActor | undefined> {
  const shown = readApiKey(text);
  const id = apiKeyId(shown?.id);
  if (!shown || !id) return undefined;
  const { key, tenant, owner } = await read(id);
  const secret = key && liveSecret(key, shown.secret);
  if (!key || !secret || !owner || tenant?.status !== 'active') return undefined;
  if (key.networks.length && (ip === undefined || !isWithin(key.networks, ip))) return undefined;
  return { tenant, key: { id, scopes: key.scopes, secretAt: secret.createdAt, expiresAt: secret.expiresAt }, owner };
}

/**
 * Whether a token that the key was exchanged for at that time, in ms, counts now: not once the secret of that time is over. No
 * network is asked: services verify it.
 */
export async function isLiveKey(id: ApiKeyId, givenAt: number, secretAt: number | undefined): Promise<boolean> {
  const { key, tenant, owner } = await read(id, givenAt);
  if (!owner || tenant?.status !== 'active' || !isSinceActive(givenAt, tenant)) return false;
  return key?.secrets.some((each) => isLive(each) && each.createdAt === secretAt) ?? false;
}

const isLive = ({ createdAt, expiresAt }: store.ApiKeySecret): boolean => expiresAt > now() && isOfNow(createdAt);

/** Every secret is compared, so that the time does not tell which one is in use. */
function liveSecret({ secrets }: store.ApiKey, sent: string): store.ApiKeySecret | undefined {
  const hashed = digest(sent);
  return secrets.filter((each) => sameSecret(each.digest, hashed)).find(isLive);
}

/** `givenAt`: when a token of the key was given, ms. A key itself counts however old it is. */
async function read(id: ApiKeyId, givenAt = Number.POSITIVE_INFINITY): Promise<Found> {
  const { tenant: tenantId, owner } = placeOfApiKey(id);
  if (!isUserId(owner)) {
    const [item, copy, headItem] = await getMany([store.apiKeyKey(id), applicationKey(owner), headKey(tenantId)]);
    const [machine, tenant] = await Promise.all([applicationFrom(owner, copy), headFrom(tenantId, headItem)]);
    const holder =
      isUsable(machine, tenantId, givenAt) && mayHaveKeys(machine)
        ? { id: owner, tenantId, roleIds: machine.roleIds }
        : undefined;
    return { key: store.apiKeyIn([item], id), tenant, owner: holder };
  }
  const [items, headItem] = await Promise.all([
    store.findWithUser(tenantId, owner, id),
    get<Item>(headKey(tenantId), 'tenant-head'),
  ]);
  const [key, tenant] = [store.apiKeyIn(items, id), await headFrom(tenantId, headItem)];
  const user = items.flatMap((item) => asUser(item) ?? [])[0];
  const mayUse = key && user && tenant?.settings.apiKeys?.users && isUsableBy(key, user);
  return { key, tenant, owner: mayUse ? { id: owner, tenantId, roleIds: user.roleIds } : undefined };
}

/** Not while they are disabled or must change their password. */
const isUsableBy = (key: store.ApiKey, user: User): boolean =>
  user.isActive && !user.mustChangePassword && isOfHolder(key, user);

/** Whether the account was not taken back since the key was made, by a reset of the password or by the owner of its address. */
export const isOfHolder = ({ createdAt }: store.ApiKey, { sourcesSince }: Pick<User, 'sourcesSince'>): boolean =>
  createdAt >= sourcesSince;

/** Whether a machine may have API keys: not if it must prove a key of its own, because these prove none. */
export const mayHaveKeys = ({ kind, requiresDpop, refusesSecrets }: Application): boolean =>
  kind === 'machine' && !requiresDpop && !refusesSecrets;
