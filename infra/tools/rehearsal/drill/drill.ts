// Restores a rehearsed deployment from a backup as docs/operations.md says, with clients that never stop, and checks
// that nothing is lost that a restore need not lose.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { createClient } from '../../../../lib/packages/client/node.ts';
import type { TableDefinition } from '../../local/table.ts';
import { readAssembly } from '../assembly/template.ts';
import { createFindings, describeFinding } from '../findings.ts';
import { type Rehearsal, startRehearsal } from '../run.ts';
import { type Assemblies, RESTORED } from './assemblies.ts';
import { type Checks, startChecks } from './checks.ts';
import { adminAgain, counted, type Data, listed, makeData, type Person, signUp } from './data.ts';
import { type Item, openTables, placeOf, type Tables } from './tables.ts';
import { closedProblems, startVisitors, type Visit } from './visitors.ts';

export type Outcome = {
  passed: boolean;
  /** Every item of the restored table at the end. */
  restored: readonly Item[];
};

const RESYNC = fileURLToPath(new URL('../../restore/main.ts', import.meta.url));

export async function drill(assemblies: Assemblies, print: (line: string) => void): Promise<Outcome> {
  const checks = startChecks(print);
  const rehearsal = await startRehearsal({ port: 0, assembly: assemblies.production });
  const tables = openTables(rehearsal.engine.endpoint);
  try {
    const { table: definition } = readAssembly(assemblies.production, createFindings());
    const made = await makeHistory(rehearsal, tables, checks);
    const visitors = startVisitors(rehearsal.baseUrl, made.tenantId);
    await makeMistake(rehearsal, made, checks);

    const closedAt = await close(rehearsal, tables, assemblies, checks);
    const left = await tables.items(rehearsal.table);
    await restore(tables, definition, made.backup, checks);
    const since = new Date().toISOString();
    await rehearsal.deploy(assemblies.restored, { GATEHOUSE_SESSIONS_SINCE: since });
    checks.check(
      'the restored table is deployed while every request is refused',
      await closedProblems(rehearsal.baseUrl),
    );
    const openedAt = Date.now();
    await rehearsal.deploy(assemblies.reopened, { GATEHOUSE_SESSIONS_SINCE: since });

    await resyncBeside(rehearsal, tables, made, since, checks);
    await checkUsers(rehearsal, made, checks);
    await checks.becomes('visitors sign up again', () =>
      visitors.visits().some(({ at, status }) => at > openedAt && status === 200),
    );
    const { visits, problems } = await visitors.stop();
    checks.check('every visitor got a success, or a 503 that says when to return', problems);
    await checkDirectory(rehearsal, tables, made.tenantId, checks);
    const restored = await tables.items(RESTORED);
    checkVisits(visits, closedAt, openedAt, { left, restored }, checks);
    const now = await tables.items(rehearsal.table);
    checks.check('nothing was written to the old table since it was closed', differences(left, now));
    checks.check('the rehearsal found nothing wrong', rehearsal.report().findings.map(describeFinding));
    return { passed: checks.failures() === 0, restored };
  } finally {
    tables.close();
    await rehearsal.stop();
  }
}

type History = Data & { dave: Person; backup: readonly Item[]; revoked: ReturnType<Data['bob']['client']['tokens']> };

/** Makes the data, and a backup of it. */
async function makeHistory(rehearsal: Rehearsal, tables: Tables, checks: Checks): Promise<History> {
  const data = await checks.succeeds('there are an admin, a tenant and three users', () => makeData(rehearsal));
  await checks.becomes('all are in lists and counters', async () => (await counted(data.admin)) === 3);
  const quiet = await tables.items(rehearsal.table);
  // Dave signs up and carl is deleted in the very second of the backup: the change feed has reached neither.
  const dave = await signUp(rehearsal.baseUrl, data.tenantId, 'dave');
  const now = await tables.items(rehearsal.table);
  const backup = [
    ...quiet.filter((item) => !isAccountOf(data.carl, item)),
    ...now.filter((item) => isAccountOf(dave, item) || isSessionOf(dave, item)),
  ];
  checks.check(`a backup of ${backup.length} items`, backup.length > quiet.length - 2);
  return { ...data, dave, backup, revoked: data.bob.client.tokens() };
}

