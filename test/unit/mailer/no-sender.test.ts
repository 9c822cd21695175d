// Checks a mailer without a sender address: e-mails are retried until an operator sets one, SMS are sent.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { invoke, newCode, newTenant, newTenantUser, newUser, record, startWorld, type World } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  delete process.env.GATEHOUSE_SENDER;
});
afterAll(() => world.stop());

test('the mailer without a sender requeues e-mails and sends SMS without a sender id', async () => {
  const mail = record(await newCode(await newTenantUser(), 'login-email'));
  const phone = '+4915112345678';
  const user = await newUser((await newTenant()).id, { phone });
  const sms = record(await newCode(user, 'login-sms'));
  expect(await invoke([mail, sms])).toEqual([mail]);
  expect(world.mails).toEqual([]);
  expect(world.texts.map(({ to }) => to)).toEqual([phone]);
  expect(Object.values(world.texts[0]!.fields)).not.toContain('AWS.SNS.SMS.SenderID');
});
