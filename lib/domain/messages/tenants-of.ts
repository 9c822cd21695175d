// Finds the tenants in which the owner of an e-mail address has an account, for a message to that address.
import { tenantOfUser } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { wholeTerm } from '../../store/keys.ts';
import { matching } from '../../store/people/directory.ts';
import { asUser, type User, userKey } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { headsOf, isOwnersAccount } from '../tenants-of-address.ts';

/** Accounts that are read at once. An address has one in each tenant at most. */
const AT_ONCE = 1000;

export type Found = { tenants: Pick<TenantHead, 'slug' | 'name'>[]; locale: string | null };

/**
 * Returns the active tenants in which an active account has proved this address, by name, and the language of one of the
 * accounts. The index says where to look, and is eventually consistent. The accounts decide: all that the index finds are read
 * (`matching` bounds them).
 */
export async function tenantsOf(email: string): Promise<Found> {
  const { matches } = await matching(undefined, wholeTerm(email));
  const users: User[] = [];
  for (let from = 0; from < matches.length; from += AT_ONCE) {
    const some = matches.slice(from, from + AT_ONCE);
    const items = await getMany(some.map(({ id }) => userKey(tenantOfUser(id), id)));
    users.push(...items.flatMap((item) => asUser(item) ?? []).filter((user) => isOwnersAccount(user, email)));
  }
  const tenants = await headsOf(users.map(({ tenantId }) => tenantId));
  return {
    tenants: tenants
      .filter(({ status }) => status === 'active')
      .sort((a, b) => a.name.localeCompare(b.name) || (a.slug < b.slug ? -1 : 1)),
    locale: users.find(({ locale }) => locale !== null)?.locale ?? null,
  };
}
