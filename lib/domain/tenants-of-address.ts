// Decides which accounts with an address are of its owner, and finds their tenants: for the message about them, and for the list
// in a session that has proved the mailbox.
import type { TenantId } from '../platform/ids.ts';
import { getMany } from '../store/dynamo/table.ts';
import type { User } from '../store/people/users.ts';
import { asHead, headKey, list, type TenantHead } from '../store/tenants/tenants.ts';

/** Whether the account is active and has proved the address. Another account may have the address as its name, or have had it a moment ago. */
export const isOwnersAccount = (user: User, email: string): boolean =>
  user.isActive && user.email === email && user.emailVerifiedAt !== null && !user.isUnclaimed;

/** Returns the heads in one read; those without a usable copy from the tenants themselves. */
export async function headsOf(
  ids: readonly TenantId[],
): Promise<Pick<TenantHead, 'id' | 'slug' | 'name' | 'status'>[]> {
  const copies = (await getMany(ids.map((id) => headKey(id)))).map(asHead);
  const missing = ids.filter((_, at) => !copies[at]);
  return [...copies.flatMap((copy) => copy ?? []), ...(missing.length ? await list(missing) : [])];
}
