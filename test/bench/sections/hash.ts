// Compares a login with the real hash to the hash alone: the difference is the overhead of the service.
import { hashPassword, verifyPassword } from '../../../lib/crypto/password-hash.ts';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { createCaller } from '../harness/caller.ts';
import { type Load, load } from '../harness/load.ts';
import { atMost, type Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { startService } from '../harness/service.ts';
import { median } from '../harness/stats.ts';
import { startTable } from '../harness/table.ts';
import { createWorld, login, PASSWORD, signup } from '../harness/world.ts';

const COUNT = 40;
const ROUNDS = 5;
const USERS = 8;

type Pair = { login: Load; hash: Load };

export const hash = (): Promise<Section> =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: false }));
    const settings = { GATEHOUSE_LIMITS: 'off', AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint };
    const service = own(await startService(settings));
    const caller = own(createCaller(service.baseUrl));
    const { tenantId } = await createWorld(caller, service);
    await load(USERS, 2, (user) => signup(caller, tenantId, user));
    const roots = { 1: randomSecret(48) };
    const stored = await hashPassword(roots, 'auto', PASSWORD);

    const measured: Record<number, Pair[]> = { 1: [], 2: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [concurrency, pairs] of Object.entries(measured)) {
        const bare = await load(COUNT, Number(concurrency), () => verifyPassword(roots, stored, PASSWORD));
        const whole = await load(COUNT, Number(concurrency), (index) => login(caller, tenantId, index % USERS));
        if (round) pairs.push({ login: whole, hash: bare });
      }
    }
    const rows = Object.entries(measured).map(([concurrency, pairs]) => {
      const overhead = (median(pairs.map((pair) => pair.hash.rps / pair.login.rps)) - 1) * 100;
      return {
        concurrency,
        'login p50': median(pairs.map((pair) => pair.login.p50)),
        'hash p50': median(pairs.map((pair) => pair.hash.p50)),
        'login/s': median(pairs.map((pair) => pair.login.rps)),
        'hash/s': median(pairs.map((pair) => pair.hash.rps)),
        'overhead %': overhead,
        ...atMost(overhead, 15),
      };
    });
    return { tables: [{ title: 'Login compared with its hash (real hash), ms', rows }] };
  });
