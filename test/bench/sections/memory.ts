// Measures the resident memory of the local run: idle, after a thousand logins and after ten thousand.
import { createCaller } from '../harness/caller.ts';
import { load } from '../harness/load.ts';
import { rssMb } from '../harness/proc.ts';
import { atMost, type Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { startTable } from '../harness/table.ts';
import { createWorld, login, signup } from '../harness/world.ts';

const LOGINS = [1000, 10_000];
const USERS = 100;
const SETTLE_MS = 3000;

export const memory = (): Promise<Section> =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: true }));
    const service = own(await startService({ ...FAST, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }));
    const caller = own(createCaller(service.baseUrl));
    const { tenantId } = await createWorld(caller, service);
    await load(USERS, 4, (user) => signup(caller, tenantId, user));

    const measure = async () => {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      return { service: rssMb(service.pid), engine: rssMb(engine.pid) };
    };
    const states = [{ state: `idle, ${USERS} users`, ...(await measure()) }];
    let done = 0;
    for (const logins of LOGINS) {
      await load(logins - done, 16, (index) => login(caller, tenantId, index % USERS));
      done = logins;
      states.push({ state: `after ${logins} logins`, ...(await measure()) });
    }
    const [idle, afterFirst, afterLast] = states.map((each) => each.service) as [number, number, number];
    const rows = states.map((each) => ({ ...each, 'x idle': each.service / idle }));
    const growth = (afterLast / afterFirst - 1) * 100;
    const verdict = { what: 'growth from 1000 to 10000 logins, %', measured: growth, ...atMost(growth, 10) };
    return {
      tables: [
        { title: 'Resident memory, MB', rows },
        { title: 'Memory goal', rows: [verdict] },
      ],
    };
  });
