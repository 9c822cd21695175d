// Loses the region of a rehearsed deployment in the middle of its work, opens the standby of docs/operations.md, "A second
// region", and goes back. Checks that nothing is lost but what that page names.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '../../../../lib/packages/client/node.ts';
import type { Envelope } from '../../local/aws/rules.ts';
import type { TableDefinition } from '../../local/table.ts';
import { readAssembly } from '../assembly/template.ts';
import { createFindings, describeFinding } from '../findings.ts';
import { type Rehearsal, startRehearsal } from '../run.ts';
import { type Checks, startChecks } from './checks.ts';
import { adminAgain, counted, type Data, importUsers, listed, makeData, type Person, signUp } from './data.ts';
import type { Outcome } from './drill.ts';
import { type DrillEngine, startDrillEngine } from './engine.ts';
import { type FailoverAssemblies, REPLICA } from './failover-assemblies.ts';
import { openTables, type Tables } from './tables.ts';
import { closedProblems } from './visitors.ts';

/** `imported`: how many users there are besides those who work. */
export async function failover(
  assemblies: FailoverAssemblies,
  print: (line: string) => void,
  imported = 0,
): Promise<Outcome> {
  const checks = startChecks(print, imported);
  /** How often each event was published, by its id. */
  const published = new Map<string, number>();
  const counting = ({ detail }: Envelope): void => {
    const { id } = detail as { id: string };
    published.set(id, (published.get(id) ?? 0) + 1);
  };
  const rules = [{ name: 'drill', pattern: {}, target: counting }];
  const engine = await startDrillEngine();
  const options = { port: 0, assembly: assemblies.primary, rules, endpoint: engine.endpoint };
  const rehearsal = await startRehearsal(options).catch(async (error: unknown) => {
    await engine.stop();
    throw error;
  });
  engine.indexScans();
  const tables = openTables(engine.endpoint);
  try {
    const { table: definition } = readAssembly(assemblies.primary, createFindings());
    const history = { ...(await makeHistory(rehearsal, checks, imported)), published };
    const events = new Set(published.keys());
    await replicate(tables, engine, definition, rehearsal.table, checks);
    const lost = await makeLastSecond(rehearsal, history, checks);
    await finishWork(rehearsal, tables, history, checks);
    // Frank's sign-up is one transaction, and only the account itself arrives.
    const part = (await tables.items(rehearsal.table)).filter(
      ({ pk, type }) => type?.S === 'user' && pk?.S?.endsWith(lost.frank.id),
    );

    await tables.add(part, REPLICA);
    await rehearsal.deploy(assemblies.standby);
    checks.check('the standby refuses every request with 503', await closedProblems(rehearsal.baseUrl));
    await rehearsal.deploy(assemblies.standbyOpen);
    await checkWhatStays(rehearsal, history, events, checks);
    await checkWhatIsLost(rehearsal, history, lost, checks);
    await checkNewWork(rehearsal, tables, REPLICA, history, checks);

    await goBack(rehearsal, tables, assemblies, checks);
    await checkNewWork(rehearsal, tables, rehearsal.table, history, checks);
    checks.check('the rehearsal found nothing wrong', rehearsal.report().findings.map(describeFinding));
    return { passed: checks.failures() === 0, restored: await tables.items(rehearsal.table) };
  } finally {
    tables.close();
    await rehearsal.stop();
    await engine.stop();
  }
}

type Made = Data & { dave: Person; users: number };
type History = Made & { published: ReadonlyMap<string, number> };

/** Those of `makeData`, and dave. */
const AT_WORK = 4;

/** Users at rest: lists, counters, events and one message each are done. */
async function makeHistory(rehearsal: Rehearsal, checks: Checks, imported: number): Promise<Made> {
  const importing = async (admin: Client, tenantId: string): Promise<void> => {
    if (!imported) return;
    await checks.succeeds(`${imported} users are imported`, () => importUsers(rehearsal.baseUrl, tenantId, imported));
    // On one machine the change feed is behind for minutes: a code that waits for it is too old to be sent.
    await checks.becomes('they are in the counters', async () => (await counted(admin)) === imported);
  };
  const data = await checks.succeeds('there are an admin, a tenant and three users', () =>
    makeData(rehearsal, importing),
  );
  const users = AT_WORK + imported;
  const dave = await signUp(rehearsal.baseUrl, data.tenantId, 'dave');
  await dave.client.authentication.sendEmailVerification();
  await checks.becomes('dave gets a message', () => rehearsal.outbound.messages(dave.email).length > 0);
  await checks.becomes('all are in the counters', async () => (await counted(data.admin)) === users);
  await checks.becomes('nothing waits', () => rehearsal.queue.waiting().length === 0);
  return { ...data, dave, users };
}

type Lost = { revoked: ReturnType<Client['tokens']>; frank: Person };

/** What the region does and no longer replicates. */
async function makeLastSecond(rehearsal: Rehearsal, { ann, bob, tenantId }: Data, checks: Checks): Promise<Lost> {
  const revoked = bob.client.tokens();
  return checks.succeeds('in the last second: ann refreshes, bob logs out, erin and frank sign up', async () => {
    await ann.client.authentication.refreshToken({ refreshToken: ann.client.tokens()?.refreshToken });
    await bob.client.authentication.logout();
    await signUp(rehearsal.baseUrl, tenantId, 'erin');
    return { revoked, frank: await signUp(rehearsal.baseUrl, tenantId, 'frank') };
  });
}

/**
 * Waits until the functions of the region are done: from the loss on, the roles are those of the standby, and what is in flight would be
 * refused. Nothing of it reaches the replica.
 */
