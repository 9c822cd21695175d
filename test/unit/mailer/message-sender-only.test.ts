// Checks a mailer with a function for messages and without a sender: it sends nothing by itself.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOutbound } from '../../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../../infra/tools/local/aws/server.ts';
import { logged } from '../../support/logs.ts';
import { invoke, newCode, newTenantUser, record, startWorld, type World } from './support.ts';

const ARN = 'arn:aws:lambda:local:000000000000:function:messages';
let world: World;
let aws: Aws;
let delivery = 'sent';

beforeAll(async () => {
  const messageSender = () => ({ delivery });
  aws = await startAws({ secrets: {}, rules: [], outbound: createOutbound(), messageSender });
  world = await startWorld({ AWS_ENDPOINT_URL_LAMBDA: aws.endpoint, GATEHOUSE_MESSAGE_SENDER: ARN });
  delete process.env.GATEHOUSE_SENDER;
});
afterAll(async () => {
  await aws.stop();
  await world.stop();
});

test('the function sends, and a message that it leaves to Gatehouse is reported as undeliverable', async () => {
  expect(await invoke([record(await newCode(await newTenantUser(), 'login-email'))])).toEqual([]);
  delivery = 'default';
  const code = record(await newCode(await newTenantUser(), 'login-email'));
  const log = await logged(async () => expect(await invoke([code])).toEqual([code]));
  expect(JSON.stringify(log)).toContain('default without sender');
  expect(world.calls()).toBe(0);
});
