// Lists the groups of a connection. There are 1000 at most, so all are read at once.
import { userId } from '../../platform/ids.ts';
import { refuse } from '../../scim/errors.ts';
import { type Filter, fits, requiredText, targetsOf } from '../../scim/filter.ts';
import type { ListQuery } from '../../scim/list.ts';
import { sorted } from '../../scim/sort.ts';
import { getMany, span } from '../../store/dynamo/table.ts';
import { scimUserAndGroups } from '../../store/keys.ts';
import * as store from '../../store/scim/groups.ts';
import type { Caller } from './authenticate.ts';
import { groupBodies, shownOfGroup } from './group-view.ts';
import { pageOf } from './pages.ts';

type Group = store.ScimGroup;

/** Returns a page of the groups, oldest first unless sorted. */
export async function listGroups(caller: Caller, query: ListQuery) {
  const { connection } = caller;
  const { filter, sort, selection } = query;
  const found = filter ? await fitting(caller, filter) : await store.listOf(connection.id);
  const inOrder = sort ? sorted(found, sort, (group) => shownOfGroup(connection, group, [])) : found;
  return pageOf(caller, 'groups', query, inOrder, (page) => groupBodies(caller, page, selection));
}

/** Returns the groups that fit, oldest first. Throws invalidFilter for more than one member. */
export async function fitting(caller: Caller, filter: Filter): Promise<Group[]> {
  const { connection } = caller;
  const member = memberIn(filter);
  const found = member === undefined ? await candidates(caller, filter) : await groupsWith(caller, member);
  const members = member === undefined ? [] : [member];
  return found.filter((group) => fits(filter, shownOfGroup(connection, group, members)));
}

/** Returns the groups that may fit: at most one, if the filter names it. */
async function candidates({ connection }: Caller, filter: Filter): Promise<Group[]> {
  const name = requiredText(filter, 'displayName');
  if (name === undefined) return store.listOf(connection.id);
  const id = store.groupNamedBy((await getMany([store.groupNameKey(connection.id, name)]))[0]);
  const group = id && (await store.find(connection.id, id));
  return group ? [group] : [];
}

const isOfMembers = ({ attribute }: { attribute: { name: string } }): boolean => attribute.name === 'members';

/** Returns the one user whom the filter names as a member; `undefined`: it says nothing about members. */
function memberIn(filter: Filter): string | undefined {
  if (!targetsOf(filter).some(isOfMembers)) return undefined;
  const isOne = targetsOf(filter).filter(isOfMembers).length === 1;
  const member = isOne ? requiredMember(filter) : undefined;
  return member ?? refuse('invalidFilter', 'members: a filter names one user, as in members eq "…"');
}

function requiredMember(filter: Filter): string | undefined {
  if (filter.is === 'all') return filter.of.map(requiredMember).find((each) => each !== undefined);
  if (filter.is === 'some') return requiredMember(filter.of);
  if (filter.is !== 'compare' || filter.operator !== 'eq' || !isOfMembers(filter.target)) return undefined;
  const isId = (filter.target.part?.name ?? 'value') === 'value';
  return isId && typeof filter.literal === 'string' ? filter.literal : undefined;
}

/** The groups of the connection that the user is in. */
async function groupsWith({ connection }: Caller, text: string): Promise<Group[]> {
  const id = userId(text);
  const items = id ? await span(scimUserAndGroups(connection.tenantId, id)) : [];
  const ids = items.flatMap((item) => store.asMembership(item)?.groupId ?? []);
  const groups = await getMany(ids.map((each) => store.groupKey(connection.id, each)));
  return groups.flatMap((item) => store.asGroup(item) ?? []);
}
