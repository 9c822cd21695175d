// Checks that a queue with a directory survives its process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { startQueue } from '../../infra/tools/local/aws/queue.ts';
import { UserError } from '../../infra/user-error.ts';
import { until } from '../support/until.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-queue-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = (handler: (records: SQSRecord[]) => string[]) =>
  startQueue({
    name: 'test',
    directory,
    firstPauseMs: 1,
    longestPauseMs: 1,
    load:
      async () =>
      async ({ Records }): Promise<SQSBatchResponse> => ({
        batchItemFailures: handler(Records).map((itemIdentifier) => ({ itemIdentifier })),
      }),
  });
const idsOf = (records: SQSRecord[]) => records.map(({ messageId }) => messageId);

test('a message whose process was killed is delivered by the next process', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../support/queue-child.ts'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const seen: string[] = [];
  const queue = await open((records) => {
    seen.push(...records.map(({ body }) => body));
    return [];
  });
  await until(() => queue.waiting().length === 0);
  expect(seen).toEqual(['survivor']);
  await queue.stop();
  const after = await open(() => []);
  expect(after.waiting()).toEqual([]);
  await after.stop();
});

test('dead letters and a redrive survive a restart', async () => {
  const first = await open(idsOf);
  await first.send('a');
  await until(() => first.deadLetters().length === 1);
  await first.stop();
  const second = await open(() => []);
  expect(second.deadLetters().map(({ body }) => body)).toEqual(['a']);
  await second.redrive();
  await until(() => second.waiting().length === 0);
  await second.stop();
  const third = await open(() => []);
  expect([third.deadLetters(), third.waiting()]).toEqual([[], []]);
  await third.stop();
});

test('concurrent messages are stored when send resolves, in one file that only its owner can read', async () => {
  const first = await open(idsOf);
  await Promise.all(Array.from({ length: 50 }, (_, index) => first.send(String(index))));
  await first.stop();
  const second = await open(() => []);
  expect(second.waiting().length + second.deadLetters().length).toBe(50);
  await second.stop();
  expect(await readdir(directory)).toEqual(['test.json']);
  expect((await stat(join(directory, 'test.json'))).mode & 0o777).toBe(0o600);
});

test('a damaged file is reported as a UserError', async () => {
  await writeFile(join(directory, 'test.json'), '{"waiting":[');
  await expect(open(() => [])).rejects.toThrow(UserError);
});

test('a message that cannot be stored is rejected', async () => {
  const queue = await open(() => []);
  await rm(directory, { recursive: true });
  await expect(queue.send('a')).rejects.toThrow('ENOENT');
  expect(queue.waiting()).toEqual([]);
  await queue.stop();
});
