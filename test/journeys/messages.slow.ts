// Follows messages from an operation to the inbox through the shipped change feed, rule, queue and mailer.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Envelope } from '../../infra/tools/local/aws/rules.ts';
import { createUser, USERS } from '../support/admin-users.ts';
import { bearer, newEmail, newPassword, type Service, startService, type Tenant } from '../support/service.ts';
import { until } from '../support/until.ts';

const received: Envelope[] = [];
let service: Service;
let tenant: Tenant;
let inviter: Record<string, string>;
beforeAll(async () => {
  const rule = {
    name: 'crm',
    pattern: { source: ['gatehouse'], 'detail-type': ['svc.user_invited'] },
    target: (event: Envelope) => void received.push(event),
  };
  service = await startService({}, { rules: [rule] });
  tenant = await service.tenant({ locale: 'de-AT' });
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const role = { name: 'Owner', tenantId: tenant.id, permissions: ['users.invite'] };
  const { id } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
  inviter = bearer((await service.login(await createUser(service, tenant, { roleIds: [id] }))).body);
});
afterAll(() => service.stop());

const forgot = (email: string) => service.post('/auth/forgot-password', { tenantId: tenant.id, email });

test('an invitation reaches the invited person and a rule of the integrator, with token and metadata', async () => {
  const email = newEmail();
  await service.post('/auth/invite', { email, metadata: { team: 'blue', html: '<b>x</b>' } }, { headers: inviter });
  const { token, url } = await service.link(email);
  const event = await until(() => received.find(({ detail }) => (detail as { to: string }).to === email), 'the event');
  expect(event).toMatchObject({
    'detail-type': 'svc.user_invited',
    detail: { token, metadata: { team: 'blue' }, isNewUser: true },
  });
  expect(url).toBe(`${service.baseUrl}/login/invitation#token=${token}`);
  const [message] = service.inbox(email);
  expect(message).toMatchObject({
    event: 'svc.user_invited',
    channel: 'email',
    to: email,
    html: expect.stringMatching(/<html[^>]* lang="de/),
  });
  expect(message?.html).not.toContain('<b>x</b>');
  expect((await service.post('/auth/reset-password', { token, newPassword: newPassword() })).status).toBe(200);
});

test('links in messages use the configured URL and ignore Host and forwarding headers', async () => {
  const email = newEmail();
  const evil = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
  };
  await service.post('/auth/invite', { email }, { headers: { ...inviter, ...evil } });
  expect((await service.link(email)).url).toMatch(new RegExp(`^${service.baseUrl}/`));
  expect(JSON.stringify(service.inbox(email))).not.toContain('evil.example');
});

test('a login code sent by SMS arrives and logs the user in', async () => {
  const phone = '+4915112380001';
  await createUser(service, tenant, { phone, phoneVerifiedAt: '2026-01-01T00:00:00Z' });
  await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: phone, channel: 'sms' });
  const code = await service.code(phone);
  expect(service.inbox(phone)).toMatchObject([
    { channel: 'sms', subject: null, text: expect.stringContaining(code), event: 'svc.passwordless_code_requested' },
  ]);
  const credentials = { identifier: phone, channels: ['sms'], code };
  const login = await service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
  expect(login.status).toBe(200);
});

test('requests succeed while SES is down, and every e-mail arrives once afterwards', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => service.signup(tenant)));
  service.local.outbound.fail('ses', 'down');
  for (const { email } of people) expect((await forgot(email)).status).toBe(200);
  const phone = '+4915112380002';
  await createUser(service, tenant, { phone, phoneVerifiedAt: '2026-01-01T00:00:00Z' });
  await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: phone, channel: 'sms' });
  await service.code(phone); // SMS are sent although e-mails are waiting
  expect(people.flatMap(({ email }) => service.inbox(email))).toEqual([]);
  service.local.outbound.fail('ses', undefined);
  for (const { email } of people) await service.code(email);
  expect(people.map(({ email }) => service.inbox(email).length)).toEqual([1, 1, 1, 1, 1]);
});

test('a code that became void before its message was sent is not sent', async () => {
  const user = await service.signup(tenant);
  service.local.outbound.fail('ses', 'down');
  await forgot(user.email);
  const { id } = await until(() => service.local.queue.waiting()[0], 'the message');
  const attempts = () => service.local.queue.waiting().find((each) => each.id === id)?.receives;
  const change = { currentPassword: user.password, newPassword: newPassword() };
  await service.post('/auth/change-password', change, { headers: bearer(user.tokens) });
  // A try that began before the change may still send the code, so wait until that one has failed.
  const before = attempts() ?? 0;
  await until(() => (attempts() ?? Number.POSITIVE_INFINITY) > before || undefined, 'another attempt');
  service.local.outbound.fail('ses', undefined);
  // The notice of the new password is the only message, because the new password voided the code.
  await until(() => service.inbox(user.email)[0], 'the notice');
  await until(() => (service.local.queue.waiting().length ? undefined : true), 'an empty queue');
  expect(service.inbox(user.email).map(({ text }) => /(?<!\d)\d{6}(?!\d)/.test(text))).toEqual([false]);
});

test('a change of e-mail address is sent to the old and the new address', async () => {
  const user = await createUser(service, tenant);
  const email = newEmail();
  await service.admin('PATCH', `${USERS}/${user.id}`, { email });
  await until(() => service.inbox(user.email)[0], 'a message to the old address');
  await until(() => service.inbox(email)[0], 'a message to the new address');
});

test('an update with an unchanged e-mail address sends no notice', async () => {
  const user = await createUser(service, tenant);
  await service.admin('PATCH', `${USERS}/${user.id}`, { email: user.email, metadata: { a: 1 } });
  await forgot(user.email);
  await service.code(user.email);
  expect(service.inbox(user.email)).toHaveLength(1);
});
