// Compares the table actions that the mailer uses, recorded on the wire, with those that its function is granted.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FUNCTIONS } from '../../../infra/functions.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { close } from '../../../lib/store/dynamo/client.ts';
import { startRecorder } from '../../support/iam-recorder.ts';
import { prepared } from '../../support/prepared.ts';
import { invoke, newCode, newFinding, newInvitation, newTenantUser, notice, record, startWorld } from './support.ts';

const world = prepared(() => startWorld());
const recorder = prepared(() => startRecorder(process.env.AWS_ENDPOINT_URL_DYNAMODB as string));
beforeAll(async () => {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = recorder.endpoint;
});
afterAll(async () => {
  close();
  await recorder.stop();
  await world.stop();
});

test('the mailer function is granted exactly the table actions it uses', async () => {
  const [user, rejected] = [await newTenantUser(), await newTenantUser()];
  const events = [
    await newCode(user, 'login-email'),
    await newInvitation(user),
    await newFinding(await newTenantUser()),
    notice('svc.password_changed', rejected),
  ];
  world.refuse((to) => (to === rejected.email ? { status: 400, code: 'MessageRejected' } : undefined));
  const uses = await recorder.during(async () => {
    await invoke(events.flatMap((event) => [record(event), record(event)]));
    advance(120_000);
    await invoke(events.map((event) => record(event)));
  });
  expect([...new Set(uses.map(({ action }) => action))].sort()).toEqual(Object.keys(FUNCTIONS.mailer.table).sort());
});
