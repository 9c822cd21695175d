// probe
import { afterAll, beforeAll, test } from '@jest/globals';
import { Retry } from '@smithy/core/retry';
import { writeFileSync, appendFileSync } from 'node:fs';
import { type Bench, startBench } from '../support/faults/store/bench.ts';
import { SCENARIOS } from '../support/faults/store/recipes/all.ts';
import { baselineOf, describeOutcome, FAULT_NAMES, outcomeOf, plansOf } from '../support/faults/store/trials.ts';
let bench: Bench;
beforeAll(async () => { Retry.throttlingDelay = () => 10; Retry.delay = () => 5; bench = await startBench(); });
afterAll(() => bench?.stop());
const only = process.env.ONLY ? new RegExp(process.env.ONLY) : /./;
test('all', async () => {
  const log = process.env.OUT ?? '/tmp/storefaults.out';
  writeFileSync(log, '');
  let n = 0;
  const t0 = Date.now();
  for (const s of SCENARIOS.filter((x)=>only.test(x.name)||only.test(x.group)).toSorted((a,b)=> Number(a.route==='POST /auth/admin/signup')-Number(b.route==='POST /auth/admin/signup'))) {
    try {
      const base = await baselineOf(bench, s);
      const plans = process.env.LASTING ? plansOf(base, process.env.LASTING.split(',') as never, true) : plansOf(base, FAULT_NAMES, false);
      for (const plan of plans) {
        const o = await outcomeOf(bench, s, base, plan).catch((e: Error) => { appendFileSync(log, `${s.name} ${JSON.stringify(plan)} THROWN ${e.message.slice(0, 300)}\n`); return undefined; });
        if (o) n++;
        if (o && (o.problems.length || process.env.LASTING)) appendFileSync(log, `${describeOutcome(o)}\n`);
      }
    } catch (e) { appendFileSync(log, `${s.name}: THROWN ${(e as Error).stack?.slice(0,300)}\n`); }
  }
  appendFileSync(log, `${n} in ${Date.now()-t0}\n`);
}, 1_800_000);
