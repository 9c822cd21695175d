// Shows users what the directory of their organization says of them.
import type { OwnDirectory } from '../../contract/groups/account.ts';
import { iso } from '../../platform/clock.ts';
import { getMany, span } from '../../store/dynamo/table.ts';
import { scimUserAndGroups } from '../../store/keys.ts';
import type { User } from '../../store/people/users.ts';
import { asScimConnection, scimConnectionKey } from '../../store/scim/connections.ts';
import { asGroup, asMembership, groupKey } from '../../store/scim/groups.ts';
import { asScimUser } from '../../store/scim/users.ts';
import { userBody } from './view.ts';

/** Returns what a directory says of the user, `null` if none does. Two reads at most. */
export async function own({ user }: { user: User }): Promise<{ directory: OwnDirectory | null }> {
  const items = await span(scimUserAndGroups(user.tenantId, user.id));
  const view = items.map(asScimUser).find(Boolean);
  if (!view) return { directory: null };
  const memberships = items.flatMap((item) => asMembership(item) ?? []);
  const [connectionItem, ...groupItems] = await getMany([
    scimConnectionKey(view.connectionId),
    ...memberships.map(({ groupId }) => groupKey(view.connectionId, groupId)),
  ]);
  const directory = {
    name: asScimConnection(connectionItem)?.name ?? null,
    hasLeft: view.hasLeft,
    record: userBody({ id: view.connectionId }, { user, view }),
    groups: groupItems.flatMap((item) => asGroup(item)?.displayName ?? []),
    createdAt: iso(view.createdAt),
    updatedAt: iso(view.updatedAt),
  };
  return { directory };
}
