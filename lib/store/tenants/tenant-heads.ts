// Stores the head of a tenant: the little of it that every request of its users needs, in copies, so that no key is
// hot. `headOf` decides what is in it. Copies are written with the tenant's item, which stays the truth.
import { randomInt } from 'node:crypto';
import type { TenantSettings } from '../../contract/fields/settings.ts';
import { now } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import type { TenantId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { Versioned } from '../record.ts';
import { originDigests } from './origins.ts';

/**
 * The settings in the head: what authenticated requests and logins read each time. With the largest values a copy costs
 * one unit to read and two to write (test/unit/store/tenant-heads.test.ts). `allowedOrigins` is in it as digests.
 */
export const HEAD_SETTINGS = [
  'session',
  'mfa',
  'signup',
  'binding',
  'messages',
  'acting',
  'deviceGrant',
  'apiKeys',
  'passkeys',
] as const satisfies readonly (keyof TenantSettings)[];

export type HeadSettings = Pick<TenantSettings, (typeof HEAD_SETTINGS)[number]>;

/** What a request knows of its tenant. A reader that needs another setting reads the `Tenant`. */
export type TenantHead = Readonly<{
  id: TenantId;
  slug: string;
  name: string;
  status: 'active' | 'inactive' | 'deleted';
  /** Sessions carry the epoch they began in. Raising it ends them all. */
  epoch: number;
  /**
   * When the tenant, acting in it, or devices were last switched on, ms. Tokens of machines, acting sessions and those of devices from
   * before are refused.
   */
  activeSince?: number | undefined;
  actingSince?: number | undefined;
  deviceGrantSince?: number | undefined;
  /** Which clients that are not registered get in, and since when (lib/domain/unregistered-clients.ts). */
  clientHosts?: Uint8Array | undefined;
  settings: HeadSettings;
}>;

/**
 * A head as it is stored. `origins`: digests of the origins that the tenant lists, which are too long themselves.
 * `moving`: the hour since the epoch in which the migration at the first login ends. The settings have the time. Its name and
 * value are short, because the largest head has few bytes left.
 */
export type StoredHead = TenantHead & Readonly<{ origins?: Uint8Array | undefined; moving?: number | undefined }>;

/** A tenant, as far as its head is concerned. */
type Source = TenantHead & { settings: Pick<TenantSettings, 'allowedOrigins' | 'migration'> };
type SourceVersion = Source & Pick<Versioned, 'version'>;

/**
 * How many settings this code puts into a head. A copy carries the number of the code that wrote it: an absent setting
 * means its default only if that code knew it. Settings are added to the head and never taken out. Add one for each
 * optional field that is new beside the settings.
 */
const KNOWN = HEAD_SETTINGS.length + 3;

export type HeadItem = table.Item &
  StoredHead & {
    type: 'tenant-head';
    /** The version of the tenant that the copy was made from. */
    version: number;
    knows: number;
    writtenAt: number;
  };

/**
 * A partition serves 3000 strongly consistent reads of up to 4 KB a second (DynamoDB Developer Guide, "Best practices
 * for designing and using partition keys"), and all reads of one key go to one partition. Twelve copies take 10 000
 * requests a second of one tenant, even if three of them are in one partition. A change of a tenant takes up to 84 of
 * the 100 writes of a transaction.
 */
export const HEAD_COPIES = 12;

/** Copies that one caller writes at the same time, outside of a transaction. */
const WORKERS = 4;

/** The key of a copy, chosen at random: a user, an app or an office that sends many requests does not heat up one. */
export const headKey = (id: TenantId): keys.Key => keys.tenantHead(id, randomInt(HEAD_COPIES));

type Optional = Pick<TenantHead, 'activeSince' | 'actingSince' | 'deviceGrantSince' | 'clientHosts'>;
const optionalIn = ({ activeSince, actingSince, deviceGrantSince, clientHosts }: Optional) => ({
  ...(activeSince !== undefined && { activeSince }),
  ...(actingSince !== undefined && { actingSince }),
  ...(deviceGrantSince !== undefined && { deviceGrantSince }),
  ...(clientHosts?.length && { clientHosts }),
});

const HOUR_MS = 3_600_000;
const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);

/** Whether people may be moved to the tenant now, as far as its head knows. */
export const mayMove = ({ moving }: StoredHead): boolean => moving !== undefined && moving >= hourOf(now());

/** Returns the head of a tenant. */
export const headOf = ({ id, slug, name, status, epoch, settings, ...optional }: Source): StoredHead => ({
  id,
  slug,
  name,
  status,
  epoch,
  ...optionalIn(optional),
  settings: Object.fromEntries(
    HEAD_SETTINGS.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  ),
  ...(settings.allowedOrigins?.length && { origins: originDigests(settings.allowedOrigins) }),
  ...(settings.migration && { moving: hourOf(Date.parse(settings.migration.endsAt)) }),
});

/**
 * Returns the head in a copy. `undefined`: there is none, or it was written before GATEHOUSE_SESSIONS_SINCE, as a restored
 * table may contain a part of a change, or by a release that does not know all of its settings.
 */
export function asHead(item: table.Item | undefined): StoredHead | undefined {
  if (item?.type !== 'tenant-head') return undefined;
  const { id, slug, name, status, epoch, settings, origins, moving, knows, writtenAt, ...optional } = item as HeadItem;
  const isUsable = writtenAt >= config().sessionsSince && knows >= KNOWN;
  const others = {
    ...optionalIn(optional),
    ...(origins && { origins }),
    ...(moving !== undefined && { moving }),
  };
  return isUsable ? { id, slug, name, status, epoch, settings, ...others } : undefined;
}

/** The version of the tenant that a copy was made from; `undefined` for a copy that `asHead` does not return. */
export const headVersionOf = (item: table.Item | undefined): number | undefined =>
  asHead(item) && (item as HeadItem).version;

const copiesOf = (tenant: SourceVersion): HeadItem[] =>
  Array.from({ length: HEAD_COPIES }, (_, copy) => ({
    ...keys.tenantHead(tenant.id, copy),
    type: 'tenant-head',
    ...headOf(tenant),
    version: tenant.version,
    knows: KNOWN,
    writtenAt: now(),
  }));

/** The writes of all copies, for the transaction that writes the tenant. */
export const headWrites = (tenant: SourceVersion): table.Write[] => copiesOf(tenant).map((copy) => ({ put: copy }));

/**
 * Writes the copies that are missing or unusable from a tenant that was read. A copy of its version or a later one is
 * right: this code or a change that was stored since then has written it. Callers may race, in any order.
 */
export async function writeHeads(tenant: SourceVersion): Promise<void> {
  const isMissing = {
    if: 'attribute_not_exists(#pk) OR #version < :version OR #knows < :knows OR #writtenAt < :since',
    values: { version: tenant.version, knows: KNOWN, since: config().sessionsSince },
  };
  await mapConcurrently(copiesOf(tenant), WORKERS, (copy) => table.replace(copy, isMissing));
}
