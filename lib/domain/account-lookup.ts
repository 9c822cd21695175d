// The account behind an address, as public operations look for it: an unknown tenant, an unknown address and a disabled
// account cost the same reads as one that is there.
import { NO_TENANT, noUser, type TenantId, tenantId, type UserId } from '../platform/ids.ts';
import type { Session } from '../store/sessions.ts';
import { getMany } from '../store/table.ts';
import { asTenant, type Tenant, tenantKey } from '../store/tenants.ts';
import * as users from '../store/users.ts';

/** `user` and `tenant` if both are there and active; `ids` of the account, or of one that nobody has. */
export type Account = {
  ids: { tenant: TenantId; user: UserId };
  active: { user: users.User; tenant: Tenant; sessions: Session[] } | undefined;
};

/** The tenant that a text names, or one that nobody has. */
export const tenantNamed = (text: string): TenantId => tenantId(text) ?? NO_TENANT;

/** Looks the account up. Two reads, one after the other, whatever there is. */
export async function accountOf(tenantText: string, who: users.Identifier): Promise<Account> {
  const id = tenantNamed(tenantText);
  const [tenantItem, lock] = await getMany([tenantKey(id), users.lockKey(id, who)]);
  const owner = users.ownerOf(lock) ?? noUser(id);
  const { user, sessions } = await users.findWithSessions(id, owner);
  const tenant = asTenant(tenantItem);
  const isActive = user?.isActive && tenant?.status === 'active';
  return { ids: { tenant: id, user: owner }, active: isActive ? { user, tenant, sessions } : undefined };
}
