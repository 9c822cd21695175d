// Checks the log line that each batch of the change feed and the mailer writes: number of records, failures and cost.
// The line is also written for a batch that failed as a whole or ran out of time. Checks the metrics of a batch, too.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { handler } from '../../../functions/mailer.ts';
import { Unavailable } from '../../../lib/platform/errors.ts';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { inBatch } from '../../../lib/workers/batch.ts';
import { handleChanges } from '../../../lib/workers/change-feed.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { running } from '../../support/prepared.ts';
import { until } from '../../support/until.ts';
import { newCode, newTenantUser, newUser, notice, record, startWorld } from '../mailer/support.ts';

const world = running(() => startWorld({ GATEHOUSE_BUS: 'bus' }));
beforeEach(() => {
  Object.assign(process.env, { POWERTOOLS_METRICS_NAMESPACE: 'Gatehouse', POWERTOOLS_SERVICE_NAME: 'Stack' });
});

const lambda = (remainingMs = 60_000) =>
  ({ awsRequestId: 'lambda-1', getRemainingTimeInMillis: () => remainingMs }) as Context;

const metricsIn = (lines: readonly Line[]) =>
  lines.flatMap(({ _aws, service: _, requestId: __, ...values }) => (_aws ? [values] : []));

describe('the mailer', () => {
  test('logs the result of a batch, and the event that each other line is about', async () => {
    const [sent, rejected] = [await newTenantUser(), await newTenantUser()];
    world.refuse((to) => (to === rejected.email ? { status: 400, code: 'MessageRejected' } : undefined));
    const phone = await newUser(sent.tenantId, { phone: '+4915112345678', phoneVerifiedAt: 1 });
    const events = [
      notice('svc.password_changed', sent),
      notice('svc.password_changed', rejected),
      await newCode(phone, 'login-sms'),
    ];
    const lines = await logged(() => handler({ Records: events.map((event) => record(event)) }, lambda()));
    world.refuse(() => undefined);
    const [batch] = ofEvent(lines, 'batch');
    expect(batch).toMatchObject({
      requestId: 'lambda-1',
      operation: 'mailer',
      outcome: 'failed',
      code: null,
      records: 3,
      failures: 1,
      ms: expect.any(Number),
    });
    expect([batch?.readUnits, batch?.writeUnits, batch?.trips].every((each) => each > 0)).toBe(true);
    const about = lines.filter(({ id }) => id);
    expect(about.map(({ event, id, tenant }) => [event, id, tenant]).sort()).toEqual(
      [
        ['message_sent', events[0]?.detail.id, sent.tenantId],
        ['message_undeliverable', events[1]?.detail.id, rejected.tenantId],
        ['message_sent', events[2]?.detail.id, phone.tenantId],
      ].sort(),
    );
    for (const line of about) expect(line).toMatchObject({ requestId: 'lambda-1', operation: 'mailer' });
    expect(metricsIn(lines)).toEqual([{ EmailSent: 1, SmsSent: 1, MessageUndeliverable: 1 }]);
  });

  test('writes no metrics for an empty batch', async () => {
    const lines = await logged(() => handler({ Records: [] }, lambda()));
    expect(lines.map(({ event }) => event)).toEqual(['batch']);
    expect(lines[0]).toMatchObject({ outcome: 'ok', records: 0, failures: 0 });
  });
});

test('the change feed logs the result of a batch, and the record that it could not process', async () => {
  const NewImage = { type: { S: 'job' }, progress: { M: { partition: { N: '0' }, after: { NULL: true } } } };
  const bad = { eventName: 'INSERT', dynamodb: { SequenceNumber: '7', NewImage } } as never;
  const lines = await logged(() => handleChanges([bad], removeRows, lambda()));
  expect(ofEvent(lines, 'job_failed')).toMatchObject([
    { record: '7', operation: 'change-feed', requestId: 'lambda-1' },
  ]);
  expect(ofEvent(lines, 'batch')).toMatchObject([{ outcome: 'failed', records: 1, failures: 1 }]);
  expect(metricsIn(lines)).toEqual([{ UnexpectedError: 1 }]);
});

describe('inBatch, when the batch fails as a whole', () => {
  test.each([
    ['by an unexpected error', new TypeError('no'), [{ UnexpectedError: 1 }]],
    ['because a service is unavailable', new Unavailable('no'), []],
  ])('%s, logs the batch and throws', async (_, error, metrics) => {
    const lines = await logged(() =>
      expect(inBatch('mailer', 2, lambda(), () => Promise.reject(error))).rejects.toBe(error),
    );
    expect(lines.filter(({ event }) => event).map(({ event }) => event)).toEqual(['batch_failed', 'batch']);
    expect(ofEvent(lines, 'batch')).toMatchObject([{ outcome: 'failed', records: 2, failures: 2 }]);
    expect(metricsIn(lines)).toEqual(metrics);
  });
});

test('inBatch logs a timeout before the function runs out of time', async () => {
  const never = Promise.withResolvers<{ batchItemFailures: [] }>();
  const work = inBatch('mailer', 5, lambda(1001), () => never.promise);
  const lines = await logged(async (soFar) => {
    await until(() => soFar().length > 0);
    never.resolve({ batchItemFailures: [] });
    await work;
  });
  expect(ofEvent(lines, 'batch')).toMatchObject([
    { outcome: 'failed', code: 'TIMEOUT', records: 5, failures: 5 },
    { outcome: 'ok', code: null, failures: 0 },
  ]);
});
