// Searches users and groups at once, as a query at the root does (RFC 7644, 3.4.2.1 and 3.4.3).
import type { Filter } from '../../scim/filter.ts';
import { readQuery } from '../../scim/list.ts';
import { selectionOf } from '../../scim/resource.ts';
import { ANY_TYPE, GROUP_TYPE, type ResourceType, USER_TYPE } from '../../scim/schema.ts';
import { sorted } from '../../scim/sort.ts';
import type { Attributes } from '../../scim/values.ts';
import { listOf, type ScimGroup } from '../../store/scim/groups.ts';
import type { Caller } from './authenticate.ts';
import { fitting } from './group-list.ts';
import { groupBodies, shownOfGroup } from './group-view.ts';
import { pageOf } from './pages.ts';
import { fittingUsers } from './search.ts';
import { type Known, shownOf, userBody } from './view.ts';

/** A user or a group, with all that it has. */
type Found = { attributes: Attributes } & ({ user: Known } | { group: ScimGroup });

/**
 * Returns a page of the users and groups that fit, users first unless sorted. `find` reads a member of the request. Throws tooMany if it had
 * to look at more than 1000 users, and what `readQuery` throws.
 */
export async function searchAll(caller: Caller, find: (name: string) => unknown) {
  const query = readQuery(ANY_TYPE, find);
  const of = typeIn(query.filter);
  const found = [
    ...(of === 'group' ? [] : await usersFound(caller, query.filter)),
    ...(of === 'user' ? [] : await groupsFound(caller, query.filter)),
  ];
  const inOrder = query.sort ? sorted(found, query.sort, ({ attributes }) => attributes) : found;
  const selectionFor = (type: ResourceType) => selectionOf(type, find('attributes'), find('excludedAttributes'));
  return pageOf(caller, 'all', query, inOrder, async (page) => {
    const groups = page.flatMap((each) => ('group' in each ? each.group : []));
    const bodies = (await groupBodies(caller, groups, selectionFor(GROUP_TYPE))).values();
    const selection = selectionFor(USER_TYPE);
    return page.map((each) =>
      'user' in each ? userBody(caller.connection, each.user, selection) : bodies.next().value,
    );
  });
}

async function usersFound(caller: Caller, filter: Filter | undefined): Promise<Found[]> {
  const known = await fittingUsers(caller, filter);
  return known.map((user) => ({ attributes: shownOf(caller.connection, user), user }));
}

async function groupsFound(caller: Caller, filter: Filter | undefined): Promise<Found[]> {
  const groups = filter ? await fitting(caller, filter) : await listOf(caller.connection.id);
  return groups.map((group) => ({ attributes: shownOfGroup(caller.connection, group, []), group }));
}

/** The type that the filter requires, as in `meta.resourceType eq "User"`; `undefined`: it requires none. */
function typeIn(filter: Filter | undefined): string | undefined {
  if (filter?.is === 'all') return filter.of.map(typeIn).find((each) => each !== undefined);
  const isOfType = filter?.is === 'compare' && filter.operator === 'eq' && filter.target.part?.name === 'resourceType';
  return isOfType ? String(filter.literal).toLowerCase() : undefined;
}
