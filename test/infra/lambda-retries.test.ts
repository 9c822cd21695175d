// Checks that the rehearsal retries as Lambda does: batches of a stream, and asynchronous invocations.
import { describe, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import type { BatchRules } from '../../infra/tools/rehearsal/assembly/mapping.ts';
import { invokeEvent, withRetries } from '../../infra/tools/rehearsal/retries.ts';

const NOW = 1_800_000_000_000;
const record = (sequence: string, ageSeconds = 0) =>
  ({
    dynamodb: { SequenceNumber: sequence, ApproximateCreationDateTime: NOW / 1000 - ageSeconds },
  }) as DynamoDBRecord;
const sequences = (records: readonly DynamoDBRecord[]) =>
  records.map(({ dynamodb }) => dynamodb?.SequenceNumber).join('');

/** Delivers `abcdef` as a poller does, which continues at the first failed record, until nothing is left. */
async function deliver(
  rules: Partial<BatchRules>,
  isBad: (sequence: string) => 'named' | 'thrown' | undefined,
  age = 0,
) {
  const [calls, givenUp]: [string[], string[]] = [[], []];
  const handler = withRetries(
    async ({ Records }) => {
      calls.push(sequences(Records));
      const bad = [...sequences(Records)].filter(isBad);
      if (bad.some((each) => isBad(each) === 'thrown')) throw new Error('failed');
      return { batchItemFailures: bad.map((itemIdentifier) => ({ itemIdentifier })) };
    },
    { retries: undefined, maxAgeSeconds: undefined, bisects: false, ...rules },
    (condition, records) => givenUp.push(`${condition} ${sequences(records)}`),
    () => NOW,
  );
  let left = [...'abcdef'].map((each) => record(each, age));
  for (let round = 0; left.length && round < 20; round++) {
    const { batchItemFailures } = await handler({ Records: left });
    const at = left.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === batchItemFailures[0]?.itemIdentifier);
    left = at < 0 ? [] : left.slice(at);
  }
  return { calls, givenUp, left: sequences(left) };
}

describe('a batch of the stream', () => {
  test('that succeeds is delivered once', async () => {
    expect(await deliver({}, () => undefined)).toEqual({ calls: ['abcdef'], givenUp: [], left: '' });
  });

  test('continues at the record that the function names, and ends with it after the retries', async () => {
    const result = await deliver({ retries: 2 }, (each) => (each === 'c' ? 'named' : undefined));
    expect(result.calls).toEqual(['abcdef', 'cdef', 'cdef']);
    expect(result.givenUp).toEqual(['RetriesExhausted cdef']);
  });

  test('is retried without end if the mapping sets no bound', async () => {
    const { givenUp, left } = await deliver({}, (each) => (each === 'c' ? 'named' : undefined));
    expect([givenUp, left]).toEqual([[], 'cdef']);
  });

  test('is split until the failing record is alone, and only that one is given up', async () => {
    const { calls, givenUp, left } = await deliver({ retries: 1, bisects: true }, (each) =>
      each === 'c' ? 'thrown' : undefined,
    );
    expect(calls.slice(0, 4)).toEqual(['abcdef', 'abc', 'ab', 'c']);
    expect(givenUp).toEqual(['RetriesExhausted c']);
    expect(left).toBe('');
    expect(calls.join(' ')).toMatch(/d/);
  });

  test('as a whole is given up where batches are not split', async () => {
    const { givenUp } = await deliver({ retries: 1 }, (each) => (each === 'c' ? 'thrown' : undefined));
    expect(givenUp).toEqual(['RetriesExhausted abcdef']);
  });

  test('is given up at its first failure when its oldest record is too old', async () => {
    const { calls, givenUp } = await deliver({ maxAgeSeconds: 60, retries: 9 }, () => 'named', 61);
    expect([calls, givenUp]).toEqual([['abcdef'], ['RecordAgeExceeded abcdef']]);
  });
});

test.each([
  [0, 1],
  [2, 3],
])('an event with %i retries is tried %i times, then given up', async (retries, tries) => {
  const calls: string[] = [];
  let lost = 0;
  const invoke = async (name: string) => {
    calls.push(name);
    throw new Error('failed');
  };
  await invokeEvent(invoke, 'one', {}, retries, () => lost++);
  expect([calls.length, lost]).toEqual([tries, 1]);
});

test('an event that succeeds at its second try is not given up', async () => {
  let [calls, lost] = [0, 0];
  const invoke = async () => {
    if (calls++ === 0) throw new Error('failed');
  };
  await invokeEvent(invoke, 'one', {}, 2, () => lost++);
  expect([calls, lost]).toEqual([2, 0]);
});
