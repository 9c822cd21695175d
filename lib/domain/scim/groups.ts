// Creates, changes and removes the groups of a directory. All users of a change are validated first; then each is put in or taken out by
// a transaction of its own, so a change that was interrupted is repeated.

import { iso, now } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { newScimGroupId, type ScimGroupId, scimGroupId, type UserId, userId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { refuse, ScimError } from '../../scim/errors.ts';
import { type Filter, fits, requiredText } from '../../scim/filter.ts';
import { type ListQuery, listBody } from '../../scim/list.ts';
import { applyChanges, type Change } from '../../scim/patch.ts';
import { bodyOf, type Selection } from '../../scim/resource.ts';
import { GROUP_TYPE } from '../../scim/schema.ts';
import { type Attributes, type Complex, isList, MAX_MEMBERS, type Value } from '../../scim/values.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/scim/groups.ts';
import { auditEvent } from '../audit.ts';
import type { Caller } from './authenticate.ts';
import { knownOf } from './known.ts';
import { syncMembership } from './memberships.ts';
import { baseOf, requireVersion } from './view.ts';

type Group = store.ScimGroup;
type Condition = { ifMatch: readonly string[] };

/** Users at a time: a thousand take some seconds. */
const WORKERS = 10;
const MAX_NAME = 256;

const notFound = (): ScimError => new ScimError(404, 'There is no such group.');

/** Returns the group if the connection has it. Throws a 404. */
export async function requireGroup({ connection }: Caller, text: string): Promise<Group> {
  const id = scimGroupId(text);
  return (id && (await store.find(connection.id, id))) || Promise.reject(notFound());
}

/** The entity tag of a group, without its members: they are apart, and a group may have thousands. */
export const versionOfGroup = ({ version }: Group): string => `W/"${version}"`;

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
  const members = await requireMembers(caller, idsIn(attributes.get('members')));
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

/** Returns who is put in and taken out, in all: at most 1000, and all of them users whom the connection brought. */
async function movedIn(caller: Caller, group: ScimGroupId, move: Move) {
  if (!('all' in move)) return limited(await requireMembers(caller, move.added), validIds(move.removed));
  const current = await store.membersOf(caller.connection.id, group);
  const wanted = new Set(validIds(move.all));
  const added = await requireMembers(
    caller,
    move.all.filter((each) => !current.includes(each as UserId)),
  );
  return limited(
    added,
    current.filter((each) => !wanted.has(each)),
  );
}

function limited(added: UserId[], removed: UserId[]) {
  if (added.length + removed.length > MAX_MEMBERS)
    throw new ScimError(413, `At most ${MAX_MEMBERS} members can be changed at once.`);
  return { added, removed };
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

const attributesOf = ({ displayName, externalId }: Group): Attributes =>
  new Map([['displayName', displayName], ...(externalId === null ? [] : ([['externalId', externalId]] as const))]);

/** Whether the reply has members: reading those of a large group costs. */
const hasMembers = (selection: Selection): boolean => {
  const isNamed = ({ attribute }: { attribute: { name: string } }) => attribute.name === 'members';
  return 'only' in selection
    ? selection.only.some(isNamed)
    : !selection.without.some((each) => isNamed(each) && !each.part);
};

/** Returns the body of a group, with its members unless they are left out. */
export async function groupBody({ connection }: Caller, group: Group, selection: Selection) {
  const ids = hasMembers(selection) ? await store.membersOf(connection.id, group.id) : [];
  const base = baseOf(connection);
  const members = ids.map(
    (id) =>
      new Map([
        ['value', id],
        ['$ref', `${base}/Users/${id}`],
        ['type', 'User'],
      ]),
  );
  const meta = new Map([
    ['resourceType', GROUP_TYPE.name],
    ['created', iso(group.createdAt)],
    ['lastModified', iso(group.updatedAt)],
    ['location', `${base}/Groups/${group.id}`],
    ['version', versionOfGroup(group)],
  ]);
  const attributes = new Map<string, Value>([
    ['id', group.id],
    ...attributesOf(group),
    ...(members.length ? ([['members', members]] as const) : []),
    ['meta', meta],
  ]);
  return bodyOf(GROUP_TYPE, attributes, selection);
}

/** Returns a page of the groups, oldest first. A filter cannot name members. */
export async function list(caller: Caller, { filter, startIndex, count, selection }: ListQuery) {
  const { connection } = caller;
  const found = filter ? await fitting(caller, filter) : await store.listOf(connection.id);
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  const bodies = await Promise.all(page.map((group) => groupBody(caller, group, selection)));
  return listBody(bodies, found.length, startIndex);
}

async function fitting({ connection }: Caller, filter: Filter): Promise<Group[]> {
  const name = requiredText(filter, 'displayName');
  const id =
    name === undefined ? undefined : store.groupNamedBy((await getMany([store.groupNameKey(connection.id, name)]))[0]);
  const found =
    name === undefined ? await store.listOf(connection.id) : id ? [await store.find(connection.id, id)] : [];
  return found.flatMap((group) =>
    group && fits(filter, new Map([...attributesOf(group), ['id', group.id]])) ? group : [],
  );
}

/** Removes a group: a job takes its members out, and with that the roles that it gave. Throws a 404 and a 412. */
export function remove(caller: Caller, id: string, { ifMatch }: Condition): Promise<true> {
  return retryOnConflict('the group', async () => {
    const group = await requireGroup(caller, id);
    requireVersion(ifMatch, versionOfGroup(group));
    return (await store.remove(group, eventsWrite(caller, 'removed', group))) ? true : undefined;
  });
}
