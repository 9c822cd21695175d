// Shows a group of a directory as SCIM has it.
import { iso } from '../../platform/clock.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { refuse } from '../../scim/errors.ts';
import { bodyOf, type Selection } from '../../scim/resource.ts';
import { GROUP_TYPE } from '../../scim/schema.ts';
import { type Attributes, MAX_LISTED, type Value } from '../../scim/values.ts';
import { membersOf, type ScimGroup } from '../../store/scim/groups.ts';
import { baseOf } from './address.ts';
import type { Caller } from './authenticate.ts';

type Group = ScimGroup;
type Connection = Caller['connection'];

/** The entity tag of a group, without its members: they are apart, and a group may have thousands. */
export const versionOfGroup = ({ version }: Group): string => `W/"${version}"`;

/** The attributes that clients may change, without the members. */
export const attributesOf = ({ displayName, externalId }: Group): Attributes =>
  new Map([['displayName', displayName], ...(externalId === null ? [] : ([['externalId', externalId]] as const))]);

/** Returns all attributes of a group with these members. */
export function shownOfGroup(connection: Connection, group: Group, members: readonly string[]): Attributes {
  const base = baseOf(connection);
  const list = members.map(
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
  return new Map<string, Value>([
    ['id', group.id],
    ...attributesOf(group),
    ...(list.length ? ([['members', list]] as const) : []),
    ['meta', meta],
  ]);
}

/** Whether the reply has members: reading those of a large group costs. */
const hasMembers = (selection: Selection): boolean => {
  const isNamed = ({ attribute }: { attribute: { name: string } }) => attribute.name === 'members';
  return 'only' in selection
    ? selection.only.some(isNamed)
    : !selection.without.some((each) => isNamed(each) && !each.part);
};

/** Groups whose members are read at a time. */
const READERS = 10;

/**
 * Returns the bodies of groups, with their members unless they are left out. Throws tooMany for more than 10 000 members in all: a reply has
 * room for no more.
 */
export function groupBodies({ connection }: Caller, groups: readonly Group[], selection: Selection) {
  let left = hasMembers(selection) ? MAX_LISTED : 0;
  return mapConcurrently(groups, READERS, async (group) => {
    const ids = hasMembers(selection) && left >= 0 ? await membersOf(connection.id, group.id, left + 1) : [];
    left -= ids.length;
    if (left < 0)
      refuse('tooMany', `There are more than ${MAX_LISTED} members. Leave them out with excludedAttributes=members.`);
    return bodyOf(GROUP_TYPE, shownOfGroup(connection, group, ids), selection);
  });
}
