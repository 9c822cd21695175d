// Checks how the change feed publishes events on the bus, within the size limit of one call.
import { expect, test } from '@jest/globals';
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

const ids = () =>
  service.local
    .events()
    .filter(({ detailType }) => detailType === 'svc.size_test')
    .map(({ detail }) => (detail as { id: string }).id)
    .reverse();

test('the change feed publishes large events in several calls and in order', async () => {
  const records = Array.from({ length: 25 }, (_, at) => record(at, at % 3 ? 100_000 : 10));
  expect(await handleChanges(records)).toEqual({ batchItemFailures: [] });
  expect(ids()).toEqual(records.map((_, at) => `evt_${at}`));
});

test('the change feed discards an invitation whose token cannot be unsealed, and publishes the other events', async () => {
  const detail = {
    M: { id: { S: 'evt_sealed' }, occurredAt: { S: new Date().toISOString() }, token: { S: 'v1.nonsense' } },
  };
  const NewImage = { type: { S: 'outbox' }, events: { L: [{ M: { name: { S: 'svc.user_invited' }, detail } }] } };
  const bad = { eventName: 'INSERT', dynamodb: { SequenceNumber: '100', NewImage } } as never;
  expect(await handleChanges([bad, record(101, 1)])).toEqual({ batchItemFailures: [] });
  expect(ids()).toContain('evt_101');
  expect(service.local.events().filter(({ detail }) => (detail as { id: string }).id === 'evt_sealed')).toEqual([]);
});
