// Follows a change in the table to the inbox: bus, rule, queue, mailer (a double), SES.

import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Envelope } from '../../infra/tools/local/aws/rules.ts';
import { mailerDouble } from '../support/mailer-double.ts';
import { newEmail, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: Service;
const foreign: Envelope[] = [];

beforeAll(async () => {
  const pattern = { source: ['gatehouse'], 'detail-type': ['svc.tenant_created'] };
  const rules = [{ name: 'foreign', pattern, target: (event: Envelope) => foreign.push(event) }];
  service = await startService({}, { mailer: mailerDouble, rules });
});
afterAll(() => service.stop());

const changePassword = async () => {
  const { email, password, tokens } = await service.signup(await service.tenant());
  const body = { currentPassword: password, newPassword: `${password}, another` };
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const reply = await service.post('/auth/change-password', body, { headers });
  expect(reply.status).toBe(200);
  return email;
};

test('only events that are messages reach the inbox', async () => {
  const email = await changePassword();
  const [message] = await until(() => service.inbox(email).length > 0 && service.inbox(email));
  expect(message).toMatchObject({ channel: 'email', subject: 'svc.password_changed', event: 'svc.password_changed' });
  expect(service.inbox(email)).toHaveLength(1); // svc.registered and svc.user_created are not messages
});

test('an additional rule receives whole envelopes', async () => {
  const { id } = await service.tenant();
  const event = await until(() => foreign.find(({ detail }) => (detail as { tenantId: string }).tenantId === id));
  expect(event).toMatchObject({
    version: '0',
    source: 'gatehouse',
    'detail-type': 'svc.tenant_created',
    resources: [],
  });
});

test('messages wait while SES is down and are sent once it is back', async () => {
  service.local.outbound.fail('ses', 'down');
  const email = await changePassword();
  await until(() => service.local.queue.waiting().some(({ receives }) => receives > 0));
  expect(service.inbox(email)).toEqual([]);
  service.local.outbound.fail('ses', undefined);
  await until(() => service.inbox(email).length === 1);
  await until(() => service.local.queue.waiting().length === 0);
});

describe('the helpers of a test', () => {
  const say = (email: string, text: string) =>
    service.local.outbound.add({
      id: crypto.randomUUID(),
      channel: 'email',
      to: email,
      subject: 'Hello',
      text,
      html: null,
      event: null,
      at: new Date().toISOString(),
    });

  test('find the newest code, and the next one on request', async () => {
    const email = newEmail();
    const waiting = service.code(email);
    say(email, 'Number 12345678 is no code. 111111 is.');
    expect(await waiting).toBe('111111');
    const next = service.code(email, service.inbox(email));
    say(email, 'Your code: 222222.');
    expect(await next).toBe('222222');
  });

  test('find the newest link with a token', async () => {
    const email = newEmail();
    say(email, 'Open <https://example.com/set?a=b&token=a%2Bb&c=d> soon.');
    expect(await service.link(email)).toEqual({ url: 'https://example.com/set?a=b&token=a%2Bb&c=d', token: 'a+b' });
  });
});

test('events of another source never become messages', async () => {
  const client = new EventBridgeClient();
  const email = newEmail();
  const entry = { DetailType: 'svc.password_changed', Detail: JSON.stringify({ email }) };
  await client.send(
    new PutEventsCommand({
      Entries: [
        { ...entry, Source: 'elsewhere' },
        { ...entry, Source: 'gatehouse' },
      ],
    }),
  );
  client.destroy();
  await until(() => service.local.queue.waiting().length === 0);
  expect(service.inbox(email)).toHaveLength(1);
});
