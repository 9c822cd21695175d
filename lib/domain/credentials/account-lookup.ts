// Finds the account of an address for public operations. An unknown tenant, an unknown address and a disabled account
// cost the same reads as an active one.
import { NO_TENANT, noUser, type TenantId, tenantId, type UserId } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import * as users from '../../store/people/users.ts';
import { asHead, headFrom, headKey, queryHead, type TenantHead } from '../../store/tenants/tenants.ts';
import { accountObstacles } from './admission.ts';
import { logIdentifier } from './log-identifier.ts';

/**
 * `active`: user and tenant, if both exist and are active. `ids`: of the account, or of one that does not exist.
 * `tenant`: the tenant, if it is active.
 */
export type Account = {
  tenant: TenantHead | undefined;
  ids: { tenant: TenantId; user: UserId };
  active: { user: users.User; tenant: TenantHead; held: users.Held } | undefined;
};

/** Returns the tenant id in the text, or one that no tenant has. */
export const tenantNamed = (text: string): TenantId => tenantId(text) ?? NO_TENANT;

const NONE: users.Held = { sessions: [], trusted: [] };

/** Finds the account. Always two reads, one after the other. */
export async function accountOf(tenantText: string, who: users.Identifier): Promise<Account> {
  await logIdentifier(who.value);
  const id = tenantNamed(tenantText);
  const [headItem, claim] = await getMany([headKey(id), users.addressKey(id, who)]);
  const claimed = users.claimedBy(claim);
  const owner = claimed ?? noUser(id);
  // An unknown tenant has neither head nor account. One query looks for it, as others look for the account.
  const [{ user, held }, stored] =
    claimed || asHead(headItem)
      ? await Promise.all([users.findWithHeld(id, owner), headFrom(id, headItem)])
      : [{ user: undefined, held: NONE }, await queryHead(id)];
  const tenant = stored?.status === 'active' ? stored : undefined;
  return {
    tenant,
    ids: { tenant: id, user: owner },
    active: user && tenant && !accountObstacles(user, tenant).length ? { user, tenant, held } : undefined,
  };
}
