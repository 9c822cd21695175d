// Records the operations: what a call costs each shape of key, in the request and in the change feed afterwards.
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { FEED_BATCH, passesFeed } from '../../../infra/stack/functions/feed-filter.ts';
import { createOutbound } from '../../../infra/tools/local/aws/sent-messages.ts';
import { startAws } from '../../../infra/tools/local/aws/server.ts';
import { heatActions } from '../actions/heat.ts';
import { createCaller } from '../harness/caller.ts';
import { withStore } from '../harness/recount.ts';
import { scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { startTable } from '../harness/table.ts';
import { createWorld } from '../harness/world.ts';
import type { Item } from './item-size.ts';
import { startHeatRecorder } from './recorder.ts';
import { shapeOf } from './shapes.ts';
import type { Touch } from './touches.ts';

/** Units of a call, by shape: read and written. */
export type Units = Record<string, { read: number; write: number }>;
/** `records`: of the table's stream, that the change feed receives for each call. */
export type Heat = { request: Units; feed: Units; records: number };
export type Recorded = Record<string, Heat>;

/** Records every operation, after a call that warms it up. Takes about twenty seconds. */
export const recordHeat = (): Promise<Recorded> =>
  scoped(async (own) => {
    // No stream: the change feed runs here, after each recording.
    const engine = own(await startTable({ stream: false }));
    const recorder = own(await startHeatRecorder(engine.endpoint));
    const settings = { ...FAST, GATEHOUSE_LIMITS: 'on', AWS_ENDPOINT_URL_DYNAMODB: recorder.endpoint };
    const service = own(await startService(settings));
    const bus = own(await startAws({ secrets: {}, rules: [], outbound: createOutbound() }));
    const quiet = { GATEHOUSE_LOG_LEVEL: 'none' };
    Object.assign(process.env, { AWS_ENDPOINT_URL_EVENTBRIDGE: bus.endpoint, GATEHOUSE_BUS: 'bench', ...quiet });
    const { handler } = await import('../../../functions/change-feed.ts');
    const caller = own(createCaller(service.baseUrl));
    const actions = await heatActions(caller, await createWorld(caller, service), own);

    const recorded: Recorded = {};
    for (const [name, { act, times }] of Object.entries(actions)) {
      await act();
      const request = await recorder.during(async () => {
        for (let call = 0; call < times; call++) await act();
      });
      const records = request.stored.map(recordOf).filter(passesFeed);
      if (records.length > FEED_BATCH) throw new Error(`${name}: more records than the change feed gets at once`);
      const feed = await withStore(recorder.endpoint, () =>
        recorder.during(async () => {
          const { batchItemFailures } = records.length
            ? await handler({ Records: records })
            : { batchItemFailures: [] };
          if (batchItemFailures.length) throw new Error(`${name}: the change feed refused a record`);
        }),
      );
      recorded[name] = {
        request: unitsOf(request.touches, times),
        feed: unitsOf(feed.touches, times),
        records: records.length / times,
      };
    }
    return recorded;
  });

/** Returns the record of an item that was stored. What it replaced is left out: the recorder does not know it. */
function recordOf(item: Item, index: number): DynamoDBRecord {
  const image = item as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
  const { pk, sk } = image as Record<'pk' | 'sk', AttributeValue>;
  return { eventName: 'INSERT', dynamodb: { Keys: { pk, sk }, NewImage: image, SequenceNumber: String(index + 1) } };
}

/** Returns the units of one call by shape, in the order of their names. */
function unitsOf(touches: readonly Touch[], calls: number): Units {
  const units: Units = {};
  for (const { key, read, write } of touches) {
    const { name } = shapeOf(key);
    const sum = units[name] ?? { read: 0, write: 0 };
    units[name] = { read: sum.read + read / calls, write: sum.write + write / calls };
  }
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return Object.fromEntries(
    Object.entries(units)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { read, write }]) => [name, { read: rounded(read), write: rounded(write) }]),
  );
}
