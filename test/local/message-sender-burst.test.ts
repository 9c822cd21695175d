// Hands a burst of codes and notices to a function that fails at first and is throttled: codes leave first, and each
// message is taken once.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { handler } from '../../functions/mailer.ts';
import { ACCOUNT, arn } from '../../infra/tools/local/aws/account.ts';
import { type Queue, startQueue } from '../../infra/tools/local/aws/queue.ts';
import { createOutbound } from '../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../infra/tools/local/aws/server.ts';
import { type MessageRequest, messageSender } from '../../lib/packages/server/index.ts';
import { mapConcurrently } from '../../lib/platform/concurrency.ts';
import { RECEIVES } from '../../lib/workers/message-retries.ts';
import { until } from '../support/until.ts';
import { ROOTS } from '../unit/mailer/providers.ts';
import { type Event, newCode, newTenant, newUser, notice, record } from '../unit/mailer/support.ts';
import { startTable } from '../unit/store/support.ts';

const CODES = 20;
const NOTICES = 40;
/** Calls that Lambda lets through in a second. */
const RATE = 25;

const taken: MessageRequest[] = [];
const refused = new Set<string>();
let aws: Aws;
let stopTable: () => Promise<void>;
const queues: Queue[] = [];

beforeAll(async () => {
  stopTable = await startTable();
  const outbound = createOutbound();
  const sender = messageSender((message) => {
    // Every other code fails at its first try.
    if (message.code !== null && (taken.length + refused.size) % 2 === 0 && !refused.has(message.messageId)) {
      refused.add(message.messageId);
      throw new Error('not now');
    }
    taken.push(message);
    return 'sent';
  });
  aws = await startAws({
    secrets: { seal: JSON.stringify(ROOTS) },
    rules: [],
    outbound,
    messageSender: (event) => sender(event as MessageRequest),
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_LAMBDA: aws.endpoint,
    AWS_ENDPOINT_URL_SQS: aws.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    GATEHOUSE_SEAL_SECRET: 'seal',
    GATEHOUSE_LOG_LEVEL: 'none',
    GATEHOUSE_MESSAGE_SENDER: arn('lambda', 'function:messages'),
    GATEHOUSE_CODE_QUEUE: `${aws.endpoint}/${ACCOUNT}/codes`,
    GATEHOUSE_NOTICE_QUEUE: `${aws.endpoint}/${ACCOUNT}/notices`,
  });
  outbound.limit('lambda', RATE);
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.stop()));
  await aws.stop();
  await stopTable();
});

test('codes that a function refuses at first are taken before notices that were asked for at the same time', async () => {
  const { id: tenant } = await newTenant();
  const people = <T>(count: number, make: () => Promise<T>) => mapConcurrently([...Array(count).keys()], 8, make);
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

  await until(() => queues.every((queue) => queue.waiting().length === 0), 'empty queues', 60_000);
  expect(queues.flatMap((queue) => queue.deadLetters())).toEqual([]);
  expect(refused.size).toBeGreaterThan(0);
  expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(taken.length);
  expect(taken).toHaveLength(CODES + NOTICES);
  expect(taken.slice(0, CODES).map(({ template }) => template)).toEqual(Array(CODES).fill('login'));
}, 90_000);