const isIn = ({ id }: Person, { pk }: Item): boolean => pk?.S?.endsWith(`#U#${id}`) === true;
const isSessionOf = (person: Person, item: Item): boolean => isIn(person, item) && item.type?.S === 'session';
/** What the transaction of a sign-up or a deletion writes of an account. */
const isAccountOf = (person: Person, item: Item): boolean =>
  (isIn(person, item) && item.type?.S === 'user') || item.pk?.S?.endsWith(`#EMAIL#${person.email}`) === true;

/** What happens after the backup: a logout, a sign-up, and a mistake. */
async function makeMistake(rehearsal: Rehearsal, { admin, ann, bob, tenantId }: Data, checks: Checks): Promise<void> {
  await checks.succeeds('after the backup: bob logs out, erin signs up, and ann is deleted by mistake', async () => {
    await bob.client.authentication.logout();
    await signUp(rehearsal.baseUrl, tenantId, 'erin');
    await admin.adminUsers.remove({ id: ann.id });
  });
}

/** Refuses requests, waits until everything is processed, and stops the workers. Returns when requests were refused. */
async function close(
  rehearsal: Rehearsal,
  tables: Tables,
  { draining, closed }: Assemblies,
  checks: Checks,
): Promise<number> {
  await rehearsal.deploy(draining);
  const closedAt = Date.now();
  checks.check('maintenance=drain: every request is refused with 503', await closedProblems(rehearsal.baseUrl));
  await checks.becomes('every event in the outbox is published, and every message is sent', async () => {
    const published = new Set(rehearsal.events().map(({ detail }) => (detail as { id: string }).id));
    const waiting = eventsIn(await tables.items(rehearsal.table)).filter((id) => !published.has(id));
    return waiting.length === 0 && rehearsal.queue.waiting().length === 0;
  });
  await rehearsal.deploy(closed);
  checks.check('maintenance=on: every request is refused with 503', await closedProblems(rehearsal.baseUrl));
  return closedAt;
}

const eventsIn = (items: readonly Item[]): string[] =>
  items
    .filter(({ type }) => type?.S === 'outbox')
    .flatMap(({ events }) => events?.L?.map(({ M }) => M?.detail?.M?.id?.S ?? '') ?? []);

async function restore(
  tables: Tables,
  definition: TableDefinition,
  backup: readonly Item[],
  checks: Checks,
): Promise<void> {
  await tables.restore(RESTORED, definition, backup);
  const before = await tables.features(RESTORED);
  checks.check('a restored table has neither a stream nor a time to live', !before.stream && !before.ttl);
  await tables.complete(RESTORED, definition);
  const after = await tables.features(RESTORED);
  checks.check('the runbook gives it both', after.stream && after.ttl);
}

/** Opens first and resyncs then, beside the service, because what the change feed had not reached opens nothing. */
async function resyncBeside(
  { engine, baseUrl }: Rehearsal,
  tables: Tables,
  { carl, dave, tenantId }: History,
  since: string,
  checks: Checks,
): Promise<void> {
  const client = createClient({ baseUrl });
  const { email, password } = carl;
  await checks.refused('carl, of whom the backup has all but the account, is logged out', 401, () =>
    carl.client.authentication.refreshToken(),
  );
  await checks.refused('and cannot log in', 401, () =>
    client.authentication.login({ tenantId, credentials: { email, password } }),
  );
  const has = async (person: Person, type: string) =>
    (await tables.items(RESTORED)).some((item) => isIn(person, item) && item.type?.S === type);
  checks.check(
    'lists and counters have carl and not dave',
    (await has(carl, 'directory')) && !(await has(dave, 'directory')),
  );

  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_REGION: 'local',
    GATEHOUSE_SESSIONS_SINCE: since,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [RESYNC, RESTORED], {
    env: { ...process.env, ...environment, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
  });
  checks.check(`npm run resync, beside the service: ${stdout.trim()}`, /^\d+ items .* 1 erased/.test(stdout));
  checks.check(
    'lists and counters have dave and not carl',
    (await has(dave, 'directory')) && !(await has(carl, 'directory')),
  );
  const personal = (await tables.items(RESTORED)).filter(({ pk, personal }) => pk?.S?.endsWith(carl.id) && personal);
  checks.check('the audit log has no personal data of carl', personal.map(placeOf));
}

