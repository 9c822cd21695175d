// Stores the refused requests of a directory, and reads all that a connection has beside its users: groups, numbers, refusals.
import type { ScimConnectionId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { Versioned } from '../record.ts';
import { asGroup, inOrder, type ScimGroup } from './groups.ts';

/** A request of a directory that was refused. It has no value that the directory sent. */
export type Refusal = { at: number; method: string; resource: string; status: number; reason: string };
type Refusals = Versioned & { type: 'scim-refusals'; entries: Refusal[] };

/** Enough to see what is wrong with a mapping of attributes. */
export const MAX_REFUSALS = 20;

const refusalsIn = (item: table.Item | undefined): Refusal[] =>
  item?.type === 'scim-refusals' ? (item as Refusals).entries : [];

/**
 * Notes a refused request, while the connection is there. The oldest one beyond 20 goes. If two are noted at the same time, one is
 * lost: people look for what fails again and again.
 */
export async function addRefusal(connection: ScimConnectionId, refusal: Refusal): Promise<void> {
  const key = keys.scimRefusals(connection);
  const before = await table.get<Refusals>(key, 'scim-refusals');
  const entries = [refusal, ...refusalsIn(before)].slice(0, MAX_REFUSALS);
  const item: Refusals = { ...key, type: 'scim-refusals', version: (before?.version ?? 0) + 1, entries };
  await table.transact({
    connection: { check: { ...keys.scimConnection(connection), if: 'attribute_exists(pk)' } },
    refusals: before ? { replace: { item, ...table.unchanged<Versioned>(before, 'version') } } : { create: item },
  });
}

/** The groups of a connection, oldest first, how many users it has, and its last refused requests, newest first. One query. */
export async function overviewOf(
  connection: ScimConnectionId,
): Promise<{ groups: ScimGroup[]; users: number; refusals: Refusal[] }> {
  const items = await table.partition(keys.scimDirectory(connection));
  const numbers = items.filter(({ type }) => type === 'scim-count') as (table.Item & { users?: number })[];
  return {
    groups: inOrder(items.flatMap((item) => asGroup(item) ?? [])),
    users: numbers.reduce((sum, { users = 0 }) => sum + users, 0),
    refusals: items.flatMap(refusalsIn),
  };
}
