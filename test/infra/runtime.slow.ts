// Checks that the rehearsal runs processes as Lambda would, with handlers written for the test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import {
  type FunctionSpec,
  type Runtime,
  type RuntimeOptions,
  startRuntime,
} from '../../infra/tools/rehearsal/runtime/runtime.ts';
import { until } from '../support/until.ts';

const running: Runtime[] = [];
const directories: string[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  for (const each of directories.splice(0)) rmSync(each, { recursive: true });
});

function run(code: string, spec: Partial<FunctionSpec> = {}, options: RuntimeOptions = {}): Runtime {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-code-'));
  directories.push(directory);
  writeFileSync(join(directory, 'index.js'), code);
  const defaults = { name: 'f', handler: 'index.handler', memoryMb: 256, timeoutSeconds: 5, environment: {} };
  const runtime = startRuntime({ ...defaults, directory, ...spec }, options);
  running.push(runtime);
  return runtime;
}

const failing = (runtime: Runtime, event: unknown = {}) =>
  runtime.invoke(event).then(
    () => 'it returned',
    ({ kind, message }) => ({ kind, message }),
  );

test('one process serves consecutive events, each with its own context', async () => {
  const runtime = run(`let count = 0;
    exports.handler = async (event, context) => ({
      count: ++count, event, id: context.awsRequestId, left: context.getRemainingTimeInMillis(), name: context.functionName,
    });`);
  const first = (await runtime.invoke({ a: 1 })) as Record<string, unknown>;
  const second = (await runtime.invoke('b')) as Record<string, unknown>;
  expect([first, second]).toMatchObject([
    { count: 1, event: { a: 1 }, name: 'f' },
    { count: 2, event: 'b' },
  ]);
  expect(first.id).not.toBe(second.id);
  expect(first.left).toBeLessThanOrEqual(5000);
  expect(first.left).toBeGreaterThan(0);
  expect(runtime.pids()).toHaveLength(1);
  const { invocations, cold, warm, peakMb } = runtime.figures();
  expect([invocations, cold.length, warm.length]).toEqual([2, 1, 1]);
  expect(process.platform === 'linux' ? peakMb : 50).toBeGreaterThan(20);
});

test('concurrent events get their own processes up to a limit, then wait', async () => {
  const runtime = run(
    `exports.handler = async () => { await new Promise((r) => setTimeout(r, 200)); return process.pid; };`,
    {},
    { concurrency: 2 },
  );
  const pids = await Promise.all([1, 2, 3, 4].map(() => runtime.invoke({})));
  expect([pids.length, new Set(pids).size]).toEqual([4, 2]);
});

test('a process has the environment of the function and of Lambda, and nothing from its parent', async () => {
  process.env.GATEHOUSE_TEST_OF_RUNTIME = 'ours';
  const runtime = run('exports.handler = async () => process.env;', { environment: { MINE: '1' }, memoryMb: 512 });
  const env = (await runtime.invoke({})) as Record<string, string>;
  delete process.env.GATEHOUSE_TEST_OF_RUNTIME;
  expect(env).toMatchObject({
    MINE: '1',
    _HANDLER: 'index.handler',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
    AWS_ACCESS_KEY_ID: 'f',
  });
  expect(env.GATEHOUSE_TEST_OF_RUNTIME).toBeUndefined();
});

test('a process cannot load modules of this repository', async () => {
  const { kind, message } = (await failing(run("require('zod'); exports.handler = async () => 1;"))) as never;
  expect([kind, message]).toEqual(['init', expect.stringContaining("Cannot find module 'zod'")]);
});

test.each([
  ['a wrong file name', { handler: 'main.handler' }, /Runtime.ImportModuleError.*main/],
  ['a wrong export', { handler: 'index.run' }, /Runtime.HandlerNotFound.*index.run/],
])('%s fails the first event', async (_, spec, message) => {
  const runtime = run('exports.handler = async () => 1;', spec);
  expect(await failing(runtime)).toEqual({ kind: 'init', message: expect.stringMatching(message) });
  expect(await failing(runtime)).toMatchObject({ kind: 'init' });
  expect(runtime.pids()).toEqual([]);
});

test('an error of the handler fails its event and keeps the process', async () => {
  const runtime = run(
    `exports.handler = async (event) => { if (event.bad) throw new TypeError('no good'); return process.pid; };`,
  );
  const pid = await runtime.invoke({});
  expect(await failing(runtime, { bad: true })).toEqual({
    kind: 'error',
    message: expect.stringMatching(/^TypeError: no good \(at .*index.js/),
  });
  expect(await runtime.invoke({})).toBe(pid);
});

test('a killed process fails its event, and a new process serves the next one', async () => {
  const runtime = run(
    `exports.handler = async ({ hang }) => { if (hang) await new Promise((r) => setTimeout(r, 60000)); return process.pid; };`,
  );
  const pid = (await runtime.invoke({})) as number;
  const hanging = failing(runtime, { hang: true });
  process.kill(pid, 'SIGKILL');
  expect(await hanging).toEqual({ kind: 'crash', message: expect.stringContaining('SIGKILL') });
  const next = (await runtime.invoke({})) as number;
  expect(next).not.toBe(pid);
  process.kill(next, 'SIGKILL');
  await until(() => runtime.pids().length === 0, 'the end of an idle process');
  expect(await runtime.invoke({})).not.toBe(next);
});

test('a process that exceeds the timeout is killed', async () => {
  const runtime = run(
    `exports.handler = async ({ hang }) => { if (hang) await new Promise(() => setInterval(() => {}, 1000)); return process.pid; };`,
    { timeoutSeconds: 5 },
  );
  const pid = await runtime.invoke({});
  expect(await failing(runtime, { hang: true })).toEqual({ kind: 'timeout', message: 'no result after 5 s' });
  expect(await runtime.invoke({})).not.toBe(pid);
});

test('log lines are passed on, and a process that exits counts as a crash', async () => {
  const lines: string[] = [];
  const code = `exports.handler = async () => { console.log('out'); console.error('err'); process.exit(3); };`;
  const runtime = run(code, {}, { log: (line) => lines.push(line) });
  expect(await failing(runtime)).toEqual({ kind: 'crash', message: 'the process ended with exit code 3' });
  await until(() => lines.length === 2, 'two lines');
  expect(lines.sort()).toEqual(['err', 'out']);
});

test('stop kills running processes', async () => {
  const runtime = run('exports.handler = async () => new Promise(() => setInterval(() => {}, 1000));');
  const hanging = failing(runtime);
  const [pid] = await until(() => (runtime.pids().length ? runtime.pids() : undefined), 'a process');
  await runtime.stop();
  expect(await hanging).toMatchObject({ kind: 'crash' });
  expect(() => process.kill(pid as number, 0)).toThrow();
});
