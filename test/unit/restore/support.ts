// Makes users and entries of the audit log as a restored table has them.
import { syncUser } from '../../../lib/domain/directory/sync-user.ts';
import { newEventId, type TenantId } from '../../../lib/platform/ids.ts';
import { createEntry } from '../../../lib/store/audit/audit-log.ts';
import { erase, transact } from '../../../lib/store/dynamo/table.ts';
import * as directory from '../../../lib/store/people/directory.ts';
import type { User } from '../../../lib/store/people/users.ts';
import * as users from '../../../lib/store/people/users.ts';
import { newAccount } from '../store/support.ts';

/** A user whom the change feed has not reached. */
export async function newUser(tenant: TenantId, name: string): Promise<User> {
  const user = newAccount(`${name}@example.com`, tenant);
  await transact(users.creation(user, undefined));
  return user;
}

/** A user with all entries and counters. */
export async function syncedUser(tenant: TenantId, name: string): Promise<User> {
  const user = await newUser(tenant, name);
  await syncUser(tenant, user.id, 0);
  return user;
}

/** Removes the item of a user, as a deletion does before the change feed removes the rest. */
export const forget = ({ tenantId, id }: User): Promise<unknown> => erase(users.userKey(tenantId, id));

/** The items in the partition of a user, by type. */
export const typesOf = async ({ tenantId, id }: User): Promise<string[]> =>
  (await users.everything(tenantId, id)).map(({ type }) => type).sort();

/** The number of users that the counters know in a tenant. */
export async function counted(tenant: TenantId): Promise<number> {
  const [sums = {}] = await directory.totals(tenant, ['USERS']);
  return Object.values(sums).reduce((sum, each) => sum + each, 0);
}

/** An entry of the audit log with personal data. */
export async function newEntry({ tenantId, id }: User, occurredAt = 1_780_000_000_000) {
  const actor = { type: 'user', id };
  const ref = { id: newEventId(), occurredAt, tenantId, targetId: id, actorId: id, action: 'session.began' };
  const entry = JSON.stringify({ ...ref, target: { type: 'user', id }, actor, note: 'x'.repeat(500) });
  const fields = { entry, personal: '{"ip":"192.0.2.1"}', salt: 'c2FsdA', shard: 0, from: 0, ttl: 4_000_000_000 };
  await createEntry(ref, fields, []);
  return ref;
}
