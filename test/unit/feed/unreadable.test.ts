// Checks that a record that cannot be read stops neither its batch nor its shard, and is reported; and that a record that
// can be read later is retried with everything behind it.
import { beforeEach, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { config } from '../../../lib/platform/settings/config.ts';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { handleChanges } from '../../../lib/workers/change-feed.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: false });
beforeEach(() => {
  Object.assign(process.env, { POWERTOOLS_METRICS_NAMESPACE: 'Gatehouse', POWERTOOLS_SERVICE_NAME: 'Stack' });
});

const outbox = (at: string, events: unknown): DynamoDBRecord =>
  ({
    eventName: 'INSERT',
    dynamodb: {
      SequenceNumber: at,
      Keys: { pk: { S: `P#OUT#evt_${at}` }, sk: { S: 'EVENT' } },
      NewImage: { type: { S: 'outbox' }, events },
    },
  }) as never;
const event = (id: string, more: object = {}, name = 'svc.order_test') => ({
  M: {
    name: { S: name },
    detail: { M: { id: { S: id }, occurredAt: { S: '2026-11-22T10:00:00Z' }, ...more } },
  },
});
const published = () =>
  service.local
    .events()
    .filter(({ detailType }) => detailType === 'svc.order_test')
    .map(({ detail }) => (detail as { id: string }).id)
    .reverse();
const repairs = (lines: readonly Line[]) => lines.flatMap(({ RepairNeeded }) => RepairNeeded ?? []);

test('unreadable records are skipped and reported, and those around them are published in order', async () => {
  const unreadable = ['u1', 'u2', 'u3'].map((at) => outbox(at, { L: [{ Unknown: 'secret-value' }] }));
  const batch = [outbox('1', { L: [event('a')] }), ...unreadable, outbox('5', { L: [event('b')] })];
  const lines = await logged(async () =>
    expect(await handleChanges(batch, removeRows)).toEqual({ batchItemFailures: [] }),
  );
  expect(published()).toEqual(['a', 'b']);
  expect(ofEvent(lines, 'record_unreadable').map(({ record, item, level }) => [record, item, level])).toEqual(
    ['u1', 'u2', 'u3'].map((at) => [at, `P#OUT#evt_${at}`, 'error']),
  );
  expect(repairs(lines)).toEqual([3]);
  expect(JSON.stringify(lines)).not.toContain('secret-value');
});

test('of several events in a record, only the one that cannot be published is discarded', async () => {
  const huge = event('huge', { size: { N: '12345678901234567890' } });
  const lines = await logged(() => handleChanges([outbox('6', { L: [event('c'), huge, event('d')] })], removeRows));
  expect(published().slice(-2)).toEqual(['c', 'd']);
  expect(ofEvent(lines, 'event_malformed')).toMatchObject([{ record: '6', error: 'TypeError' }]);
  expect(repairs(lines)).toEqual([1]);
});

test('an event whose secret is not available is retried, and nothing behind it is published before', async () => {
  const { rootSecrets } = config();
  const seal = rootSecrets.seal;
  Object.assign(rootSecrets, { seal: undefined });
  const invitation = outbox('8', { L: [event('invited', { token: { S: 'v1.x' } }, 'svc.user_invited')] });
  const batch = [outbox('7', { L: [event('e')] }), invitation, outbox('9', { L: [event('f')] })];
  const lines = await logged(async () => {
    expect(await handleChanges(batch, removeRows)).toEqual({ batchItemFailures: [{ itemIdentifier: '8' }] });
  });
  Object.assign(rootSecrets, { seal });
  expect(published().at(-1)).toBe('e');
  expect(ofEvent(lines, 'unavailable')).toMatchObject([{ record: '8' }]);
  expect(repairs(lines)).toEqual([]);
});
