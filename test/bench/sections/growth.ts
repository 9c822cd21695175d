// Measures the same operations with a hundred, ten thousand and a hundred thousand users in the table. The capacity
// units must be the same (asserted). The times should be about the same (reported).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller } from '../harness/caller.ts';
import { createCrowd } from '../harness/crowd.ts';
import { load } from '../harness/load.ts';
import { type Acts, createOperations, type OperationName } from '../harness/operations.ts';
import { startProxy } from '../harness/proxy.ts';
import { atMost, type Section } from '../harness/report.ts';
import { type Own, scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { median } from '../harness/stats.ts';
import { startTable } from '../harness/table.ts';
import { createWorld } from '../harness/world.ts';

const SIZES = [100, 10_000, 100_000];
const OPERATIONS = ['login', 'verify-session', 'refresh-token'] as const satisfies OperationName[];
const USERS = 50;
const COUNT = 60;
const ROUNDS = 7;
const MAX_RATIO = 1.2;

type Size = { users: number; acts: Acts; units: Record<string, string> };

export const growth = (): Promise<Section> =>
  scoped(async (own) => {
    const sizes: Size[] = [];
    for (const users of SIZES) sizes.push(await prepare(own, users));

    const rounds: Record<string, number>[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const times: Record<string, number> = {};
      for (const operation of OPERATIONS) {
        for (const { users, acts } of sizes) {
          times[`${operation} ${users}`] = (await load(COUNT, 1, acts[operation])).p50;
        }
      }
      if (round) rounds.push(times);
    }

    const exceeded: string[] = [];
    const rows = OPERATIONS.flatMap((operation) =>
      sizes.map(({ users, units }) => {
        const expected = sizes[0]?.units[operation];
        if (units[operation] !== expected) {
          exceeded.push(`${operation} with ${users} users: ${units[operation]}, with ${SIZES[0]}: ${expected}`);
        }
        const timesAt = (size: number | undefined) => rounds.map((times) => times[`${operation} ${size}`] as number);
        const first = timesAt(SIZES[0]);
        const ratio = median(timesAt(users).map((time, at) => time / (first[at] as number)));
        const row = { operation, users, units: units[operation], 'p50 ms': median(timesAt(users)), ratio };
        return users === SIZES[0] ? row : { ...row, ...atMost(ratio, MAX_RATIO) };
      }),
    );
    const notes = ['units: trips/read/write, asserted to be the same; fast hash, limits off, one request at a time'];
    return { tables: [{ title: 'Growth with the number of users', rows, notes }], exceeded };
  });

/**
 * Creates a table with `users` users. One service behind the proxy counts the units; a second one without the proxy is
 * timed. Both read the same secrets from a directory.
 */
async function prepare(own: Own, users: number): Promise<Size> {
  const engine = own(await startTable({ stream: false }));
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  own({ stop: () => rm(directory, { recursive: true, force: true }) });
  const settings = { ...FAST, GATEHOUSE_DATA: directory };

  const counted = await scoped(async (ownForUnits) => {
    const proxy = ownForUnits(await startProxy(engine.endpoint));
    const service = ownForUnits(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint }));
    const caller = ownForUnits(createCaller(service.baseUrl));
    const { tenantId } = await createWorld(caller, service);
    const acts = await createOperations(caller, tenantId, { count: 1, name: Number, existing: false });
    await createCrowd(engine.endpoint, tenantId, users);
    const units: Record<string, string> = {};
    for (const operation of OPERATIONS) {
      await acts[operation](0);
      const { trips, read, write } = await proxy.cost(() => acts[operation](0));
      units[operation] = `${trips}/${read}/${write}`;
    }
    return { tenantId, units };
  });

  const service = own(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }));
  const caller = own(createCaller(service.baseUrl));
  const everyNth = (index: number) => `crowd${index * Math.floor(users / USERS)}`;
  const acts = await createOperations(caller, counted.tenantId, { count: USERS, name: everyNth, existing: true });
  return { users, acts, units: counted.units };
}
