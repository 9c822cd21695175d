// Finds users by name, address or number, for a field that picks one.
import { call, common, me, type Pick } from '../../kit.ts';

/** How many tenants of an admin are searched at once. */
const MOST_TENANTS = 10;

/** Finds users. An admin of several tenants has to name one, so each of theirs is asked. */
export async function findUsers(text: string): Promise<readonly Pick[]> {
  if (!text) return [];
  const tenants = me.value?.tenants?.slice(0, MOST_TENANTS) ?? [undefined];
  const pages = await Promise.all(
    tenants.map((tenantId) => call('adminUsers.list', { search: text, limit: '8', tenantId })),
  );
  return pages
    .flatMap(({ data }) => data)
    .slice(0, 8)
    .map(({ id, name, email, phone, isActive }) => ({
      value: id,
      title: email ?? phone ?? id,
      hint: [name, !isActive && common('inactive')].filter(Boolean).join(' · '),
    }));
}
