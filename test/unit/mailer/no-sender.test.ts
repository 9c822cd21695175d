// A mailer without a sender: e-mails come back until somebody gives it one, SMS need none.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { invoke, newCode, newTenant, newUser, record, somebody, startWorld, type World } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  delete process.env.GATEHOUSE_SENDER;
});
afterAll(() => world.stop());

test('nothing is lost and nothing is sent in another name', async () => {
  const mail = record(await newCode(await somebody(), 'login-email'));
  const phone = '+4915112345678';
  const user = await newUser((await newTenant()).id, { phone });
  const sms = record(await newCode(user, 'login-sms'));
  expect(await invoke([mail, sms])).toEqual([mail]);
  expect(world.mails).toEqual([]);
  expect(world.texts.map(({ to }) => to)).toEqual([phone]);
  expect(Object.values(world.texts[0]!.fields)).not.toContain('AWS.SNS.SMS.SenderID');
});
