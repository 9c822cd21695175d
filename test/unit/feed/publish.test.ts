// Checks how the change feed publishes events on the bus, within the size limit of one call.
import { expect, test } from '@jest/globals';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { handleChanges } from '../../../lib/workers/change-feed.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** Returns an outbox item as the stream reports it, with one event of `bytes` bytes. */
const record = (at: number, bytes: number) => {
  const detail = {
    M: { id: { S: `evt_${at}` }, occurredAt: { S: new Date().toISOString() }, fill: { S: 'x'.repeat(bytes) } },
  };
  const NewImage = { type: { S: 'outbox' }, events: { L: [{ M: { name: { S: 'svc.size_test' }, detail } }] } };
  return { eventName: 'INSERT', dynamodb: { SequenceNumber: String(at), NewImage } } as never;
};

/** A job without its progress, which no code can run. */
const BROKEN = { type: { S: 'job' } };

const ids = () =>
  service.local
    .events()
    .filter(({ detailType }) => detailType === 'svc.size_test')
    .map(({ detail }) => (detail as { id: string }).id)
    .reverse();

test('the change feed publishes large events in several calls and in order', async () => {
  const records = Array.from({ length: 25 }, (_, at) => record(at, at % 3 ? 100_000 : 10));
  expect(await handleChanges(records, removeRows)).toEqual({ batchItemFailures: [] });
  expect(ids()).toEqual(records.map((_, at) => `evt_${at}`));
});

test('the change feed discards an invitation whose token cannot be unsealed, and publishes the other events', async () => {
  const detail = {
    M: { id: { S: 'evt_sealed' }, occurredAt: { S: new Date().toISOString() }, token: { S: 'v1.nonsense' } },
  };
  const NewImage = { type: { S: 'outbox' }, events: { L: [{ M: { name: { S: 'svc.user_invited' }, detail } }] } };
  const bad = { eventName: 'INSERT', dynamodb: { SequenceNumber: '100', NewImage } } as never;
  expect(await handleChanges([bad, record(101, 1)], removeRows)).toEqual({ batchItemFailures: [] });
  expect(ids()).toContain('evt_101');
  expect(service.local.events().filter(({ detail }) => (detail as { id: string }).id === 'evt_sealed')).toEqual([]);
});

test('a record that fails does not make the events behind it come again', async () => {
  const broken = {
    eventID: 'broken',
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: '200', NewImage: BROKEN },
  } as never;
  const events = [201, 202].map((at) => ({ ...(record(at, 1) as object), eventID: `event-${at}` }) as never);
  const batch = [broken, ...events];
  const failed = { batchItemFailures: [{ itemIdentifier: '200' }] };
  for (const _ of Array.from({ length: 3 })) expect(await handleChanges(batch, removeRows)).toEqual(failed);
  expect(ids().filter((id) => ['evt_201', 'evt_202'].includes(id))).toEqual(['evt_201', 'evt_202']);
  expect(await handleChanges(events, removeRows)).toEqual({ batchItemFailures: [] });
  expect(await handleChanges(events, removeRows)).toEqual({ batchItemFailures: [] });
  expect(ids().filter((id) => id === 'evt_201')).toHaveLength(2);
});
