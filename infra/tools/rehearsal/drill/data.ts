// Makes the data of the drill: before the backup, after it, and what was lost by mistake.
import { type Client, createClient } from '../../../../lib/packages/client/node.ts';
import type { Rehearsal } from '../run.ts';

export type Person = { email: string; password: string; id: string; client: Client };
export type Data = { admin: Client; tenantId: string; ann: Person; bob: Person; carl: Person };

const PASSWORD = 'marmalade lighthouse 17';
const ADMIN = { email: 'admin@example.com', password: 'tangerine bicycle 41' };

export async function signUp(baseUrl: string, tenantId: string, name: string): Promise<Person> {
  const account = { email: `${name}@example.com`, password: PASSWORD };
  const client = createClient({ baseUrl });
  await client.authentication.signup({ ...account, tenantId });
  const { id } = await client.authentication.me();
  return { ...account, id, client };
}

/**
 * An admin, a tenant, and three users who are logged in. `before` makes what the tenant has before them: their sessions are to be
 * young.
 */
export async function makeData(
  { baseUrl, adminSecretKey: secretKey }: Rehearsal,
  before: (admin: Client, tenantId: string) => Promise<unknown> = async () => {},
): Promise<Data> {
  const admin = createClient({ baseUrl });
  await admin.adminConsole.signup({ ...ADMIN, secretKey });
  await admin.adminConsole.login(ADMIN);
  // A large drill takes longer than an access token of 15 minutes lives.
  const settings = { session: { accessTtlSeconds: 3600 } };
  const { tenant } = await admin.adminTenants.create({ name: 'Demo', slug: 'demo', settings });
  await before(admin, tenant.id);
  const people: Person[] = [];
  for (const name of ['ann', 'bob', 'carl']) people.push(await signUp(baseUrl, tenant.id, name));
  const [ann, bob, carl] = people as [Person, Person, Person];
  return { admin, tenantId: tenant.id, ann, bob, carl };
}

/** Logs the admin in again: a restore ends sessions of admins, too. */
export async function adminAgain(baseUrl: string): Promise<Client> {
  const admin = createClient({ baseUrl });
  await admin.adminConsole.login(ADMIN);
  return admin;
}

/** The number of users that the admin's list shows, found by their entries and not by their items. */
export async function listed(admin: Client, tenantId: string): Promise<number> {
  let found = 0;
  let cursor: string | null = null;
  do {
    const { data, meta }: Awaited<ReturnType<Client['adminUsers']['list']>> = await admin.adminUsers.list({
      tenantId,
      limit: '100',
      ...(cursor !== null && { cursor }),
    });
    found += data.length;
    cursor = meta.nextCursor;
  } while (cursor !== null);
  return found;
}

/** The number of users that the counters know. */
export const counted = async (admin: Client): Promise<number> => (await admin.adminConsole.stats()).stats.totalUsers;

/** Lines of one call of the import. */
const BATCH = 100;
const CALLS_PER_LOGIN = 50;
/** Calls at once: the import is in the bulkhead of admins. */
const CALLS = 4;

/** Imports users who never signed in. */
export async function importUsers(baseUrl: string, tenantId: string, users: number): Promise<void> {
  const batches = Array.from({ length: Math.ceil(users / BATCH) }, (_, at) => at * BATCH);
  const work = async (): Promise<void> => {
    let admin = await adminAgain(baseUrl);
    let calls = 0;
    for (let first = batches.shift(); first !== undefined; first = batches.shift()) {
      const from = first;
      // An import asks for a fresh proof.
      if (++calls % CALLS_PER_LOGIN === 0) admin = await adminAgain(baseUrl);
      const lines = Array.from({ length: Math.min(BATCH, users - from) }, (_, at) => ({
        sourceId: `${from + at}`,
        email: `imported-${from + at}@example.com`,
        isEmailVerified: true,
      }));
      const send = () => admin.adminTransfers.importUsers({ tenantId, source: 'drill', lines });
      // A busy machine exceeds the time of a function, and a repeated call skips what is there.
      const { results } = await send().catch(send).catch(send);
      const refused = results.find(({ outcome }) => outcome === 'refused');
      if (refused) throw new Error(`the import refused ${refused.sourceId}: ${refused.message}`);
    }
  };
  await Promise.all(Array.from({ length: CALLS }, work));
}