async function checkUsers(
  rehearsal: Rehearsal,
  { ann, bob, tenantId, revoked }: History,
  checks: Checks,
): Promise<void> {
  const { baseUrl } = rehearsal;
  const logIn = ({ email, password }: { email: string; password: string }) => {
    const client = createClient({ baseUrl });
    return client.authentication.login({ tenantId, credentials: { email, password } }).then(() => client);
  };
  const old = () => createClient({ baseUrl, ...(revoked && { tokens: revoked }) }).authentication;
  await checks.refused('the session that bob ended after the backup is not alive again', 401, () => old().me());
  await checks.refused('nor can it be refreshed', 401, () =>
    old().refreshToken({ refreshToken: revoked?.refreshToken }),
  );
  await checks.refused('ann’s session from before the backup has ended', 401, () => ann.client.authentication.me());
  await checks.succeeds('ann is back and logs in', () => logIn(ann));
  await checks.succeeds('bob logs in', () => logIn(bob));
  await checks.succeeds('dave logs in', () => logIn({ ...bob, email: 'dave@example.com' }));
  await checks.refused(
    'the address of ann is taken',
    400,
    () => signUp(baseUrl, tenantId, 'ann'),
    'EMAIL_ALREADY_EXISTS',
  );
  await checks.refused('erin, who signed up after the backup, is unknown', 401, () =>
    logIn({ ...bob, email: 'erin@example.com' }),
  );
  const erin = await checks.succeeds('erin signs up again', () => signUp(baseUrl, tenantId, 'erin'));
  await checks.becomes('the event of it is published from the restored table', () =>
    rehearsal.events().some(({ detail }) => (detail as { userId?: string }).userId === erin.id),
  );
  await erin.client.authentication.sendEmailVerification();
  await checks.becomes('erin gets a message', () => rehearsal.outbound.messages(erin.email).length > 0);
}

async function checkDirectory(rehearsal: Rehearsal, tables: Tables, tenantId: string, checks: Checks): Promise<void> {
  const admin = await checks.succeeds('the admin logs in', () => adminAgain(rehearsal.baseUrl));
  const users = async () => (await tables.items(RESTORED)).filter(({ type }) => type?.S === 'user').length;
  await checks.becomes('the counters know every user', async () => (await counted(admin)) === (await users()));
  await checks.becomes('the lists have every user', async () => (await listed(admin, tenantId)) === (await users()));
}

type Found = { left: readonly Item[]; restored: readonly Item[] };

/** Checks that each accepted visitor is in the table that was in use then, and in no other. */
function checkVisits(visits: readonly Visit[], closedAt: number, openedAt: number, found: Found, checks: Checks): void {
  const isIn = (items: readonly Item[], email: string): boolean =>
    items.some(({ pk }) => pk?.S?.endsWith(`#EMAIL#${email}`));
  const accepted = visits.filter(({ status }) => status === 200);
  const misplaced = accepted.filter(({ email, at }) => {
    const [own, other] = at < openedAt ? [found.left, found.restored] : [found.restored, found.left];
    return !isIn(own, email) || isIn(other, email);
  });
  const late = accepted.filter(({ at }) => at > closedAt + 1000 && at < openedAt);
  const refused = visits.length - accepted.length;
  checks.check(
    `${accepted.length} visitors were accepted and ${refused} refused, each in one table only, none in between`,
    [...misplaced, ...late].map(({ email }) => email),
  );
}

/** Attributes come in any order. */
function differences(before: readonly Item[], after: readonly Item[]): string[] {
  const left = new Map(before.map((item) => [placeOf(item), item]));
  const changed = after.filter((item) => !isDeepStrictEqual(left.get(placeOf(item)), item)).map(placeOf);
  const places = new Set(after.map(placeOf));
  return [...changed, ...[...left.keys()].filter((place) => !places.has(place))];
}
