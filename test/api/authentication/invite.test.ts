// Tests POST /auth/invite, and POST /auth/reset-password with the token of the invitation.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import { messagesTo } from '../../support/messages.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
let headers: Record<string, string>;
let inviterId: string;
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const body = { name: 'Owner', permissions: ['users.invite'], isSystem: true };
  const { role } = (await service.admin('POST', '/auth/admin/api/roles', body)).body;
  const inviter = await createUser(service, tenant, { roleIds: [role.id] });
  inviterId = inviter.id;
  headers = bearer((await service.login(inviter)).body);
});

const INVITED = 'svc.user_invited';
const invite = (body: Record<string, unknown>) => service.post('/auth/invite', body, { headers });
const redeem = (token: string, newPassword: string) => service.post('/auth/reset-password', { token, newPassword });

describe('POST /auth/invite 201', () => {
  test('creates a user who sets a password with the token from the event and logs in', async () => {
    const email = newEmail();
    const metadata = { team: 'blue', nested: { a: [1] } };
    const { status, body, text } = await invite({ email, metadata, tenantId: tenant.id });
    expect([status, body]).toEqual([
      201,
      { message: 'Invited.', userId: expect.stringMatching(/^usr_/), isNewUser: true },
    ]);
    const [event] = await messagesTo(service, INVITED, email);
    expect(event).toMatchObject({
      tenantId: tenant.id,
      userId: body.userId,
      email,
      isNewUser: true,
      invitedBy: inviterId,
      metadata,
      token: expect.stringMatching(/^inv_usr_/),
    });
    expect(text).not.toContain(event.token);
    const stored = await service.admin('GET', `${USERS}/${body.userId}`);
    expect(stored.body.user).toMatchObject({ metadata, emailVerifiedAt: null, isActive: true });
    const password = newPassword();
    expect((await redeem(event.token, password)).status).toBe(200);
    const login = await service.login({ tenant, email, password });
    expect(login.status).toBe(200);
    const me = await service.get('/auth/me', { headers: bearer(login.body) });
    expect(me.body).toMatchObject({ emailVerifiedAt: expect.any(String), roles: [], permissions: [] });
    expect(answerOf(await redeem(event.token, newPassword()))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
  });

  test('invites a user by phone number', async () => {
    const phone = '+4915112370001';
    const { body } = await invite({ phone: '0049 151 12370001' });
    const [event] = await messagesTo(service, INVITED, phone);
    expect(event).toMatchObject({ channel: 'sms', to: phone, userId: body.userId });
    await redeem(event.token, newPassword());
    expect((await service.admin('GET', `${USERS}/${body.userId}`)).body.user.phoneVerifiedAt).toEqual(
      expect.any(String),
    );
  });

  test('ignores every field except the address and metadata', async () => {
    const forged = {
      roles: ['Owner'],
      roleIds: ['x'],
      permissions: ['users.invite'],
      isActive: false,
      emailVerifiedAt: '2026-01-01T00:00:00Z',
      id: 'usr_x',
    };
    const { body } = await invite({ email: newEmail(), ...forged, metadata: forged });
    const { user } = (await service.admin('GET', `${USERS}/${body.userId}`)).body;
    expect(user).toMatchObject({ isActive: true, emailVerifiedAt: null, metadata: forged });
    expect(user.userAccesses[0].roles).toEqual([]);
  });

  test('repeats an invitation within a minute and replaces its token later', async () => {
    const email = newEmail();
    const first = await invite({ email });
    expect((await invite({ email })).body).toEqual(first.body);
    expect(await messagesTo(service, INVITED, email)).toHaveLength(1);
    const again = await later(2 * MINUTE, () => invite({ email }));
    expect(again.body).toEqual({ ...first.body, isNewUser: false });
    const [second, original] = await messagesTo(service, INVITED, email, 2);
    const redeemed = (token: string) => later(2 * MINUTE, () => redeem(token, newPassword()));
    expect(answerOf(await redeemed(original.token))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
    expect((await redeemed(second.token)).status).toBe(200);
  });

  test('creates one account and sends one message in thirty parallel calls', async () => {
    const email = newEmail();
    const replies = await race(30, () => invite({ email }));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 30 });
    expect(new Set(replies.map(({ body }) => body.userId)).size).toBe(1);
    expect(await messagesTo(service, INVITED, email)).toHaveLength(1);
  });

  test('charges a race of parallel calls once against the daily limit', async () => {
    const email = newEmail();
    expect((await invite({ email })).status).toBe(201);
    for (const minutes of [2, 4, 6]) await later(minutes * MINUTE, () => race(30, () => invite({ email })));
    expect((await later(8 * MINUTE, () => invite({ email }))).status).toBe(201);
    expect(await messagesTo(service, INVITED, email, 5)).toHaveLength(5);
  });

  test('responds alike to a hundred parallel calls, more than the daily limit', async () => {
    const email = newEmail();
    const replies = await race(100, () => invite({ email }));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 100 });
    expect(new Set(replies.map(({ body }) => body.userId)).size).toBe(1);
  });

  test('notifies a user who has a password once a minute without a token', async () => {
    const user = await createUser(service, tenant);
    const replies = [await invite({ email: user.email }), await invite({ email: user.email })];
    for (const { status, body } of replies)
      expect([status, body]).toEqual([201, { message: 'Invited.', userId: user.id, isNewUser: false }]);
    const events = await messagesTo(service, INVITED, user.email);
    expect(events).toMatchObject([{ token: null, isNewUser: false }]);
    expect((await service.login(user)).status).toBe(200);
  });

  test('ignores the same address in another tenant', async () => {
    const elsewhere = await createUser(service, await service.tenant());
    const { body } = await invite({ email: elsewhere.email });
    expect(body).toMatchObject({ isNewUser: true, userId: expect.not.stringMatching(elsewhere.id) });
  });

  test('issues a token valid for three days and only until a password is set', async () => {
    const [late, outdated] = [newEmail(), newEmail()];
    await invite({ email: late });
    const [{ token }] = await messagesTo(service, INVITED, late);
    expect(answerOf(await later(3 * DAY + MINUTE, () => redeem(token, newPassword())))).toEqual(
      refusal('PASSWORD_RESET_TOKEN_INVALID'),
    );
    const { body } = await invite({ email: outdated });
    const [event] = await messagesTo(service, INVITED, outdated);
    await service.admin('PATCH', `${USERS}/${body.userId}`, { password: newPassword() });
    expect(answerOf(await redeem(event.token, newPassword()))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
  });
});

