// Creates, changes and removes the groups of a directory. All users of a change are validated first; then each is put in or taken out by
// a transaction of its own, so a change that was interrupted is repeated.

import { now } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { newScimGroupId, type ScimGroupId, scimGroupId, type UserId, userId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { refuse, ScimError } from '../../scim/errors.ts';
import type { Filter } from '../../scim/filter.ts';
import { applyChanges, type Change } from '../../scim/patch.ts';
import { type Attributes, type Complex, isList, type Value } from '../../scim/values.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/scim/groups.ts';
import { auditEvent } from '../audit.ts';
import type { Caller } from './authenticate.ts';
import { attributesOf, versionOfGroup } from './group-view.ts';
import { knownOf } from './known.ts';
import { syncMembership } from './memberships.ts';
import { requireVersion } from './view.ts';

type Group = store.ScimGroup;
type Condition = { ifMatch: readonly string[] };

/** Members whom a request puts in or takes out: some seconds. */
const MAX_MOVED = 1000;
/** Users at a time. */
const WORKERS = 10;
const MAX_NAME = 256;

const notFound = (): ScimError => new ScimError(404, 'There is no such group.');

/** Returns the group if the connection has it. Throws a 404. */
export async function requireGroup({ connection }: Caller, text: string): Promise<Group> {
  const id = scimGroupId(text);
  return (id && (await store.find(connection.id, id))) || Promise.reject(notFound());
}

function said(attributes: Attributes): Pick<Group, 'displayName' | 'externalId'> {
  const text = (key: string): string | undefined => {
    const value = attributes.get(key);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const displayName = text('displayName') ?? refuse('invalidValue', 'displayName: is required');
  const externalId = text('externalId') ?? null;
  if (Math.max(displayName.length, externalId?.length ?? 0) > MAX_NAME)
    refuse('invalidValue', `displayName, externalId: must be at most ${MAX_NAME} characters long`);
  return { displayName, externalId };
}

function eventsWrite({ by, connection }: Caller, verb: string, before?: Group, after?: Group): Write {
  const target = { type: 'tenant', id: connection.tenantId, tenantId: connection.tenantId } as const;
  const view = ({ id, displayName }: Group) => ({ groupId: id, groupName: displayName });
  const event = auditEvent(by, `scim_group.${verb}`, target, before && view(before), after && { ...view(after) });
  return outboxWrite(connection.tenantId, [event], now());
}

/** Creates a group with its members. Throws uniqueness for a name that another group has, and invalidValue. */
export async function create(caller: Caller, attributes: Attributes): Promise<Group> {
  const { connection } = caller;
  const sent = idsIn(attributes.get('members'));
  requireFewMoves(sent.length);
  const members = await requireMembers(caller, sent);
  const at = now();
  const id = newScimGroupId(connection.tenantId);
  const fields = {
    id,
    connectionId: connection.id,
    ...said(attributes),
    roleId: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  const group = { ...fields, ...store.groupKey(connection.id, id), type: 'scim-group' } as Group;
  const result = await store.create(fields, eventsWrite(caller, 'created', undefined, group));
  if (result === 'taken') return refuse('uniqueness', 'displayName: another group has it');
  if (result === 'full') throw new ScimError(413, `There are ${store.MAX_GROUPS} groups.`);
  await put(caller, id, members, []);
  return group;
}

/** Replaces name and members of a group. Throws what `changeGroup` throws. */
export const replace = (caller: Caller, id: string, attributes: Attributes, condition: Condition): Promise<Group> =>
  changeGroup(caller, id, condition, () => said(attributes), { all: idsIn(attributes.get('members')) });

/** Applies the changes of a PATCH. Throws what `changeGroup` throws. */
export function patch(caller: Caller, id: string, changes: readonly Change[], condition: Condition): Promise<Group> {
  const own = changes.filter(({ attribute }) => attribute.name !== 'members');
  const after = (group: Group) => said(applyChanges(attributesOf(group), own));
  return changeGroup(
    caller,
    id,
    condition,
    after,
    moveOf(changes.filter(({ attribute }) => attribute.name === 'members')),
  );
}

/** Who is put in and taken out; `all`: who is then in it, alone. */
type Move = { all: readonly string[] } | { added: readonly string[]; removed: readonly string[] };

async function changeGroup(
  caller: Caller,
  text: string,
  { ifMatch }: Condition,
  change: (group: Group) => Pick<Group, 'displayName' | 'externalId'>,
  move: Move,
): Promise<Group> {
  const first = await requireGroup(caller, text);
  requireVersion(ifMatch, versionOfGroup(first));
  change(first);
  const { added, removed } = await movedIn(caller, first.id, move);
  const changed = await retryOnConflict('the group', async () => {
    const before = await requireGroup(caller, text);
    requireVersion(ifMatch, versionOfGroup(before));
    const after: Group = { ...before, ...change(before) };
    if (after.displayName === before.displayName && after.externalId === before.externalId) return before;
    const next = { ...after, updatedAt: now() };
    const result = await store.change(before, next, eventsWrite(caller, 'updated', before, next));
    if (result === 'taken') return refuse('uniqueness', 'displayName: another group has it');
    return result === 'done' ? { ...next, version: before.version + 1 } : undefined;
  });
  await put(caller, first.id, added, removed);
  return changed;
}

/** Returns who is put in and taken out. Throws a 413 for more than 1000, and invalidValue for those whom the connection did not bring. */
async function movedIn(caller: Caller, group: ScimGroupId, move: Move) {
  const { added, removed } = 'all' in move ? await differenceOf(caller, group, move.all) : move;
  requireFewMoves(added.length + removed.length);
  return { added: await requireMembers(caller, added), removed: validIds(removed) };
}

async function differenceOf({ connection }: Caller, group: ScimGroupId, all: readonly string[]) {
  // With one more than that, too many are taken out.
  const most = all.length + MAX_MOVED + 1;
  const current = new Set<string>(await store.membersOf(connection.id, group, most));
  const wanted = new Set(all);
  return {
    added: all.filter((each) => !current.has(each)),
    removed: [...current].filter((each) => !wanted.has(each)),
  };
}

/** A reply says what has happened, so a change that takes longer than a request is refused, not queued. */
function requireFewMoves(count: number): void {
  if (count > MAX_MOVED)
    throw new ScimError(413, `At most ${MAX_MOVED} members can be put in or taken out at once. Send the others later.`);
}

const validIds = (all: readonly string[]): UserId[] => all.flatMap((each) => userId(each) ?? []);

/** Returns the ids, each once. Throws invalidValue for one that is no user whom the connection brought. */
async function requireMembers({ connection }: Caller, all: readonly string[]): Promise<UserId[]> {
  const ids = [...new Set(validIds(all))];
  if (ids.length !== new Set(all).size || (await knownOf(connection, ids)).length !== ids.length)
    return refuse('invalidValue', 'members: must be users of this connection');
  return ids;
}

async function put(
  { connection }: Caller,
  group: ScimGroupId,
  added: readonly UserId[],
  removed: readonly UserId[],
): Promise<void> {
  const of = { tenant: connection.tenantId, connection: connection.id, group };
  const moves = [...added.map((id) => ({ id, isMember: true })), ...removed.map((id) => ({ id, isMember: false }))];
  await mapConcurrently(moves, WORKERS, ({ id, isMember }) => syncMembership(of, id, isMember));
}

const textOf = (value: Complex): string => String(value.get('value') ?? '');
const idsIn = (value: Value | undefined): string[] => (isList(value) ? value.map(textOf) : []);

/** Returns whom the changes of the members move. Only users are named, by their id: in a list, or by a filter of it. */
function moveOf(changes: readonly Change[]): Move {
  let all: Set<string> | undefined;
  const added = new Set<string>();
  const removed = new Set<string>();
  const add = (ids: readonly string[]): void => {
    for (const id of ids) {
      all?.add(id);
      added.add(id);
      removed.delete(id);
    }
  };
  const remove = (ids: readonly string[]): void => {
    for (const id of ids) {
      all?.delete(id);
      added.delete(id);
      removed.add(id);
    }
  };
  for (const each of changes) {
    if (each.change === 'append') add(each.values.map(textOf));
    else if (each.change === 'drop') remove(each.values.map(textOf));
    else if (each.change === 'removeWhere') remove(namedIn(each.where));
    else if (each.change === 'clear') all = new Set();
    else if (each.change === 'set') all = new Set(idsIn(each.value));
    else refuse('mutability', 'members: are put in and taken out as a whole');
  }
  return all ? { all: [...all] } : { added: [...added], removed: [...removed] };
}

/** The ids in a filter such as `value eq "a" or value eq "b"`. */
function namedIn(filter: Filter): string[] {
  if (filter.is === 'any') return filter.of.flatMap(namedIn);
  const isNamed = filter.is === 'compare' && filter.operator === 'eq' && filter.target.part?.name === 'value';
  return isNamed && typeof filter.literal === 'string'
    ? [filter.literal]
    : refuse('noTarget', 'members: a filter names users by value eq "…"');
}

/** Removes a group: a job takes its members out, and with that the roles that it gave. Throws a 404 and a 412. */
export function remove(caller: Caller, id: string, { ifMatch }: Condition): Promise<true> {
  return retryOnConflict('the group', async () => {
    const group = await requireGroup(caller, id);
    requireVersion(ifMatch, versionOfGroup(group));
    return (await store.remove(group, eventsWrite(caller, 'removed', group))) ? true : undefined;
  });
}
