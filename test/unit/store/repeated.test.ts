// Threat: the SDK repeats a write whose response was lost, and it is applied twice, or refused by its own first attempt.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { inContext } from '../../../lib/platform/request-context.ts';
import { close } from '../../../lib/store/dynamo/client.ts';
import * as table from '../../../lib/store/dynamo/table.ts';
import { cancelled, FAULTS } from '../../support/faults/store/wire.ts';
import { race } from '../../support/race.ts';
import { type Body, type Fate, type Relay, startRelay } from '../../support/relay.ts';
import { newKey, startTable, type Thing, thing } from './support.ts';

let stop: () => Promise<void>;
let relay: Relay;
let engine: string | undefined;
let fateOf: (operation: string, body: Body) => Fate = () => 'passes';
beforeAll(async () => {
  stop = await startTable();
  engine = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  relay = await startRelay(engine as string, (operation, body) => fateOf(operation, body));
  process.env.AWS_ENDPOINT_URL_DYNAMODB = relay.endpoint;
  close();
});
afterEach(() => {
  fateOf = () => 'passes';
  // The SDK stops repeating after some thirty failures, until as many calls have succeeded.
  close();
});
afterAll(async () => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = engine;
  close();
  await relay.stop();
  await stop();
});

const CALLERS = 20;
const read = (key: { pk: string; sk: string }) => table.get<Thing>(key, 'thing');

/** Loses the response of the first attempt of every write. */
function loseFirstResponses(): void {
  const seen = new Set<string>();
  fateOf = (_, body) => {
    const item = JSON.stringify(body.Item ?? body.Key);
    const id = body.ClientRequestToken ?? body.ExpressionAttributeValues?.[':writeId']?.S ?? item;
    if (seen.has(id) || body.ConsistentRead) return 'passes';
    seen.add(id);
    return 'answer lost';
  };
}
/** Makes the first call meet this fate. */
function once(fate: (operation: string, body: Body) => Fate | undefined): void {
  let isFirst = true;
  fateOf = (operation, body) => {
    const chosen = isFirst ? fate(operation, body) : undefined;
    isFirst = false;
    return chosen ?? 'passes';
  };
}

describe('a write whose response was lost', () => {
  test('creates an item once, and reports it as created', async () => {
    const key = newKey();
    loseFirstResponses();
    expect(await table.create(thing(key, 1))).toBe(true);
    expect(await table.create(thing(key, 2))).toBe(false);
    expect(await read(key)).toEqual(thing(key, 1));
  });

  test('replaces an item once, and reports it as replaced', async () => {
    const key = newKey();
    await table.create(thing(key, 1));
    loseFirstResponses();
    expect(await table.replace(thing(key, 2), table.unchanged({ value: 1 }, 'value'))).toBe(true);
    expect(await table.replace(thing(key, 3), table.unchanged({ value: 1 }, 'value'))).toBe(false);
  });

  test('adds to a number once, and returns the item', async () => {
    const key = newKey();
    await table.create(thing(key, 1));
    loseFirstResponses();
    expect(await table.update<Thing>(key, { add: { value: 5 } })).toEqual(thing(key, 6));
    expect(await read(key)).toEqual(thing(key, 6));
  });

  test('counts an attempt once, and allows it', async () => {
    const item = { ...newKey(), type: 'limiter', ttl: 4_000_000_000 };
    const bounds = { max: 2, now: 1000, windowMs: 1000 };
    loseFirstResponses();
    expect(await table.increment(item, bounds)).toMatchObject({ count: 1 });
    expect(await table.increment(item, bounds)).toMatchObject({ count: 2 });
    expect(await table.increment(item, bounds)).toMatchObject({ refused: { resetAt: 2000 } });
  });

  test('deletes an item, and reports it as deleted', async () => {
    const key = newKey();
    await table.create(thing(key, 1));
    loseFirstResponses();
    expect(await table.erase(key)).toBe(true);
    expect(await read(key)).toBeUndefined();
  });

  test('applies a transaction once', async () => {
    const [created, added] = [newKey(), newKey()];
    loseFirstResponses();
    const writes = {
      created: { create: thing(created, 1) },
      added: { add: { ...added, type: 'thing', numbers: { value: 2 } } },
    };
    expect(await table.transact(writes)).toBe('done');
    expect(await read(added)).toEqual(thing(added, 2));
  });

  test('has one winner when twenty callers use up one item', async () => {
    const key = newKey();
    await table.create(thing(key, 1));
    loseFirstResponses();
    const use = { set: { usedAt: 1 }, if: 'attribute_not_exists(#usedAt)' };
    const results = await race(CALLERS, () => table.update(key, use));
    expect(results.filter((result) => !('refused' in result))).toHaveLength(1);
  });

  test('counts no fewer than twenty racing callers, and allows no more than the limit', async () => {
    const item = { ...newKey(), type: 'limiter', ttl: 4_000_000_000 };
    loseFirstResponses();
    const results = await race(CALLERS, () => table.increment(item, { max: 10, now: 1000, windowMs: 1000 }));
    const allowed = results.filter((result) => !('refused' in result));
    // A caller between an attempt and its repetition hides the first one, which then counts twice.
    expect(allowed.length).toBeGreaterThan(0);
    expect(allowed.length).toBeLessThanOrEqual(10);
  });
});

describe('a transaction', () => {
  const two = () => [newKey(), newKey()] as const;

  test.each(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError'])(
    'is repeated when it was cancelled by %s alone',
    async (code) => {
      const [one, other] = two();
      once((_, body) => ({ reply: cancelled(body.TransactItems.length, code) }));
      expect(await table.transact({ one: { create: thing(one, 1) }, other: { create: thing(other, 1) } })).toBe('done');
    },
  );

  test('is repeated while an earlier attempt of it is in progress', async () => {
    const [one] = two();
    once(FAULTS.TransactionInProgress);
    expect(await table.transact({ one: { create: thing(one, 1) } })).toBe('done');
  });

  test('reports the refused write when another one was throttled or in conflict', async () => {
    const [one, other] = two();
    const { body } = cancelled(2, 'TransactionConflict');
    const reasons = [
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
      body.CancellationReasons[1],
    ];
    fateOf = () => ({ reply: { status: 400, body: { ...body, CancellationReasons: reasons } } });
    const result = await table.transact({ one: { create: thing(one, 1) }, other: { create: thing(other, 1) } });
    expect(result).toEqual(new Set(['one']));
  });
});

test('a request that is over repeats and begins no call of the table', async () => {
  const key = newKey();
  const late = Promise.withResolvers<unknown>();
  await inContext({}, async () => {
    fateOf = () => 'answer lost';
    // The function has responded that time is out, and is frozen with this call.
    late.resolve(table.update(key, { set: { value: 1 } }).catch(({ name }: Error) => name));
  });
  expect(await late.promise).toBe('Unavailable');
  fateOf = () => 'passes';
  expect(await read(key)).toBeUndefined();
});