describe('POST /auth/invite 400', () => {
  test.each([
    ['a body without address', {}, 'EMAIL_OR_PHONE_REQUIRED'],
    ['an invalid e-mail address', { email: 'x' }, 'INVALID_INPUT'],
    ['two addresses in one', { email: 'a@b.cc,d@e.ff' }, 'INVALID_INPUT'],
    ['a header in the address', { email: 'a@b.cc\r\nBcc: d@e.ff' }, 'INVALID_INPUT'],
    ['an invalid phone number', { phone: '12' }, 'INVALID_INPUT'],
    [
      'metadata of 9 KB',
      { email: 'a@b.cc', metadata: { a: ['x'.repeat(4000), 'x'.repeat(4000), 'x'.repeat(1000)] } },
      'INVALID_INPUT',
    ],
    [
      'metadata of 9 levels',
      { email: 'a@b.cc', metadata: { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } } },
      'INVALID_INPUT',
    ],
  ] as const)('rejects %s', async (_, body, code) => {
    expect(answerOf(await invite(body))).toEqual(refusal(code));
  });

  test('rejects a second address that belongs to another user', async () => {
    const phone = '+4915112370002';
    const user = await createUser(service, tenant, { phone });
    expect(answerOf(await invite({ email: newEmail(), phone }))).toEqual(refusal('PHONE_ALREADY_EXISTS'));
    expect((await service.login(user)).status).toBe(200);
  });
});

describe('POST /auth/invite 403', () => {
  test('rejects an inviter without the permission, also right after it was revoked', async () => {
    const user = await createUser(service, tenant);
    const own = { headers: bearer((await service.login(user)).body) };
    const body = { email: newEmail() };
    expect(answerOf(await service.post('/auth/invite', body, own))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    const role = { name: 'Guest list', tenantId: tenant.id, permissions: ['users.invite'] };
    const { id } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
    await service.admin('PATCH', `${USERS}/${user.id}`, { roleIds: [id] });
    expect((await service.post('/auth/invite', body, own)).status).toBe(201);
    await service.admin('PATCH', `/auth/admin/api/roles/${id}`, { isActive: false });
    const next = { email: newEmail() };
    expect(answerOf(await service.post('/auth/invite', next, own))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  });

  test('rejects an invitation into another tenant', async () => {
    const other = await service.tenant();
    for (const tenantId of [other.id, `ten_${'0'.repeat(22)}`, 'ten_x'])
      expect(answerOf(await invite({ email: newEmail(), tenantId }))).toEqual(refusal('TENANT_MISMATCH'));
  });

  test('rejects an e-mail address of a blocked domain', async () => {
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
    expect(answerOf(await invite({ email: 'x@sub.blocked.example' }))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });
});

test('POST /auth/invite 429 rejects the eleventh invitation of one address in a day', async () => {
  const email = newEmail();
  const replies = [];
  for (let times = 0; times < 11; times++) replies.push(await later(times * 1.1 * MINUTE, () => invite({ email })));
  expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429]);
  expect(answerOf(replies.at(-1)!)).toEqual(refusal('RATE_LIMITED'));
});
