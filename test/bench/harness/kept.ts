// Keeps tables of many users in a folder of the system for temporary files, because a million users take minutes to build.
// The name of a table is a digest of what it holds, so that a change of the items makes a new one.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BatchGetItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startEngine } from '../../../infra/tools/local/engine.ts';
import { binary } from '../../../infra/tools/local/engines/embedded.ts';
import { OWN_TABLE } from '../../../infra/tools/local/table.ts';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { fromAttributes, toAttributes } from '../../../lib/store/dynamo/attributes.ts';
import * as keys from '../../../lib/store/keys.ts';
import { createCaller } from './caller.ts';
import { describeTable, lines } from './imported.ts';
import {
  type Counters,
  createPopulation,
  type Person,
  type Population,
  personOf,
  ROLE,
  tenantAs,
  tenantItems,
  userItems,
} from './population.ts';
import { type Own, scoped } from './scope.ts';
import { FAST, startService } from './service.ts';
import { startTable, TABLE, type TableEngine } from './table.ts';
import { createWorld, emailOf, signup } from './world.ts';

const FOLDER = join(tmpdir(), 'gatehouse-bench');
const PEOPLE = 50;

/** What is known of a kept table. All people have the password of the benchmark. */
export type Kept = Pick<Population, 'tenantId' | 'needle'> & { people: Person[]; seconds: number };
/** `newFolder`: returns a folder for a service on the table, with the secrets that its passwords were made with. */
export type KeptTable = { kept: Kept; engine: TableEngine; newFolder: () => Promise<string> };

/** Starts an engine on the table with `users` users, which is built if there is none. What a run writes stays in it. */
export async function startKept(own: Own, users: number): Promise<KeptTable> {
  const home = join(FOLDER, `${users}-users-${await digest()}`);
  if (!existsSync(home)) await build(home, users);
  const kept = JSON.parse(await readFile(join(home, 'kept.json'), 'utf8')) as Kept;
  const engine = own(await startEngine(home, undefined)) as TableEngine;
  const newFolder = async (): Promise<string> => {
    const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
    own({ stop: () => rm(directory, { recursive: true, force: true }) });
    await copyFile(join(home, 'secrets.json'), join(directory, 'secrets.json'));
    return directory;
  };
  return { kept, engine, newFolder };
}

async function build(home: string, users: number): Promise<void> {
  const started = performance.now();
  await mkdir(FOLDER, { recursive: true });
  const directory = await mkdtemp(join(FOLDER, 'new-'));
  try {
    const passwordHash = await createSecrets(directory);
    const population = createPopulation(users, passwordHash);
    const { tenantId, needle } = population;
    await importInto(directory, population);
    const seconds = (performance.now() - started) / 1000;
    const kept: Kept = { tenantId, needle, people: population.people(PEOPLE), seconds };
    await writeFile(join(directory, 'kept.json'), JSON.stringify(kept));
    await rename(directory, home);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Lets a service create its secrets in the folder, and returns the hash that it stores of the password. */
const createSecrets = (directory: string): Promise<string> =>
  scoped(async (own) => {
    const { endpoint } = own(await startTable({ stream: false }));
    const settings = { ...FAST, GATEHOUSE_DATA: directory, AWS_ENDPOINT_URL_DYNAMODB: endpoint };
    const service = own(await startService(settings));
    const caller = own(createCaller(service.baseUrl));
    const tenant = (await createWorld(caller, service)).tenantId as TenantId;
    await signup(caller, tenant, 0);
    const client = new DynamoDBClient({ endpoint });
    own({ stop: () => client.destroy() });
    const read = async (key: keys.Key) => {
      const RequestItems = { [TABLE]: { Keys: [toAttributes(key)], ConsistentRead: true } };
      const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems }));
      return fromAttributes(Responses?.[TABLE]?.[0] ?? {});
    };
    const { userId } = await read(keys.email(tenant, emailOf(0)));
    return (await read(keys.user(tenant, userId as UserId))).passwordHash as string;
  });

async function importInto(directory: string, { items }: Population): Promise<void> {
  const [source, schema] = [join(directory, 'import'), join(directory, 'schema.json')];
  await writeFile(schema, JSON.stringify(await describeTable()));
  const data = join(source, TABLE, 'data');
  await mkdir(data, { recursive: true });
  await pipeline(lines(items), createGzip({ level: 1 }), createWriteStream(join(data, '0.json.gz')));
  const program = binary();
  if (program === undefined) throw new Error('there is no embedded engine for this machine');
  const args = ['import', '--source', source, '--schema', schema, '--output', join(directory, 'table.db')];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the engine did not import the items');
  await rm(source, { recursive: true });
}

/** Returns a digest of the items of a user and a tenant, of the code that makes many, and of the table's definition. */
export async function digest(): Promise<string> {
  const at = 0;
  const tenant = tenantAs('Tenant', 'tenant', at);
  const times = { createdAt: at, updatedAt: at, emailVerifiedAt: at };
  const user = personOf(tenant.id, 'ada@bench.example', { metadata: { name: 'Ada Lovelace' }, ...times });
  const counters: Counters = new Map();
  const items = [...tenantItems(tenant, counters), ...userItems(user, [ROLE], 0, counters), ...counters.values()];
  // Ids are random, and the shard of an entry follows from them.
  const text = JSON.stringify(items)
    .replace(/[0-9A-Za-z]{22,}/g, '')
    .replace(/\d+/g, '');
  const sources = await Promise.all(
    ['population.ts', 'kept.ts'].map((name) => readFile(new URL(name, import.meta.url))),
  );
  const hash = createHash('sha256').update(text).update(JSON.stringify(OWN_TABLE));
  for (const source of sources) hash.update(source);
  return hash.digest('hex').slice(0, 12);
}
