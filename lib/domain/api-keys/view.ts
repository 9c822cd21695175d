// Shows API keys to their owners and to admins, without secrets.
import type { Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { type ApiKey, expiryOf, lastUses } from '../../store/api-keys.ts';

type View = Reply<'GET /auth/api-keys'>['apiKeys'][number];

/** `lastUsedAt` in ms. */
export const viewOf = (key: ApiKey, lastUsedAt: number | null): View => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  networks: key.networks,
  secrets: key.secrets
    .filter(({ expiresAt }) => expiresAt > now())
    .map(({ hint, createdAt, expiresAt }) => ({ hint, createdAt: iso(createdAt), expiresAt: iso(expiresAt) })),
  expiresAt: iso(expiryOf(key)),
  lastUsedAt: iso(lastUsedAt),
  createdAt: iso(key.createdAt),
  updatedAt: iso(key.updatedAt),
});

/** The same with the owner, for admins. */
export const ownedViewOf = (key: ApiKey, lastUsedAt: number | null) => ({
  ...viewOf(key, lastUsedAt),
  tenantId: key.tenantId,
  ownerId: key.owner,
});

type ViewOf<V> = (key: ApiKey, at: number | null) => V;

/** Returns the view of a key with its last use. One read. */
export const currentView = async <V>(key: ApiKey, view: ViewOf<V>): Promise<V> =>
  view(key, (await lastUses([key]))[0] ?? null);

/** Returns the views of keys with their last uses. One read for all. */
export async function viewsOf<V>(found: readonly ApiKey[], view: ViewOf<V>): Promise<V[]> {
  const uses = await lastUses(found);
  return found.map((key, at) => view(key, uses[at] ?? null));
}

/** Sorts by creation, the newest first. */
export const newestFirst = (found: readonly ApiKey[]): ApiKey[] =>
  found.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
