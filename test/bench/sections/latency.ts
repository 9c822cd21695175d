// Measures how often each operation waits for the table. A proxy adds the same time to each call, as a network does. What
// an operation then takes longer, divided by that time, is the number of its waits one after the other. The budget says
// how many it needs: more are waits for nothing.
import { type BudgetAction, budgetActions } from '../actions/budget.ts';
import { createCaller } from '../harness/caller.ts';
import { startProxy } from '../harness/proxy.ts';
import { atMost, type Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { median, quantile } from '../harness/stats.ts';
import { startTable } from '../harness/table.ts';
import { createWorld } from '../harness/world.ts';
import { BUDGET } from './limits.ts';

/** As far as a table is away in the same region, in ms. */
const DELAY_MS = 4;
const ROUNDS = 9;
const WARM_UPS = 2;
/** Times the waits of the budget. */
const MAX = 1.3;
/** What may be measured for an operation that does not use the table. */
const NONE = 0.3;
/** Codes of these expire within a minute after they were prepared. */
const FIRST: BudgetAction[] = ['login, code of a provider', 'oauth token, code'];
/** Everything comes from few addresses. A limit that is nearly used up has calls more. */
const CEILINGS = ['login', 'signup', 'sso', 'send', 'code', 'token', 'lookup'].map((each) => `${each}-ip=10000`);

type Timed = { operation: BudgetAction; own: number[]; delayed: number[]; held: number[] };

export const latency = (): Promise<Section> =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: false }));
    const proxy = own(await startProxy(engine.endpoint));
    const settings = { ...FAST, GATEHOUSE_LIMITS: 'on', GATEHOUSE_CEILINGS: CEILINGS.join() };
    const service = own(await startService({ ...settings, AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint }));
    const caller = own(createCaller(service.baseUrl));
    const world = await createWorld(caller, service);
    const actions = await budgetActions(caller, world, service.baseUrl, own, WARM_UPS + 2 * ROUNDS);

    const time = async (act: () => Promise<unknown>): Promise<number> => {
      const started = performance.now();
      await act();
      return performance.now() - started;
    };
    const measure = async (timed: Timed, round: number) => {
      const act = actions[timed.operation];
      if (round < 0) return act();
      const plain = async () => timed.own.push(await time(act));
      const slow = async () => {
        const held = await proxy.delayed(DELAY_MS, async () => timed.delayed.push(await time(act)));
        if (!Number.isNaN(held)) timed.held.push(held);
      };
      // Neither is always the warmer one.
      for (const call of round % 2 ? [slow, plain] : [plain, slow]) await call();
    };
    const all = (Object.keys(BUDGET) as BudgetAction[]).map(
      (operation): Timed => ({ operation, own: [], delayed: [], held: [] }),
    );
    const isFirst = ({ operation }: Timed) => FIRST.includes(operation);
    const turns = [...all.filter(isFirst).map((each) => [each]), all.filter((each) => !isFirst(each))];
    for (const turn of turns) {
      for (let round = -WARM_UPS; round < ROUNDS; round++) for (const timed of turn) await measure(timed, round);
    }
    return report(all);
  });

function report(all: Timed[]): Section {
  const measured = all.map(({ operation, own, delayed, held }) => {
    const { trips } = BUDGET[operation];
    const each = held.length ? median(held) : DELAY_MS;
    const waits = (fraction: number) => (quantile(delayed, fraction) - quantile(own, fraction)) / each;
    const limit = trips ? trips * MAX : NONE;
    return { operation, trips, own: median(own), delayed: median(delayed), each, waits, limit };
  });
  const rows = measured.map(({ operation, trips, own, delayed, waits, limit }) => ({
    operation,
    trips,
    'ms without delay': own,
    'ms with delay': delayed,
    fastest: waits(0),
    waits: waits(0.5),
    ...atMost(waits(0.5), limit),
  }));
  const number = (is: (each: (typeof measured)[number]) => boolean): number => measured.filter(is).length;
  const sum = (of: (each: (typeof measured)[number]) => number) =>
    measured.reduce((total, each) => total + of(each), 0);
  const held = median(measured.map(({ each }) => each));
  const notes = [
    `hash removed, limits on; each call of the table takes ${DELAY_MS} ms longer (${held.toFixed(1)} ms with the lateness of timers, which is what counts)`,
    `waits: how much longer the operation takes, in delays; medians of ${ROUNDS} rounds, with and without the delay by turns; fastest: of the fastest rounds`,
    'asserted for the fastest rounds: other work on the machine adds to some rounds, a wait to all of them',
  ];
  const summary = [
    {
      what: 'operations whose waits are within 1.3 x budget',
      measured: number(({ waits, limit }) => waits(0.5) <= limit),
      of: all.length,
    },
    {
      what: 'operations whose whole median is at most 1.3 x budget x delay',
      measured: number(({ trips, each, delayed }) => trips > 0 && delayed <= trips * each * MAX),
      of: number(({ trips }) => trips > 0),
    },
    {
      what: 'waits of all operations, and of their budgets',
      measured: sum(({ waits }) => waits(0.5)),
      of: sum(({ trips }) => trips),
    },
    {
      what: 'the same in the fastest rounds',
      measured: sum(({ waits }) => waits(0)),
      of: sum(({ trips }) => trips),
    },
  ];
  const exceeded = measured
    .filter(({ waits, limit }) => waits(0) > limit)
    .map(({ operation, trips, waits }) => `${operation}: waits ${waits(0).toFixed(1)} times, budget ${trips}`);
  return {
    tables: [
      { title: 'Waits in all', rows: summary },
      { title: 'Waits for the table', rows, notes },
    ],
    exceeded,
  };
}