async function finishWork(rehearsal: Rehearsal, tables: Tables, { admin, users }: History, checks: Checks) {
  await checks.becomes('the region goes on until it is lost', async () => (await counted(admin)) === users + 2);
  let before = '';
  await checks.becomes('and its table is at rest', async () => {
    const digest = await tables.digest(rehearsal.table);
    const isSame = digest === before;
    before = digest;
    if (!isSame) await sleep(2000);
    return isSame;
  });
}

/**
 * Copies the table as it is before the last second. The replica has a stream before its items, as replicated writes are in the
 * replica's own stream.
 */
async function replicate(
  tables: Tables,
  engine: DrillEngine,
  definition: TableDefinition,
  table: string,
  checks: Checks,
) {
  const items = await tables.items(table);
  await tables.restore(REPLICA, definition, []);
  await tables.complete(REPLICA, definition);
  engine.indexScans();
  await tables.add(items, REPLICA);
  checks.check(`the replica has ${items.length} items`, items.length > 0);
}

async function checkWhatStays(
  rehearsal: Rehearsal,
  { admin, ann, dave, published }: History,
  events: ReadonlySet<string>,
  checks: Checks,
) {
  const { baseUrl } = rehearsal;
  await checks.succeeds('ann’s access token is accepted', () => ann.client.authentication.me());
  await checks.succeeds('dave’s session is refreshed', () =>
    dave.client.authentication.refreshToken({ refreshToken: dave.client.tokens()?.refreshToken }),
  );
  await checks.succeeds('the admin’s session goes on', () => admin.adminConsole.stats());
  await checks.succeeds('the admin logs in', () => adminAgain(baseUrl));
  await checks.becomes(`each of ${events.size} events of the last day is published again, with its id`, () =>
    [...events].every((id) => (published.get(id) ?? 0) > 1),
  );
  await checks.becomes('nothing waits', () => rehearsal.queue.waiting().length === 0);
  const messages = rehearsal.outbound.messages(dave.email).length;
  checks.check('no message is sent again', messages === 1 ? [] : [`dave has ${messages}`]);
}

/** The losses that docs/operations.md names. A test fails if one of them is none any more. */
async function checkWhatIsLost(
  rehearsal: Rehearsal,
  { admin, ann, bob, tenantId }: History,
  lost: Lost,
  checks: Checks,
) {
  const { baseUrl } = rehearsal;
  const old = createClient({ baseUrl, ...(lost.revoked && { tokens: lost.revoked }) });
  await checks.succeeds('lost: bob’s logout, whose session is alive again', () => old.authentication.me());
  const refresh = () => ann.client.authentication.refreshToken({ refreshToken: ann.client.tokens()?.refreshToken });
  await checks.refused('lost: ann’s refresh, whose token looks forged', 401, refresh, 'REFRESH_TOKEN_INVALID');
  await checks.refused('so her session ends', 401, () => ann.client.authentication.me());
  const again = createClient({ baseUrl });
  await checks.succeeds('and she logs in', () => again.authentication.login({ tenantId, credentials: ann }));
  await checks.refused('lost: erin’s sign-up', 401, () =>
    createClient({ baseUrl }).authentication.login({
      tenantId,
      credentials: { email: 'erin@example.com', password: bob.password },
    }),
  );
  await checks.refused('lost: the address of frank, whose account arrived', 401, () =>
    createClient({ baseUrl }).authentication.login({ tenantId, credentials: lost.frank }),
  );
  await checks.becomes('frank’s account is in the list', async () => {
    const { data } = await admin.adminUsers.list({ tenantId, search: lost.frank.email });
    return data.some(({ id }) => id === lost.frank.id);
  });
  await checks.succeeds('an admin deletes it', async () => {
    // With a fresh proof: a large drill takes longer than one counts.
    const proved = await adminAgain(baseUrl);
    await proved.adminUsers.remove({ id: lost.frank.id });
  });
  await checks.succeeds('and frank signs up again', () => signUp(baseUrl, tenantId, 'frank'));
}

let round = 0;

/** A person signs up: event, message, list and counter follow from the table in use. */
async function checkNewWork(rehearsal: Rehearsal, tables: Tables, table: string, { tenantId }: Data, checks: Checks) {
  const person = await checks.succeeds('a new user signs up', () =>
    signUp(rehearsal.baseUrl, tenantId, `new${++round}`),
  );
  await checks.becomes('the event of it is published', () =>
    rehearsal.events().some(({ detail }) => (detail as { userId?: string }).userId === person.id),
  );
  await person.client.authentication.sendEmailVerification();
  await checks.becomes('the user gets a message', () => rehearsal.outbound.messages(person.email).length > 0);
  const admin = await adminAgain(rehearsal.baseUrl);
  const users = () => tables.count(table, 'user');
  await checks.becomes('the counters know every user', async () => (await counted(admin)) === (await users()));
  await checks.becomes('the lists have every user', async () => (await listed(admin, tenantId)) === (await users()));
}

/** The region is back, and its table gets what happened meanwhile. */
async function goBack(rehearsal: Rehearsal, tables: Tables, assemblies: FailoverAssemblies, checks: Checks) {
  await rehearsal.deploy(assemblies.standbyDraining);
  await checks.becomes('the standby drains', () => rehearsal.queue.waiting().length === 0);
  await rehearsal.deploy(assemblies.standby);
  await checks.refused('the standby is closed again', 503, () =>
    createClient({ baseUrl: rehearsal.baseUrl }).discovery.health(),
  );
  await tables.mirror(await tables.items(REPLICA), rehearsal.table);
  await rehearsal.deploy(assemblies.primary);
}
