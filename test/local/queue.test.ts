// Checks the local SQS: at-least-once delivery, batches, retries with backoff, dead letters.
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { MAX_RECEIVES, type Queue, type QueueOptions, startQueue } from '../../infra/tools/local/aws/queue.ts';
import { until } from '../support/until.ts';

type Answer = SQSBatchResponse | undefined;
let queue: Queue;
afterEach(() => queue.stop());

/** Starts a queue whose function records its events and returns the callback's value. */
async function noting(answer: (records: SQSRecord[]) => Answer | Promise<Answer>, options: Partial<QueueOptions> = {}) {
  const batches: SQSRecord[][] = [];
  const handler = async ({ Records }: { Records: SQSRecord[] }): Promise<SQSBatchResponse> => {
    batches.push(Records);
    return (await answer(Records)) as SQSBatchResponse;
  };
  const load = async () => handler;
  queue = await startQueue({
    name: 'test',
    directory: undefined,
    load,
    firstPauseMs: 1,
    longestPauseMs: 4,
    ...options,
  });
  return { batches, records: () => batches.flat() };
}
const fine = { batchItemFailures: [] };
const failing = (records: SQSRecord[]) => ({
  batchItemFailures: records.map(({ messageId }) => ({ itemIdentifier: messageId })),
});
const idle = () => until(() => queue.waiting().length === 0);

test('the function is loaded with the first message', async () => {
  let loads = 0;
  const load = async () => {
    loads++;
    return async () => fine;
  };
  await noting(() => fine, { load });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(loads).toBe(0);
  await queue.send('a');
  await idle();
  expect(loads).toBe(1);
});

test('a message arrives as in Lambda’s event for SQS', async () => {
  const { records } = await noting(() => fine);
  await queue.send('{"a":"ü"}');
  await idle();
  expect(records()).toEqual([
    {
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      receiptHandle: expect.any(String),
      body: '{"a":"ü"}',
      attributes: expect.objectContaining({
        ApproximateReceiveCount: '1',
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
      }),
      messageAttributes: {},
      md5OfBody: createHash('md5').update('{"a":"ü"}').digest('hex'),
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:local:000000000000:test',
      awsRegion: 'local',
    },
  ]);
});

test('batches have at most ten messages, and none is lost', async () => {
  const { batches, records } = await noting(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return fine;
  });
  await Promise.all(Array.from({ length: 95 }, (_, index) => queue.send(String(index))));
  await idle();
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10);
  expect(new Set(records().map(({ body }) => body)).size).toBe(95);
});

test('the same body sent twice is two messages', async () => {
  const { records } = await noting(() => fine);
  await queue.send('same');
  await queue.send('same');
  await idle();
  expect(new Set(records().map(({ messageId }) => messageId)).size).toBe(2);
});

describe('a failure', () => {
  test('retries only the messages that the function names', async () => {
    const { records } = await noting((all) => {
      const bad = all.filter(({ body, attributes }) => body === 'bad' && attributes.ApproximateReceiveCount === '1');
      return failing(bad);
    });
    await Promise.all([queue.send('good'), queue.send('bad')]);
    await idle();
    const seen = records().map(({ body, attributes }) => `${body} ${attributes.ApproximateReceiveCount}`);
    expect(seen.sort()).toEqual(['bad 1', 'bad 2', 'good 1']);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('no luck'))],
    ['names a message it wasn’t given', () => ({ batchItemFailures: [{ itemIdentifier: 'other' }] })],
  ])('of a function that %s brings back the whole batch', async (_, answer) => {
    let first = true;
    const { records } = await noting(() => {
      if (!first) return fine;
      first = false;
      return answer();
    });
    await queue.send('a');
    await idle();
    const counts = records().map(({ attributes }) => attributes.ApproximateReceiveCount);
    expect(counts).toEqual(['1', '2']);
    expect(new Set(records().map(({ messageId }) => messageId)).size).toBe(1);
  });

  test('is retried after pauses that grow up to the maximum', async () => {
    const times: number[] = [];
    await noting(
      (records) => {
        times.push(performance.now());
        return failing(records);
      },
      { firstPauseMs: 20, longestPauseMs: 80 },
    );
    await queue.send('a');
    await until(() => times.length === 5);
    const pauses = times.slice(1).map((time, index) => time - (times[index] as number));
    for (const [index, least] of [20, 40, 80, 80].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least - 2);
  });

  test('of one message does not delay the others', async () => {
    const { records } = await noting((all) => failing(all.filter(({ body }) => body === 'bad')), {
      firstPauseMs: 60_000,
    });
    await queue.send('bad');
    await until(() => records().length === 1);
    await queue.send('good');
    await until(() => records().some(({ body }) => body === 'good') && queue.waiting().length === 1);
    expect(queue.waiting().map(({ body }) => body)).toEqual(['bad']);
  });
});

describe('after ten receives', () => {
  test('a message becomes a dead letter, and is delivered after a redrive', async () => {
    let mended = false;
    const { records } = await noting((all) => (mended ? fine : failing(all)));
    await queue.send('a');
    const [letter] = await until(() => queue.deadLetters().length === 1 && queue.deadLetters());
    expect(letter).toMatchObject({ body: 'a', receives: MAX_RECEIVES });
    expect(records()).toHaveLength(MAX_RECEIVES);
    expect(queue.waiting()).toEqual([]);
    mended = true;
    expect(await queue.redrive()).toBe(1);
    await idle();
    expect(queue.deadLetters()).toEqual([]);
    expect(records().at(-1)?.attributes.ApproximateReceiveCount).toBe('1');
    expect(await queue.redrive()).toBe(0);
  });
});
