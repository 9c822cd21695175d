// Checks the function of the setting `messageSender`: it gets each message instead of SES and SNS, its faults delay a
// message and lose none, and no fault puts a secret into the log.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Invoked } from '../../../infra/tools/local/aws/lambda.ts';
import { createOutbound } from '../../../infra/tools/local/aws/sent-messages.ts';
import { type Aws, startAws } from '../../../infra/tools/local/aws/server.ts';
import type { MessageRequest } from '../../../lib/packages/server/index.ts';
import { logged } from '../../support/logs.ts';
import { race } from '../../support/race.ts';
import {
  invoke,
  newCode,
  newFinding,
  newInvitation,
  newTenant,
  newTenantUser,
  newUser,
  notice,
  record,
  startWorld,
  type World,
} from './support.ts';

const ARN = 'arn:aws:lambda:local:000000000000:function:messages:live';
const outbound = createOutbound();
let world: World;
let aws: Aws;
const taken: MessageRequest[] = [];
const sent: Invoked = () => ({ delivery: 'sent' });
let respond: Invoked = sent;

beforeAll(async () => {
  const messageSender: Invoked = (event) => {
    taken.push(event as MessageRequest);
    return respond(event);
  };
  aws = await startAws({ secrets: {}, rules: [], outbound, messageSender });
  world = await startWorld({ AWS_ENDPOINT_URL_LAMBDA: aws.endpoint, GATEHOUSE_MESSAGE_SENDER: ARN });
});
afterAll(async () => {
  await aws.stop();
  await world.stop();
});
afterEach(() => {
  taken.length = 0;
  respond = sent;
  outbound.fail('lambda', undefined);
});

const takenBy = (to: unknown): MessageRequest[] => taken.filter((each) => each.to === to);

describe('the function gets', () => {
  test('a code by e-mail with everything that SES would get, and SES gets nothing', async () => {
    const before = world.calls();
    const { id, slug } = await newTenant('Acme', {
      locale: 'de-AT',
      links: { verifyEmail: 'https://a.example/{code}' },
    });
    const user = await newUser(id);
    const event = await newCode(user, 'verify-email', '204817');
    const log = await logged(() => invoke([record(event)]));
    expect(taken).toEqual([
      {
        version: 1,
        messageId: event.detail.id,
        template: 'verifyEmail',
        channel: 'email',
        to: user.email,
        locale: 'de-AT',
        tenant: { id, slug, name: 'Acme' },
        userId: user.id,
        code: '204817',
        link: 'https://a.example/204817',
        links: null,
        keyName: null,
        expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
        subject: expect.stringContaining('Acme'),
        text: expect.stringContaining('204817'),
        html: expect.stringContaining('<html lang="de"'),
      },
    ]);
    expect(Math.abs(Date.parse(taken[0]?.expiresAt as string) - Date.parse(event.detail.expiresAt))).toBeLessThan(2000);
    expect(world.calls()).toBe(before);
    expect(JSON.stringify(log)).toContain('"by":"function"');
  });

  test('a code by SMS without subject and HTML', async () => {
    const phone = '+4915112345678';
    const user = await newUser((await newTenant()).id, { phone });
    expect(await invoke([record(await newCode(user, 'login-sms', '118224'))])).toEqual([]);
    expect(takenBy(phone)).toMatchObject([
      { channel: 'sms', template: 'login', code: '118224', subject: null, html: null },
    ]);
    expect(world.texts).toEqual([]);
  });

  test('the link of an invitation, and a notice without code, link and expiry', async () => {
    const invited = await newTenantUser({ links: { acceptInvite: 'https://a.example/join?token={token}' } });
    const invitation = await newInvitation(invited);
    const told = await newTenantUser();
    await invoke([record(invitation), record(notice('svc.password_changed', told))]);
    const link = `https://a.example/join?token=${invitation.detail.token}`;
    expect(takenBy(invited.email)).toMatchObject([{ template: 'invitation', code: null, link }]);
    expect(takenBy(told.email)).toMatchObject([
      { template: 'passwordChanged', code: null, link: null, expiresAt: null },
    ]);
  });

  test('the sign-in pages of the list of tenants as names and addresses', async () => {
    const { id, slug } = await newTenant('<b>Acme</b>');
    const user = await newUser(id);
    await invoke([record(await newFinding(user))]);
    expect(takenBy(user.email)).toMatchObject([
      {
        template: 'tenants',
        tenant: { id: '', slug: '', name: 'Gatehouse' },
        userId: '',
        link: null,
        links: [{ name: '<b>Acme</b>', url: expect.stringMatching(new RegExp(`/login\\?tenant=${slug}$`)) }],
      },
    ]);
  });

  test('both addresses of a changed account under different ids', async () => {
    const user = await newTenantUser();
    const previousEmail = 'before@example.com';
    const changed = notice('svc.user_updated', user, { updatedFields: ['email'], previousEmail } as never);
    await invoke([record(changed)]);
    expect([user.email, previousEmail].map((to) => takenBy(to).map(({ messageId }) => messageId))).toEqual([
      [changed.detail.id],
      [`${changed.detail.id}.1`],
    ]);
  });
});

