// Checks the heartbeat and the check of rotations, which are the only sign of life of an idle deployment.
import { beforeEach, expect, test } from '@jest/globals';
import { handler } from '../../../functions/watch.ts';
import { FEED_FILTERS } from '../../../infra/stack/functions/feed-filter.ts';
import { advance, now } from '../../../lib/platform/clock.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { get } from '../../../lib/store/dynamo/table.ts';
import { beat, type Heartbeat } from '../../../lib/store/heartbeat.ts';
import { heartbeat } from '../../../lib/store/keys.ts';
import { startStreamReader } from '../../support/faults/stream-reader.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: false });
const DAY = 86_400_000;
beforeEach(() => {
  Object.assign(process.env, { POWERTOOLS_METRICS_NAMESPACE: 'Gatehouse', POWERTOOLS_SERVICE_NAME: 'Stack' });
});

const secrets = () => Object.values(config().rootSecrets) as string[];
const repairs = (lines: readonly Line[]) => lines.flatMap(({ RepairNeeded }) => RepairNeeded ?? []);
const overdue = (lines: readonly Line[]) => ofEvent(lines, 'rotation_overdue').map(({ what }) => what);
const stored = () => get<Heartbeat>(heartbeat, 'heartbeat');

test('each heartbeat is a record that passes the filter of the change feed', async () => {
  const reader = await startStreamReader(service.local.engine.endpoint, service.local.table);
  await reader.next();
  expect(FEED_FILTERS.some(({ types }) => types.includes('heartbeat'))).toBe(true);
  for (const eventName of ['INSERT', 'MODIFY', 'MODIFY']) {
    advance(1);
    await handler({});
    expect((await reader.next()).map((record) => record.eventName)).toEqual([eventName]);
  }
  reader.stop();
});

test('a heartbeat that comes late does not put the time back', async () => {
  await beat(now());
  const { at } = (await stored()) as Heartbeat;
  await beat(at - 1000);
  expect((await stored())?.at).toBe(at);
});

test('the check finds nothing in a deployment without signing keys whose secrets rotate', async () => {
  for (const id of secrets()) service.local.secretsManager.beginRotation(id);
  const lines = await logged(() => handler({ signingKeyDays: 30 }));
  expect([overdue(lines), repairs(lines)]).toEqual([[], []]);
});

test('the check reports a signing key that was current for a day too long, and secrets that were not rotated', async () => {
  await service.signup(await service.tenant());
  for (const id of secrets()) service.local.secretsManager.beginRotation(id);
  expect(overdue(await logged(() => handler({ signingKeyDays: 30 })))).toEqual([]);
  advance(31 * DAY + 1000);
  const lines = await logged(() => handler({ signingKeyDays: 30 }));
  expect(overdue(lines).sort()).toEqual(['pepper', 'seal', 'session', 'signing keys']);
  expect(repairs(lines)).toEqual([4]);
});

test('a heartbeat that cannot be written is an error line, and no failed run', async () => {
  const { table } = config();
  Object.assign(config(), { table: 'no-such-table' });
  const lines = await logged(() => handler({}));
  Object.assign(config(), { table });
  expect(ofEvent(lines, 'heartbeat_failed')).toMatchObject([{ level: 'error', operation: 'watch' }]);
});
