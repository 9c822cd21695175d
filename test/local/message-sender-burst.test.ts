// Hands a burst of codes and notices to a function that fails at first and is throttled: codes leave first, and each
// message is taken once.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arn } from '../../infra/tools/local/aws/account.ts';
import type { Queue } from '../../infra/tools/local/aws/queue.ts';
import { createOutbound } from '../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../infra/tools/local/aws/server.ts';
import { type MessageRequest, messageSender } from '../../lib/packages/server/index.ts';
import { startTable } from '../unit/store/support.ts';
import { secrets, sendBurst, settingsFor } from './burst.ts';

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
    secrets,
    rules: [],
    outbound,
    messageSender: (event) => sender(event as MessageRequest),
  });
  Object.assign(process.env, {
    ...settingsFor(aws),
    AWS_ENDPOINT_URL_LAMBDA: aws.endpoint,
    GATEHOUSE_MESSAGE_SENDER: arn('lambda', 'function:messages'),
  });
  outbound.limit('lambda', RATE);
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.stop()));
  await aws.stop();
  await stopTable();
});

test('codes that a function refuses at first are taken before notices that were asked for at the same time', async () => {
  await sendBurst(aws, queues, { codes: CODES, notices: NOTICES, patienceMs: 60_000 });
  expect(queues.flatMap((queue) => queue.deadLetters())).toEqual([]);
  expect(refused.size).toBeGreaterThan(0);
  expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(taken.length);
  expect(taken).toHaveLength(CODES + NOTICES);
  expect(taken.slice(0, CODES).map(({ template }) => template)).toEqual(Array(CODES).fill('login'));
});
