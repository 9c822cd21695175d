// Checks what the mailer does when a provider throttles: it retries within the invocation, then within seconds, sends
// nothing twice, and leaves the daily quota to codes.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { messageEvents, messageUrgency } from '../../../lib/contract/events.ts';
import { Throttled, Unavailable, Undeliverable } from '../../../lib/platform/errors.ts';
import { RECEIVES, retrySeconds } from '../../../lib/workers/message-retries.ts';
import { running } from '../../support/prepared.ts';
import { race } from '../../support/race.ts';
import { invoke, newCode, newTenantUser, notice, record, startWorld } from './support.ts';

const world = running(() => startWorld());
afterEach(() => world.refuse(() => undefined));

const RATE = { status: 400, code: 'Throttling', message: 'Maximum sending rate exceeded.' };
const QUOTA = { status: 400, code: 'Throttling', message: 'Daily message quota exceeded.' };
const sentTo = (to: unknown): number => world.mails.filter((mail) => mail.to === to).length;
const received = (one: SQSRecord, times: number): SQSRecord => ({
  ...one,
  attributes: { ...one.attributes, ApproximateReceiveCount: String(times) },
});

test('a code that SES throttles three times leaves in the same invocation, once', async () => {
  const user = await newTenantUser();
  let refusals = 3;
  world.refuse((to) => (to === user.email && refusals-- > 0 ? RATE : undefined));
  expect(await invoke([record(await newCode(user, 'login-email'))])).toEqual([]);
  expect([sentTo(user.email), refusals]).toEqual([1, -1]);
});

test('a code that SES throttles longer comes back after seconds, and then leaves once', async () => {
  const user = await newTenantUser();
  world.refuse((to) => (to === user.email ? RATE : undefined));
  const code = record(await newCode(user, 'login-email'));
  expect(await invoke([code])).toEqual([code]);
  expect(world.hidden.get(code.receiptHandle)).toBe(1);
  expect(await invoke([received(code, 4)])).toHaveLength(1);
  expect(world.hidden.get(code.receiptHandle)).toBe(8);
  world.refuse(() => undefined);
  expect(await invoke([received(code, 5)])).toEqual([]);
  expect(sentTo(user.email)).toBe(1);
});

test('twenty mailers that receive a throttled code at once send it once', async () => {
  const user = await newTenantUser();
  const event = await newCode(user, 'reset');
  let refusals = 2;
  world.refuse((to) => (to === user.email && refusals-- > 0 ? RATE : undefined));
  const left = (await race(20, () => invoke([record(event)]))).flat();
  expect(sentTo(user.email)).toBe(1);
  for (const each of left) expect(await invoke([each])).toEqual([]);
  expect(sentTo(user.email)).toBe(1);
});

test('the daily quota is not tried again at once: a code comes back after a minute, a notice after an hour', async () => {
  const [first, second] = [await newTenantUser(), await newTenantUser()];
  world.refuse((to) => (to === first.email || to === second.email ? QUOTA : undefined));
  const code = record(await newCode(first, 'login-email'));
  const calm = record(notice('svc.password_changed', second));
  const before = world.calls();
  expect(await invoke([code, calm])).toHaveLength(2);
  expect(world.calls() - before).toBe(2);
  expect([code, calm].map(({ receiptHandle }) => world.hidden.get(receiptHandle))).toEqual([60, 3600]);
});

describe('the retries of a message', () => {
  const sum = (error: unknown, urgency: 'urgent' | 'notice'): number =>
    Array.from({ length: RECEIVES - 1 }, (_, at) => retrySeconds(error, urgency, at + 1)).reduce(
      (all, each) => all + each,
    );

  test('a code is tried for most of its ten minutes, at least every twenty seconds', () => {
    expect(retrySeconds(new Throttled('second'), 'urgent', 1)).toBe(1);
    expect(retrySeconds(new Unavailable('x'), 'urgent', RECEIVES)).toBe(20);
    expect(sum(new Throttled('second'), 'urgent')).toBeGreaterThan(8 * 60);
  });

  test('a notice outlasts an outage of hours and a day without quota', () => {
    expect(sum(new Unavailable('x'), 'notice')).toBeGreaterThan(4 * 3600);
    expect(sum(new Throttled('day'), 'notice')).toBeGreaterThan(24 * 3600);
  });

  test('an undeliverable message is reported within half an hour', () => {
    for (const urgency of ['urgent', 'notice'] as const) {
      expect(sum(new Undeliverable('x'), urgency)).toBeLessThan(30 * 60);
    }
  });
});

test('every event with a code in it is urgent', () => {
  const withCode = messageEvents.filter((name) =>
    /code_sent|verification_requested|code_requested|reset_requested/.test(name),
  );
  expect(withCode).toHaveLength(6);
  for (const name of withCode) expect(messageUrgency[name]).toBe('urgent');
});
