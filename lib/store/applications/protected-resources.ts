// Stores protected resources: the APIs that tokens can be for, with scopes of their own.
import type { ProtectedScope } from '../../contract/groups/admin-protected-resources.ts';
import { now } from '../../platform/clock.ts';
import {
  type ApplicationId,
  NO_PROTECTED_RESOURCE,
  type ProtectedResourceId,
  protectedResourceIdOf,
  type TenantId,
} from '../../platform/ids.ts';
import { asCopied, type Copied, copyKey, copyWrites, goneWrites } from '../copies.ts';
import { firstEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Versioned } from '../record.ts';

export type ProtectedResource = Copied & {
  type: 'protected-resource';
  id: ProtectedResourceId;
  /** Canonical: the `aud` of its tokens. The id follows from it. */
  uri: string;
  name: string;
  scopes: ProtectedScope[];
  isFirstPartyOnly: boolean;
  /** The tenants whose users get tokens for it; `null` for all. */
  tenantIds: TenantId[] | null;
  /** When it was last switched on or created, and when it was last given a tenant, as those of applications. Both ms. */
  activeSince: number;
  servedSince?: Partial<Record<TenantId | 'others', number>> | undefined;
  /** `null`: the lifetime of the tenant and the application. */
  accessTtlSeconds: number | null;
  /** The machines that may act for users there, each with the time from which on it may, ms. Absent: none. */
  actors?: Partial<Record<ApplicationId, number>>;
  status: 'active' | 'disabled';
  createdAt: number;
  updatedAt: number;
};

/** What no change writes. */
const FIXED = ['id', 'uri', 'createdAt'] as const satisfies readonly (keyof ProtectedResource)[];

const asProtectedResource = (item: table.Item | undefined): ProtectedResource | undefined =>
  item?.type === 'protected-resource' ? (item as ProtectedResource) : undefined;

/** The key of a copy, chosen at random: one API may be asked for in every request of a deployment. */
export const protectedResourceKey = (id: ProtectedResourceId = NO_PROTECTED_RESOURCE): keys.Key =>
  copyKey(keys.protectedResource(id));

/** Returns the protected resource from the copy that was read at its key. Without a copy it is one more read. */
export async function protectedResourceFrom(
  id: ProtectedResourceId,
  copy: table.Item | undefined,
): Promise<ProtectedResource | undefined> {
  const copied = asCopied<ProtectedResource>(copy, 'protected-resource');
  return copied === undefined ? findStored(id) : (copied ?? undefined);
}

/** Returns the protected resource, for a change of it. */
export const findStored = async (
  id: ProtectedResourceId = NO_PROTECTED_RESOURCE,
): Promise<ProtectedResource | undefined> =>
  asProtectedResource(await table.get<ProtectedResource>(keys.protectedResource(id), 'protected-resource'));

/** Returns the protected resource from one of its copies. */
export async function find(id: ProtectedResourceId): Promise<ProtectedResource | undefined> {
  const [copy] = await table.getMany([protectedResourceKey(id)]);
  return protectedResourceFrom(id, copy);
}

type Given = Pick<ProtectedResource, 'uri' | 'name'> &
  Partial<
    Pick<ProtectedResource, 'scopes' | 'isFirstPartyOnly' | 'tenantIds' | 'accessTtlSeconds' | 'actors' | 'status'>
  >;

/**
 * Returns a new protected resource, for first parties alone unless it says otherwise. What was given for one of the same
 * URI that was deleted does not count for it.
 */
export function newProtectedResource(given: Given): ProtectedResource {
  const [at, id] = [now(), protectedResourceIdOf(given.uri)];
  return {
    scopes: [],
    isFirstPartyOnly: true,
    tenantIds: null,
    accessTtlSeconds: null,
    status: 'active',
    ...given,
    id,
    activeSince: at,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...keys.protectedResource(id),
    ...keys.protectedResourceIndex(id, at),
    type: 'protected-resource',
  };
}

/** A page of protected resources, newest first. A new one may take a moment to appear. */
export async function page(limit: number, after?: string): Promise<{ found: ProtectedResource[]; next?: string }> {
  const { entries, more } = await firstEntries({ ...keys.PROTECTED_RESOURCES_INDEX, newestFirst: true }, limit, after);
  const items = await table.getMany(entries.map(({ key }) => key));
  const last = entries.at(-1);
  return {
    found: items.flatMap((item) => asProtectedResource(item) ?? []),
    ...(more && last && { next: last.sort }),
  };
}

/** Creates it with its copies and the events. `false`: there is one of its URI. */
export async function create(protectedResource: ProtectedResource, events?: table.Write): Promise<boolean> {
  const copies = copyWrites(protectedResource, protectedResource.version);
  return (await table.transact({ item: { create: protectedResource }, copies, events })) === 'done';
}

/** Replaces `before` by `after` with its copies and the events. `false`: it was changed meanwhile. */
export async function change(
  before: ProtectedResource,
  after: ProtectedResource,
  events: table.Write,
): Promise<boolean> {
  const copies = copyWrites(after, before.version + 1);
  return (await table.transact({ item: changeWrite(before, after, FIXED), copies, events })) === 'done';
}

/** Deletes it with the events. No copy opens anything after this. `false`: it was changed meanwhile. */
export async function remove(protectedResource: ProtectedResource, events: table.Write): Promise<boolean> {
  const result = await table.transact({
    item: {
      remove: {
        ...keys.protectedResource(protectedResource.id),
        ...table.unchanged<Versioned>(protectedResource, 'version'),
      },
    },
    copies: goneWrites(protectedResource),
    events,
  });
  return result === 'done';
}
