// The account behind an address, as public operations look for it: an unknown tenant, an unknown address and a disabled
// account cost the same reads as one that is there.
import { NO_TENANT, noUser, type TenantId, tenantId, type UserId } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { asTenant, type Tenant, tenantKey } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import { logIdentifier } from './log-identifier.ts';

/** `user` and `tenant` if both are there and active; `ids` of the account, or of one that nobody has. */
export type Account = {
  ids: { tenant: TenantId; user: UserId };
  active: { user: users.User; tenant: Tenant; held: users.Held } | undefined;
};

/**
 * Whether a code may be sent to this address of the account to get in, or to set a password. Where somebody who signed up by
 * himself gave two addresses, one may be another person's: as soon as one is proved, the other has to be, by him.
 */
export function canReceiveCodeAt(user: users.User, kind: users.Identifier['kind']): boolean {
  const [own, other] = kind === 'email' ? (['email', 'phone'] as const) : (['phone', 'email'] as const);
  return user[`${own}VerifiedAt`] !== null || user[`${other}VerifiedAt`] === null || !user.isSelfMade;
}

/** The tenant that a text names, or one that nobody has. */
export const tenantNamed = (text: string): TenantId => tenantId(text) ?? NO_TENANT;

/** Looks the account up. Two reads, one after the other, whatever there is. */
export async function accountOf(tenantText: string, who: users.Identifier): Promise<Account> {
  await logIdentifier(who.value);
  const id = tenantNamed(tenantText);
  const [tenantItem, lock] = await getMany([tenantKey(id), users.addressKey(id, who)]);
  const owner = users.claimedBy(lock) ?? noUser(id);
  const { user, held } = await users.findWithHeld(id, owner);
  const tenant = asTenant(tenantItem);
  const isActive = user?.isActive && tenant?.status === 'active';
  return { ids: { tenant: id, user: owner }, active: isActive ? { user, tenant, held } : undefined };
}
