// Makes calls of the table fail in one operation after another, and checks what comes of it.

import type { Scenario } from '../../../world/recipes/all.ts';
import type { Reply } from '../../http.ts';
import { tally } from '../../race.ts';
import type { Bench, Plan, Trial } from './bench.ts';
import { type FaultName, kindsOf } from './wire.ts';

/** An operation without faults: its calls of the table, and what it writes. */
export type Baseline = Pick<Trial, 'calls' | 'written'>;
/** What came of a plan. `problems`: what must not be. `again`: what the same request gets after the faults. */
export type Outcome = { scenario: Scenario; plan: Plan; reply: string; again?: string; problems: string[] };

/** Far longer than an operation takes on a busy machine: here, the SDK repeats at once. One that takes so long would never end. */
const ENDLESS_MS = 60_000;

/** A machine that does other work may not connect within the second that the service waits. No fault is under test here. */
const TRIES = 3;

/** Returns what the scenario does without faults. The first run may fill caches or create what later runs find. */
export async function baselineOf(bench: Bench, scenario: Scenario): Promise<Baseline> {
  await bench.run(scenario);
  let trial = await bench.run(scenario);
  for (let more = 1; more < TRIES && trial.reply.status === 503; more++) trial = await bench.run(scenario);
  const { reply, calls, written } = trial;
  if (reply.status !== scenario.status) throw new Error(`${scenario.name}: ${reply.status} ${reply.text}`);
  return { calls, written };
}

/** Every plan: each call of the table with each fault that it can have, once or from then on (`isLasting`). */
export const plansOf = ({ calls }: Baseline, isLasting: boolean): Plan[] =>
  calls.flatMap((operation, index) =>
    kindsOf(operation, isLasting)
      .flat()
      .map((fault) => planOf(index, fault, isLasting)),
  );

/** Each call of the table with one fault of each kind. `turn`: from which of a kind; the next call has the one after it. */
export const onePlanOfEachKind = ({ calls }: Baseline, turn: number): Plan[] =>
  [false, true].flatMap((isLasting) =>
    calls.flatMap((operation, index) =>
      kindsOf(operation, isLasting).map((kind) =>
        planOf(index, kind[(turn + index) % kind.length] as FaultName, isLasting),
      ),
    ),
  );

const planOf = (index: number, fault: FaultName, isLasting: boolean): Plan => ({
  at: index + 1,
  fault,
  ...(isLasting && { lasting: true }),
});

/** Returns the outcome of a plan, or `undefined` if the call that was meant cannot fail in this way. */
export async function outcomeOf(
  bench: Bench,
  scenario: Scenario,
  baseline: Baseline,
  plan: Plan,
): Promise<Outcome | undefined> {
  const trial = await bench.run(scenario, plan);
  if (!trial.injected) return undefined;
  const problems = plan.lasting ? judgeLasting(scenario, baseline, trial) : judgeOnce(scenario, baseline, trial);
  if (trial.ms > ENDLESS_MS) problems.push(`took ${Math.round(trial.ms)} ms`);
  const again = trial.reply.status === scenario.status ? undefined : await trial.again();
  if (again && again.status >= 500) problems.push(`again ${summary(again)}`);
  return { scenario, plan, reply: summary(trial.reply), ...(again && { again: summary(again) }), problems };
}

const summary = ({ status, body }: Reply): string => (status < 400 ? String(status) : `${status} ${body?.code}`);

/** What an admin read is an entry once an hour, so it may be written by the baseline, by the trial, by both or by neither. */
const counted = ({ name }: Scenario, written: readonly string[]): string[] =>
  written.filter((each) => !name.startsWith('GET ') || !/^Put .*#OUT#evt EVENT$/.test(each));

/** One failure is repeated, and changes neither the response nor what is written. */
function judgeOnce(scenario: Scenario, baseline: Baseline, { reply, written }: Trial): string[] {
  const problems = reply.status === scenario.status ? [] : [`responds ${summary(reply)}`];
  const [now, before] = [counted(scenario, written), counted(scenario, baseline.written)];
  return [...problems, ...difference(now, before), ...difference(before, now, 'missing')];
}

/** Failure upon failure is 503, and what was written is a part of what the operation writes, each once. */
function judgeLasting(scenario: Scenario, baseline: Baseline, { reply, written }: Trial): string[] {
  const isFine = reply.status === scenario.status || isUnavailable(reply);
  // What is given up is refunded.
  const kept = counted(scenario, written).filter((each) => !each.startsWith('Refund'));
  return [...(isFine ? [] : [`responds ${summary(reply)}`]), ...difference(kept, baseline.written)];
}

export const isUnavailable = ({ status, headers, body }: Reply): boolean =>
  status === 503 &&
  /^[1-9]\d*$/.test(headers['retry-after'] ?? '') &&
  (isScimError(body) ||
    // Below /oauth2, the fields are those of OAuth with our code beside them.
    (['code,error,message,statusCode', 'code,error,error_description'].includes(Object.keys(body).sort().join()) &&
      body.code === 'SERVICE_UNAVAILABLE' &&
      (body.statusCode ?? 503) === 503));

/** Below /scim, an error has the fields of RFC 7644, 3.12. */
const isScimError = (body: Record<string, unknown>): boolean =>
  Object.keys(body).sort().join() === 'detail,schemas,status' && body.status === '503';

/** What the first list has more often than the second. */
function difference(one: readonly string[], other: readonly string[], label = 'written too often'): string[] {
  const [counts, known] = [tally(one), tally(other)];
  return Object.keys(counts)
    .filter((each) => (counts[each] ?? 0) > (known[each] ?? 0))
    .map((each) => `${label}: ${each}`);
}

export const describeOutcome = ({ scenario, plan, reply, again, problems }: Outcome): string =>
  `${scenario.name}: ${plan.fault} ${plan.lasting ? 'from' : 'at'} call ${plan.at}: ${reply}${again ? `, again ${again}` : ''}${problems.length ? ` (${problems.join('; ')})` : ''}`;
