// Checks the costs in the request line: capacity units as the engine counts them, and round trips that were sequential.
import { describe, expect, test } from '@jest/globals';
import { inContext, resourceUse } from '../../../lib/platform/request-context.ts';
import { create, get, getMany, query, replace, transact, update } from '../../../lib/store/dynamo/table.ts';
import { race } from '../../support/race.ts';
import { testUnless } from '../../support/second-engine.ts';
import { newKey, type Thing, thing, useTable } from './support.ts';

useTable();

const costOf = (work: () => Promise<unknown>) =>
  inContext({}, async () => {
    await work();
    const { readUnits, writeUnits, trips } = resourceUse();
    return { readUnits, writeUnits, trips };
  });

test('resourceUse counts the capacity units that DynamoDB reports for each call', async () => {
  const [one, two] = [newKey(), newKey()];
  const large: Thing = { ...thing(two, 1), note: 'x'.repeat(1500) };
  expect(await costOf(() => create(thing(one, 1)))).toEqual({ readUnits: 0, writeUnits: 1, trips: 1 });
  expect(await costOf(() => create(large))).toMatchObject({ writeUnits: 2 });
  expect(await costOf(() => get(one, 'thing'))).toEqual({ readUnits: 1, writeUnits: 0, trips: 1 });
  expect(await costOf(() => getMany([one, two]))).toEqual({ readUnits: 2, writeUnits: 0, trips: 1 });
  expect(await costOf(() => query(one, 'thing'))).toEqual({ readUnits: 1, writeUnits: 0, trips: 1 });
});

testUnless('units of a transaction')('resourceUse counts two units for each write of a transaction', async () => {
  const writes = [{ put: thing(newKey(), 1) }, { put: thing(newKey(), 1) }];
  expect(await costOf(() => transact({ writes }))).toEqual({ readUnits: 0, writeUnits: 4, trips: 1 });
});

testUnless('units of a missing key')('resourceUse counts a unit for a missing key of a batch', async () => {
  expect(await costOf(() => getMany([newKey()]))).toEqual({ readUnits: 1, writeUnits: 0, trips: 1 });
});

test('resourceUse counts the units of a refused write', async () => {
  const key = newKey();
  await create(thing(key, 1));
  expect(await costOf(() => create(thing(key, 2)))).toEqual({ readUnits: 0, writeUnits: 1, trips: 1 });
  const refused = () => transact({ created: { create: thing(key, 3) }, put: { put: thing(newKey(), 1) } });
  expect(await costOf(refused)).toEqual({ readUnits: 0, writeUnits: 4, trips: 1 });
  expect(await costOf(() => update(newKey(), { set: 'SET #a = :a', values: { a: 1 } }))).toMatchObject({
    writeUnits: 1,
  });
});

describe('resourceUse', () => {
  test('counts sequential calls as round trips, and concurrent calls as one', async () => {
    const key = newKey();
    const concurrent = () => race(5, () => get(key, 'thing'));
    expect(await costOf(concurrent)).toEqual({ readUnits: 5, writeUnits: 0, trips: 1 });
    const chain = async () => {
      await get(key, 'thing');
      await concurrent();
      await replace(thing(key, 1), { if: 'attribute_not_exists(pk)' });
    };
    expect(await costOf(() => Promise.all([chain(), get(key, 'thing')]))).toMatchObject({ readUnits: 7, trips: 3 });
  });
});

test('resourceUse counts only the calls of its own request when twenty requests interleave', async () => {
  const costs = await race(20, (caller) =>
    costOf(async () => {
      for (let round = 0; round <= caller % 4; round++) await get(newKey(), 'thing');
    }),
  );
  costs.forEach((cost, caller) => {
    const calls = (caller % 4) + 1;
    expect(cost).toEqual({ readUnits: calls, writeUnits: 0, trips: calls });
  });
});

test('resourceUse returns zeros outside of a request, where the table works too', async () => {
  await get(newKey(), 'thing');
  expect(resourceUse()).toEqual({ ms: 0, readUnits: 0, writeUnits: 0, trips: 0 });
});
