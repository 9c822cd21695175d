// Sends a burst of codes and notices through both queues while SES limits the messages of a second: codes leave first,
// and none is lost or sent twice.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Queue } from '../../infra/tools/local/aws/queue.ts';
import { createOutbound } from '../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../infra/tools/local/aws/server.ts';
import { startTable } from '../unit/store/support.ts';
import { secrets, sendBurst, settingsFor } from './burst.ts';

const SES_RATE = 25;
const CODES = 50;
const NOTICES = 200;

const outbound = createOutbound();
let aws: Aws;
let stopTable: () => Promise<void>;
const queues: Queue[] = [];

beforeAll(async () => {
  stopTable = await startTable();
  aws = await startAws({ secrets, rules: [], outbound });
  Object.assign(process.env, {
    ...settingsFor(aws),
    AWS_ENDPOINT_URL_SES: aws.endpoint,
    GATEHOUSE_SENDER: 'Gatehouse <no-reply@example.com>',
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
  await sendBurst(aws, queues, { codes: CODES, notices: NOTICES, patienceMs: 100_000 });
  expect(queues.flatMap((queue) => queue.deadLetters())).toEqual([]);
  const sent = outbound.messages().reverse();
  expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
  expect(sent).toHaveLength(CODES + NOTICES);
  expect(sent.slice(0, CODES).map(({ event }) => event)).toEqual(Array(CODES).fill('svc.passwordless_code_requested'));
});