test('the function leaves a message to Gatehouse, which sends it through SES, once', async () => {
  respond = (event) => ({ delivery: (event as MessageRequest).template === 'invitation' ? 'sent' : 'default' });
  const user = await newTenantUser();
  const code = record(await newCode(user, 'login-email', '553311'));
  expect(await invoke([code])).toEqual([]);
  expect(await invoke([code])).toEqual([]);
  expect(takenBy(user.email)).toHaveLength(1);
  expect(world.mails.filter(({ to }) => to === user.email).map(({ text }) => text.includes('553311'))).toEqual([true]);
});

test.each<[string, () => void]>([
  [
    'throws an error that quotes the message',
    () => {
      respond = (event) => {
        throw new Error(`cannot send ${JSON.stringify(event)}`);
      };
    },
  ],
  ['returns nothing', () => (respond = () => undefined)],
  ['returns the message', () => (respond = (event) => event)],
  ['returns an unknown delivery', () => (respond = () => ({ delivery: 'later' }))],
  ['returns a text', () => (respond = () => 'sent')],
  ['is throttled for longer than the mailer waits', () => outbound.fail('lambda', 'throttle')],
  ['cannot be reached', () => outbound.fail('lambda', 'down')],
  ['is missing', () => outbound.fail('lambda', 'reject')],
])('a code waits while the function %s, arrives when that is over, and the log has no secret', async (_, breakIt) => {
  const user = await newTenantUser({}, 'Canary Tenant');
  const code = record(await newCode(user, 'login-email', '730164'));
  breakIt();
  const log = await logged(async () => expect(await invoke([code])).toEqual([code]));
  expect(world.hidden.get(code.receiptHandle)).toBeGreaterThan(0);
  expect(JSON.stringify(log)).toMatch(/message_(delayed|undeliverable)/);
  expect(JSON.stringify(log)).not.toMatch(/730164|@example|Canary|Log in/);
  taken.length = 0;
  respond = sent;
  outbound.fail('lambda', undefined);
  expect(await invoke([code])).toEqual([]);
  expect(takenBy(user.email)).toMatchObject([{ code: '730164' }]);
  expect(world.mails.filter(({ to }) => to === user.email)).toEqual([]);
});

test('a function that Lambda throttles three times gets the code in the same invocation', async () => {
  const user = await newTenantUser();
  const { fault } = outbound;
  let refusals = 3;
  outbound.fault = (service) => (refusals-- > 0 ? 'throttle' : fault(service));
  expect(await invoke([record(await newCode(user, 'login-email'))])).toEqual([]);
  outbound.fault = fault;
  expect([takenBy(user.email).length, refusals]).toEqual([1, -1]);
});

test('a function that hangs gets the same message again, under the same id', async () => {
  const user = await newTenantUser();
  const code = record(await newCode(user, 'login-email'));
  const over = Promise.withResolvers<unknown>();
  respond = () => over.promise;
  expect(await invoke([code])).toEqual([code]);
  respond = sent;
  expect(await invoke([code])).toEqual([]);
  over.resolve({ delivery: 'sent' });
  const [first, second] = takenBy(user.email);
  expect(second).toMatchObject({ messageId: first?.messageId, code: first?.code });
});

test('twenty mailers that receive a code at once hand it over once', async () => {
  const user = await newTenantUser();
  const event = await newCode(user, 'reset');
  const left = (await race(20, () => invoke([record(event)]))).flat();
  for (const each of left) expect(await invoke([each])).toEqual([]);
  expect(takenBy(user.email)).toHaveLength(1);
});
