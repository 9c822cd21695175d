import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COMMANDS } from './commands/index.ts';
import { replay, runCase, traceOf } from './runner/run.ts';
import { type Stage, startStage } from './world/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());
test('dev', async () => {
  const times = new Map<string, { n: number; ms: number; opt: number }>();
  for (const c of COMMANDS) {
    const run = c.run;
    const t = { n: 0, ms: 0, opt: 0 };
    times.set(c.name, t);
    (c as { run: typeof run }).run = async (w, a) => {
      const s = performance.now();
      t.n++;
      await run(w, a);
      t.ms += performance.now() - s;
    };
    const options = c.options;
    (c as { options: typeof options }).options = (w) => {
      const s = performance.now();
      const r = options(w);
      t.opt += performance.now() - s;
      return r;
    };
  }
  const s = performance.now();
  let steps = 0;
  const rules: Record<string, number> = {};
  const ok = new Map<string, [number, number]>();
  const n = Number(process.env.CASES ?? 20);
  const create = 0;
  for (let i = 0; i < n; i++) {
    const { case: c, world } = await runCase(stage, Number(process.env.SEED ?? 1) + i, 40, new Set(world_all()));
    steps += c.steps.length;
    for (const v of world.violations) console.error(`seed ${c.seed} step ${v.step} ${v.rule}: ${v.what}`);
    if (process.env.CHECK && world.violations.length) {
      const again = await replay(stage, c);
      const [x, y] = [world, again.world].map((w) => w.violations.map((v) => `${v.step} ${v.rule}`).join());
      if (x !== y) console.error('DIFFERS', c.seed, x, '|', y);
    }
    for (const v of world.violations) rules[v.rule] = (rules[v.rule] ?? 0) + 1;
    {
      let cur = '';
      let name = '';
      for (const l of world.trace) {
        const st = c.steps.find((x) => x.label === l.step);
        name = st?.command ?? '';
        const m = / -> (\d+) ?(.*)/.exec(l.text);
        if (m) {
          cur = `${
            l.text
              .split(' -> ')[0]!
              .replace(/^\w+: /, '')
              .replace(/usr_\w+|dev_\w+|ten_\w+|ses_\w+|adm_\w+/g, 'X')
              .split('?')[0]
          }`;
          const k = `${name} | ${cur} ${m[2]}`;
          const o = ok.get(k) ?? [0, 0];
          o[1]! += l.times ?? 1;
          if (Number(m[1]) < 400) o[0]! += l.times ?? 1;
          ok.set(k, o as [number, number]);
        }
      }
    }
    if (process.env.TRACE) console.error(traceOf(world));
    void create;
  }
  const all = performance.now() - s;
  const cpu = process.cpuUsage();
  console.error('cpu', (cpu.user + cpu.system) / 1e3 / steps, 'ms per step');
  console.error(
    n,
    'cases',
    steps,
    'steps',
    (all / steps).toFixed(2),
    'ms per step',
    (all / 1000).toFixed(1),
    's',
    JSON.stringify(rules),
  );
  console.error(
    [...times]
      .sort((a, b) => b[1].ms + b[1].opt - a[1].ms - a[1].opt)
      .slice(0, 25)
      .map(([k, v]) => `${k}: ${v.n} x ${(v.ms / v.n).toFixed(1)} = ${(v.ms).toFixed(0)} + options ${v.opt.toFixed(0)}`)
      .join('\n'),
  );
  console.error(
    [...ok]
      .sort()
      .map(([k, [a, b]]) => `${a}/${b} ${k}`)
      .join('\n'),
  );
  expect(1).toBe(1);
}, 600_000);

import { RULES, type RuleId } from './rules.ts';

const world_all = () => Object.keys(RULES) as RuleId[];
