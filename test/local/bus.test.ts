// Checks that the local bus applies rules as EventBridge would.
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { matches, requireSupported } from '../../infra/tools/local/aws/pattern.ts';
import type { Envelope } from '../../infra/tools/local/aws/rules.ts';
import { createOutbound } from '../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../infra/tools/local/aws/server.ts';

const seen: { everything: Envelope[]; some: Envelope[] } = { everything: [], some: [] };
let refusing = false;
let aws: Aws;
let client: EventBridgeClient;

beforeAll(async () => {
  const some = { source: ['gatehouse'], 'detail-type': ['svc.one', 'svc.two'] };
  aws = await startAws({
    secrets: {},
    outbound: createOutbound(),
    rules: [
      { name: 'everything', pattern: {}, target: (event) => seen.everything.push(event) },
      { name: 'some', pattern: some, target: (event) => seen.some.push(event) },
      {
        name: 'moody',
        pattern: { 'detail-type': ['svc.moody'] },
        target: async () => {
          if (refusing) throw new Error('not now');
        },
      },
    ],
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new EventBridgeClient({ endpoint: aws.endpoint, region: 'local', credentials, maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await aws.stop();
});

const put = (...entries: [source: string, name: string, detail?: unknown][]) =>
  client.send(
    new PutEventsCommand({
      Entries: entries.map(([Source, DetailType, detail = {}]) => ({
        Source,
        DetailType,
        Detail: JSON.stringify(detail),
        Time: new Date('2026-11-21T03:04:05.678Z'),
      })),
    }),
  );

test('a rule receives matching events in EventBridge’s envelope', async () => {
  await put(
    ['gatehouse', 'svc.one', { n: 1 }],
    ['gatehouse', 'svc.three'],
    ['other', 'svc.two'],
    ['gatehouse', 'svc.two'],
  );
  expect(seen.everything.map((event) => event['detail-type'])).toEqual(['svc.one', 'svc.three', 'svc.two', 'svc.two']);
  expect(seen.some.map((event) => event['detail-type'])).toEqual(['svc.one', 'svc.two']);
  expect(seen.some[0]).toEqual({
    version: '0',
    id: expect.any(String),
    'detail-type': 'svc.one',
    source: 'gatehouse',
    account: '000000000000',
    time: '2026-11-21T03:04:05Z',
    region: 'local',
    resources: [],
    detail: { n: 1 },
  });
});

test('an event whose target fails is rejected, and the others are accepted', async () => {
  refusing = true;
  const { FailedEntryCount, Entries } = await put(['gatehouse', 'svc.moody'], ['gatehouse', 'svc.one']);
  expect(FailedEntryCount).toBe(1);
  expect(Entries?.map(({ ErrorCode, EventId }) => ErrorCode ?? typeof EventId)).toEqual(['InternalFailure', 'string']);
  expect(aws.bus.events().map(({ detailType }) => detailType)).not.toContain('svc.moody');
  refusing = false;
  expect((await put(['gatehouse', 'svc.moody'])).FailedEntryCount).toBe(0);
});

test('a pattern ignores fields that it does not name', () => {
  const event = { source: 'a', 'detail-type': 'b' } as Envelope;
  expect(matches({}, event)).toBe(true);
  expect(matches({ source: ['x', 'a'] }, event)).toBe(true);
  expect(matches({ source: ['a'], 'detail-type': ['x'] }, event)).toBe(false);
  expect(matches({ 'detail-type': [] }, event)).toBe(false);
});

test.each([
  [{ detail: { action: [{ prefix: 'user.' }] } }, true],
  [{ detail: { action: [{ prefix: 'role.' }, { suffix: '.created' }] } }, true],
  [{ detail: { action: [{ 'anything-but': ['user.created'] }] } }, false],
  [{ detail: { gone: [{ exists: false }], action: [{ exists: true }] } }, true],
  [{ detail: { tags: ['b'], none: [null] } }, true],
  [{ detail: { action: ['USER.CREATED'] } }, false],
  [{ detail: { action: [{ 'equals-ignore-case': 'USER.CREATED' }] } }, true],
])('the pattern %j matches: %s', (pattern, expected) => {
  expect(matches(pattern, { detail: { action: 'user.created', tags: ['a', 'b'], none: null } })).toBe(expected);
});

test.each([
  { $or: [{ source: ['a'] }] },
  { detail: { n: [{ numeric: ['>', 1] }] } },
  { a: [{ 'anything-but': { prefix: 'x' } }] },
])('the unsupported pattern %j is rejected', (pattern) => {
  expect(() => requireSupported(pattern as never)).toThrow('not supported');
});
