// Imports 100 000 users with their passwords by `npm run import`, which is killed five times, and then imports them once
// more. The change feed is off: in the cloud another function does that work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { figureOf } from '../../../infra/tools/transfer/figure.ts';
import { ownLines } from '../../../infra/tools/transfer/lines.ts';
import { fileOf } from '../../../infra/tools/transfer/progress.ts';
import { reportOf } from '../../../infra/tools/transfer/run.ts';
import { openFile } from '../../../infra/tools/transfer/source.ts';
import { type Caller, createCaller } from '../harness/caller.ts';
import { atLeast, type Section } from '../harness/report.ts';
import { type Own, scoped } from '../harness/scope.ts';
import { startService } from '../harness/service.ts';
import { startTable, TABLE } from '../harness/table.ts';
import { createWorld, emailOf, PASSWORD, type World } from '../harness/world.ts';

const USERS = 100_000;
const KILLS = 5;
const SEGMENTS = 4;
/** Faster than any machine: the run never waits. */
const PER_SECOND = 100_000;
const GOAL_PER_SECOND = 500;
/** Of `PASSWORD`, as bcrypt of cost 4 has it. The import computes nothing from it. */
const BCRYPT = '$2b$04$g/decwxmkELxHa9hF6teyufaXuVyXTc12TWk4hsQ16oRA/bdetpk.';
const MAIN = join(import.meta.dirname, '../../../infra/tools/transfer/main.ts');

const lineOf = (at: number): object => ({
  sourceId: `auth0|${at}`,
  email: emailOf(`moved${at}`),
  isEmailVerified: true,
  name: `Person ${at}`,
  metadata: { plan: 'team', seats: at % 50 },
  passwordHash: BCRYPT,
});

export const importing = (): Promise<Section> =>
  scoped(async (own) => {
    const folder = ownFolder(own);
    const engine = own(await startTable({ stream: false }));
    const service = own(await startService({ GATEHOUSE_LIMITS: 'off', AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }));
    const caller = own(createCaller(service.baseUrl));
    const world = await createWorld(caller, service);
    const file = join(folder, 'users.ndjson');
    writeFileSync(file, Array.from({ length: USERS }, (_, at) => `${JSON.stringify(lineOf(at))}\n`).join(''));

    const first = await timed(async () => {
      for (let kill = 1; kill <= KILLS; kill++)
        await runUntil(service.baseUrl, world, file, (USERS * kill) / (KILLS + 1));
      await run(service.baseUrl, world, file);
    });
    const created = outcomesIn(file);
    const stored = await typesIn(engine.endpoint);
    const again = await timed(() => run(service.baseUrl, world, file));
    const skipped = outcomesIn(file);
    const loggedIn = await logins(caller, world);

    const facts = {
      'lines in the report': created.users.size === USERS && created.lines === USERS,
      'every line created, or skipped after a kill': created.outcomes.every((each) => each !== 'refused'),
      'users in the table': stored.get('user') === USERS,
      'claims of addresses': stored.get('address-claim') === USERS,
      'second run skips all': skipped.outcomes.every((each) => each === 'skipped'),
      'the table after the second run': (await typesIn(engine.endpoint)).get('user') === USERS,
      'logins with the old password': loggedIn,
    };
    const { units, usd } = await figureOf(ownLines(openFile(file)), PER_SECOND);
    const rows = [
      { run: `first, killed ${KILLS} times`, ...pace(first), 'write units': units, USD: usd, ...goal(first) },
      { run: 'second', ...pace(again), 'write units': 0, USD: 0 },
    ];
    return {
      tables: [
        {
          title: `Import of ${USERS} users`,
          rows,
          notes: ['units and USD: with lists, search and counters, without the audit log'],
        },
        {
          title: 'After it',
          rows: Object.entries(facts).map(([fact, isTrue]) => ({ fact, holds: isTrue ? 'yes' : 'NO' })),
        },
      ],
      exceeded: Object.entries(facts).flatMap(([fact, isTrue]) => (isTrue ? [] : [fact])),
    };
  });

const pace = (seconds: number) => ({ seconds, 'users/s': USERS / seconds });
const goal = (seconds: number) => atLeast(USERS / seconds, GOAL_PER_SECOND);

function ownFolder(own: Own): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-import-'));
  own({ stop: () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

function start(url: string, { slug }: World, file: string) {
  return spawn(
    process.execPath,
    [MAIN, '--tenant', slug, '--url', url, '--source', 'auth0-prod', '--per-second', String(PER_SECOND), file],
    {
      env: { ...process.env, GATEHOUSE_ADMIN_EMAIL: 'admin@bench.example', GATEHOUSE_ADMIN_PASSWORD: PASSWORD },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

async function run(url: string, world: World, file: string): Promise<void> {
  const [code] = await once(start(url, world, file), 'close');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}

/** Kills the run once it has kept that it is past the line. */
async function runUntil(url: string, world: World, file: string, line: number): Promise<void> {
  const child = start(url, world, file);
  const ended = once(child, 'close');
  while (child.exitCode === null && lineIn(file) < line) await setTimeout(20);
  child.kill('SIGKILL');
  await ended;
}

function lineIn(file: string): number {
  return existsSync(fileOf(file)) ? JSON.parse(readFileSync(fileOf(file), 'utf8')).line : 0;
}

function outcomesIn(file: string) {
  const entries: { outcome: string; userId: string }[] = readFileSync(reportOf(file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    lines: entries.length,
    users: new Set(entries.map(({ userId }) => userId)),
    outcomes: entries.map(({ outcome }) => outcome),
  };
}

/** Returns how many items of each type the table has. */
async function typesIn(endpoint: string): Promise<Map<string, number>> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const counts = new Map<string, number>();
  const count = async (segment: number): Promise<void> => {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: TABLE,
          Segment: segment,
          TotalSegments: SEGMENTS,
          ProjectionExpression: '#type',
          ExpressionAttributeNames: { '#type': 'type' },
          ExclusiveStartKey: from,
        }),
      );
      for (const { type } of page.Items ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
      from = page.LastEvaluatedKey;
    } while (from);
  };
  await Promise.all(Array.from({ length: SEGMENTS }, (_, segment) => count(segment)));
  client.destroy();
  return counts;
}

/** Whether people from the whole file sign in with their old password. */
async function logins(caller: Caller, { tenantId }: World): Promise<boolean> {
  const body = (at: number) => ({ tenantId, credentials: { email: emailOf(`moved${at}`), password: PASSWORD } });
  const some = Array.from({ length: 20 }, (_, nth) => Math.floor((nth * (USERS - 1)) / 19));
  const replies = await Promise.all(some.map((at) => caller.call('POST /auth/login', { body: body(at) })));
  return replies.every(({ status }) => status === 200);
}
