import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { explore, rangeOr } from './run.ts';
import { report } from './report.ts';
import { type Stage, startStage } from './world/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

const range = rangeOr({ seed: 1, from: 0, count: 1000 });
test('x', async () => {
  const t = Date.now();
  const explored = await explore(stage, range);
  const { table } = await import('./report.ts');
  process.stderr.write(table(explored) + `\n${Date.now() - t} ms\n`);
  expect(report(explored)).toBe('');
}, 1_200_000);
