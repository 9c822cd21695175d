// Measures what each operation costs: round trips to the table and capacity units, with limits and the real hash. The
// counts are the same on every machine and therefore asserted.
import { type BudgetAction, budgetActions } from '../actions/budget.ts';
import { createCaller } from '../harness/caller.ts';
import { PRICES } from '../harness/prices.ts';
import { type Cost, startProxy } from '../harness/proxy.ts';
import type { Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { startService } from '../harness/service.ts';
import { startTable } from '../harness/table.ts';
import { createWorld } from '../harness/world.ts';
import { BUDGET, type Limit } from './limits.ts';

export type Measured = { operation: string; cost: Cost; limit: Limit; within: boolean };

/**
 * Operations that must cost the same. Cost must not reveal whether an account exists, nor grow with the sessions or the
 * tenant.
 */
const ALIKE: BudgetAction[][] = [
  ['login, wrong password', 'login, unknown account', 'login, unknown tenant'],
  ['forgot-password', 'forgot-password, unknown account'],
  ['passwordless/send', 'passwordless/send, unknown account'],
  ['tenants/find', 'tenants/find, unknown address'],
  ['login', 'login, second factor due'],
  ['login', 'login, cookie mode'],
  ['refresh-token', 'refresh-token, cookie mode', 'refresh-token, by slot'],
  ['me', 'me, cookie mode'],
  ['verify-session', 'verify-session, 10 sessions'],
  ['refresh-token', 'refresh-token, 10 sessions'],
  ['verify-session', 'me', 'verify-session, largest tenant', 'me, largest tenant'],
  ['refresh-token', 'refresh-token, largest tenant'],
  ['login', 'login, largest tenant'],
  ['passwordless/send', 'passwordless/send, largest tenant'],
];

/** Measures every operation of the budget once, after one call that warms it up. Takes a few seconds. */
export async function measureBudget(): Promise<Measured[]> {
  return scoped(async (own) => {
    // No stream: the calls of the change feed are not part of a request, and would be counted for the next one.
    const engine = own(await startTable({ stream: false }));
    const proxy = own(await startProxy(engine.endpoint));
    // All actions come from one address. Most people's has fewer than 25 logins in 15 minutes, whose refund is left out.
    const settings = { AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint, GATEHOUSE_CEILINGS: 'login-ip=1000' };
    const service = own(await startService(settings));
    const caller = own(createCaller(service.baseUrl));
    const actions = await budgetActions(caller, await createWorld(caller, service), service.baseUrl, own);
    const all: Measured[] = [];
    for (const [operation, allowed] of Object.entries(BUDGET)) {
      const act = actions[operation as BudgetAction];
      await act();
      const cost = await proxy.cost(act);
      const calls = cost.calls.length <= (allowed.calls ?? Number.POSITIVE_INFINITY);
      const units = cost.read <= allowed.read && cost.write <= allowed.write;
      const within = calls && units && cost.trips <= allowed.trips;
      all.push({ operation, cost, limit: allowed, within });
    }
    return all;
  });
}

/** Returns a sentence for each operation above its budget, and for operations that should cost the same and don't. */
export function complaints(all: Measured[]): string[] {
  const measured = new Map(all.map((each) => [each.operation, show(each.cost)]));
  return [
    ...all
      .filter(({ within }) => !within)
      .map(
        ({ operation, cost, limit: allowed }) =>
          `${operation}: ${show(cost)} in ${cost.calls.length} calls, budget ${show(allowed)}${inCalls(allowed)}`,
      ),
    ...ALIKE.filter((names) => new Set(names.map((name) => measured.get(name))).size > 1).map(
      (names) => `not alike: ${names.map((name) => `${name} ${measured.get(name)}`).join('; ')}`,
    ),
  ];
}

export async function budget(): Promise<Section> {
  const all = await measureBudget();
  const rows = all.map(({ operation, cost, limit: allowed, within }) => ({
    operation,
    trips: cost.trips,
    read: cost.read,
    write: cost.write,
    'calls, number': cost.calls.length,
    'USD a million': usd(cost),
    budget: `${show(allowed)}${inCalls(allowed)}`,
    design: allowed.design,
    verdict: within ? 'met' : 'MISSED',
    calls: cost.calls.join(' '),
  }));
  const notes = [
    'trips/read/write: sequential round trips, strong reads of 4 KB, writes of 1 KB; limits on, real hash',
  ];
  return { tables: [{ title: 'Budget (asserted)', rows, notes }], exceeded: complaints(all) };
}

const usd = ({ read, write }: Cost): number => (read * PRICES.readUnit + write * PRICES.writeUnit) * 1_000_000;

const inCalls = ({ calls }: Limit): string => (calls === undefined ? '' : ` in ${calls}`);

const show = ({ trips, read, write }: { trips: number; read: number; write: number }): string =>
  `${trips}/${read}/${write}`;
