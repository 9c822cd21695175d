// Sends a burst of codes and notices through both queues while SES limits the messages of a second: codes leave first,
// and none is lost or sent twice.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { handler } from '../../functions/mailer.ts';
import { ACCOUNT } from '../../infra/tools/local/aws/account.ts';
import { type Queue, startQueue } from '../../infra/tools/local/aws/queue.ts';
import { createOutbound } from '../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../infra/tools/local/aws/server.ts';
import { mapConcurrently } from '../../lib/platform/concurrency.ts';
import { RECEIVES } from '../../lib/workers/message-retries.ts';
import { until } from '../support/until.ts';
import { ROOTS } from '../unit/mailer/providers.ts';
import { type Event, newCode, newTenant, newUser, notice, record } from '../unit/mailer/support.ts';
import { startTable } from '../unit/store/support.ts';

const SES_RATE = 25;
const CODES = 50;
const NOTICES = 200;

const outbound = createOutbound();
let aws: Aws;
let stopTable: () => Promise<void>;
const queues: Queue[] = [];

beforeAll(async () => {
  stopTable = await startTable();
  aws = await startAws({ secrets: { seal: JSON.stringify(ROOTS) }, rules: [], outbound });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SES: aws.endpoint,
    AWS_ENDPOINT_URL_SQS: aws.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    GATEHOUSE_SEAL_SECRET: 'seal',
    GATEHOUSE_LOG_LEVEL: 'none',
    GATEHOUSE_SENDER: 'Gatehouse <no-reply@example.com>',
    GATEHOUSE_CODE_QUEUE: `${aws.endpoint}/${ACCOUNT}/codes`,
    GATEHOUSE_NOTICE_QUEUE: `${aws.endpoint}/${ACCOUNT}/notices`,
    // Others send from the account, too: the mailers believe in four times the rate that SES has left for them.
    GATEHOUSE_MAIL_RATE: String(4 * SES_RATE),
  });
  outbound.limit('ses', SES_RATE);
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.stop()));
  await aws.stop();
  await stopTable();
});

test('fifty codes leave before two hundred notices that were asked for at the same time, each once', async () => {
  const { id: tenant } = await newTenant();
  // A few at a time: hundreds of new connections at once take seconds on a busy machine.
  const people = <T>(count: number, make: (at: number) => Promise<T>) =>
    mapConcurrently([...Array(count).keys()], 8, make);
  const codes = await people(CODES, async () => newCode(await newUser(tenant), 'login-email'));
  const notices = await people(NOTICES, async () => notice('svc.password_changed', await newUser(tenant)));

  // Both begin when everything is in its queue.
  const gate = Promise.withResolvers<void>();
  const load = () => gate.promise.then(() => handler as never);
  const drain = () => gate.promise.then(() => handler({}));
  const shared = { directory: undefined, maxReceives: RECEIVES, visibilitySeconds: 120 };
  const codeQueue = await startQueue({ ...shared, name: 'codes', load, concurrency: 2 });
  const noticeQueue = await startQueue({ ...shared, name: 'notices', drain });
  queues.push(codeQueue, noticeQueue);
  for (const queue of queues) aws.addQueue(queue);
  const put = (queue: Queue) => (event: Event) => queue.send(record(event).body);
  await Promise.all([...notices.map(put(noticeQueue)), ...codes.map(put(codeQueue))]);
  gate.resolve();

  await until(() => queues.every((queue) => queue.waiting().length === 0), 'empty queues', 100_000);
  expect(queues.flatMap((queue) => queue.deadLetters())).toEqual([]);
  const sent = outbound.messages().reverse();
  expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
  expect(sent).toHaveLength(CODES + NOTICES);
  expect(sent.slice(0, CODES).map(({ event }) => event)).toEqual(Array(CODES).fill('svc.passwordless_code_requested'));
}, 120_000);
