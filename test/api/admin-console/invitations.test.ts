// Tests how owners invite admins: POST /auth/admin/invitations and its neighbours.
import { describe, expect, test } from '@jest/globals';
import { tokenIn } from '../../../lib/packages/testing/message-text.ts';
import { callers, INVITATIONS } from '../../support/admins.ts';
import { answerOf, audited, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import { adminTokenTo, messagesTo } from '../../support/messages.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const call = prepared(() => callers(service));

const time = expect.stringMatching(/Z$/);
const listed = async (email: string) =>
  (await service.admin('GET', INVITATIONS)).body.data.find((each: { email: string }) => each.email === email);

describe('POST /auth/admin/invitations 201', () => {
  test('sends a link to the console, and lists the invitation', async () => {
    const email = newEmail();
    const body = { email: email.toUpperCase(), role: 'support', tenants: [tenant.id], name: 'Ada' };
    const { status, body: reply, text } = await service.admin('POST', INVITATIONS, body);
    const me = (await service.admin('GET', '/auth/admin/me')).body;
    const invitation = {
      id: expect.stringMatching(/^adi_\w{22}$/),
      email,
      name: 'Ada',
      role: 'support',
      tenants: [tenant.id],
      status: 'pending',
      invitedBy: me.id,
      createdAt: time,
      sentAt: time,
      expiresAt: time,
    };
    expect([status, reply]).toEqual([201, { invitation }]);
    const { expiresAt, sentAt } = reply.invitation;
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(7 * DAY);
    expect(await listed(email)).toEqual(reply.invitation);
    const { url, token } = await service.link(email);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/console\/accept#token=adi_\w{22}\.[\w-]{43}$/);
    expect(tokenIn(url)).toBe(token);
    expect(text).not.toContain(token.split('.')[1]);
    const [message] = service.inbox(email);
    expect(message?.text).toContain('You are invited to Gatehouse Console as an admin.');
    expect(message?.text).toContain('168 hours');
  });

  test('writes the message in the chosen language', async () => {
    const email = newEmail();
    await service.admin('POST', INVITATIONS, { email, role: 'auditor', locale: 'de-AT' });
    await service.link(email);
    expect(service.inbox(email)[0]?.text).toContain('Sie sind als Admin zu Gatehouse Console eingeladen.');
  });

  test('publishes a sealed token alone, and an audit entry without it', async () => {
    const { email, token, id } = await call.invited();
    const [detail] = await messagesTo(service, 'svc.admin_invited', email);
    expect(detail).toMatchObject({ invitationId: id, channel: 'email', to: email, role: 'support' });
    expect(JSON.stringify(service.local.events())).not.toContain(token.split('.')[1]);
    const [entry] = await audited(service, id, (found) => found.length === 1);
    expect(entry).toMatchObject({ action: 'admin.invited', after: { email, role: 'support' } });
  });

  test('replaces an invitation that has expired', async () => {
    const { email, id, token } = await call.invited();
    const again = await later(7 * DAY, () => service.admin('POST', INVITATIONS, { email, role: 'auditor' }));
    expect([again.status, again.body.invitation]).toMatchObject([201, { id, role: 'auditor', status: 'pending' }]);
    expect(answerOf(await call.accept({ token }))).toEqual(refusal('ADMIN_INVITATION_INVALID'));
  });

  test('invites an address once in twenty parallel calls, with one message', async () => {
    const email = newEmail();
    const replies = await race(20, () => service.admin('POST', INVITATIONS, { email, role: 'support' }));
    expect(outcomes(replies)[201]).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect([refusal('ADMIN_INVITATION_EXISTS'), refusal('RATE_LIMITED')]).toContainEqual(answerOf(reply));
    const other = await call.invited();
    expect(await messagesTo(service, 'svc.admin_invited', other.email)).toHaveLength(1);
    expect(await messagesTo(service, 'svc.admin_invited', email)).toHaveLength(1);
  });
});

describe('POST /auth/admin/invitations 400, 404 and 409', () => {
  test.each([
    ['an invalid address', { email: 'x' }],
    ['no role', { role: undefined }],
    ['an unknown role', { role: 'root' }],
    ['no tenant in the list', { tenants: [] }],
    ['a malformed language', { locale: '../x' }],
    ['a blank name', { name: ' ' }],
  ])('rejects %s', async (_, wrong) => {
    const reply = await service.admin('POST', INVITATIONS, { email: newEmail(), role: 'support', ...wrong });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });

  test('rejects an unknown tenant', async () => {
    const body = { email: newEmail(), role: 'support', tenants: [`ten_${'0'.repeat(22)}`] };
    expect(answerOf(await service.admin('POST', INVITATIONS, body))).toEqual(refusal('TENANT_NOT_FOUND'));
  });

  test('rejects the address of an admin, and one that is already invited', async () => {
    const { email } = await call.account();
    const taken = await service.admin('POST', INVITATIONS, { email, role: 'support' });
    expect(answerOf(taken)).toEqual(refusal('ADMIN_USER_EXISTS'));
    const invited = await call.invited();
    const again = await service.admin('POST', INVITATIONS, { email: invited.email, role: 'owner' });
    expect(answerOf(again)).toEqual(refusal('ADMIN_INVITATION_EXISTS'));
    expect(await listed(invited.email)).toMatchObject({ role: 'support' });
  });
});

test('POST /auth/admin/invitations 401 requires a session, and a recent proof of identity', async () => {
  const body = { email: newEmail(), role: 'support' };
  expect(answerOf(await service.post(INVITATIONS, body))).toEqual(refusal('NO_AUTH_PROVIDED'));
  const cookie = await call.session(await call.account());
  const stale = await later(16 * MINUTE, () => service.post(INVITATIONS, body, { headers: { cookie } }));
  expect(answerOf(stale)).toEqual(refusal('REAUTH_REQUIRED'));
});

describe('invitations 403', () => {
  test.each(['operator', 'support', 'auditor'])('an admin with the role %s sends and revokes none', async (role) => {
    const { id } = await call.invited();
    const cookie = await call.session(await call.account({ role }));
    const headers = { cookie };
    const replies = [
      await service.post(INVITATIONS, { email: newEmail(), role: 'owner' }, { headers }),
      await later(MINUTE, () => service.post(`${INVITATIONS}/${id}/resend`, {}, { headers })),
      await service.send('DELETE', `${INVITATIONS}/${id}`, { headers }),
    ];
    expect(replies.map(answerOf)).toEqual(Array(3).fill(refusal('FORBIDDEN')));
  });
});

describe('POST /auth/admin/invitations 429', () => {
  test('sends an address one message a minute, and a refusal changes nothing', async () => {
    const { email, id, token } = await call.invited();
    const reply = await service.admin('POST', `${INVITATIONS}/${id}/resend`);
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    await call.revoke(id);
    const again = await service.admin('POST', INVITATIONS, { email, role: 'support' });
    expect(answerOf(again)).toEqual(refusal('RATE_LIMITED'));
    expect(answerOf(await call.preview(token))).toEqual(refusal('ADMIN_INVITATION_INVALID'));
  });

  test('sends an address ten messages a day', async () => {
    const { id } = await call.invited();
    const send = (minutes: number) =>
      later(minutes * MINUTE, () => service.admin('POST', `${INVITATIONS}/${id}/resend`));
    for (let round = 1; round < 10; round++) expect((await send(2 * round)).status).toBe(201);
    expect(answerOf(await send(30))).toEqual(refusal('RATE_LIMITED'));
  });
});

describe('POST /auth/admin/invitations/{id}/resend', () => {
  test('201 sends a new link that is valid from now, and ends the one before it', async () => {
    const { email, id, token } = await call.invited();
    const reply = await later(2 * DAY, () => service.admin('POST', `${INVITATIONS}/${id}/resend`));
    expect([reply.status, reply.body.invitation]).toMatchObject([201, { id, email, status: 'pending' }]);
    const { createdAt, sentAt, expiresAt } = reply.body.invitation;
    expect(Date.parse(sentAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(2 * DAY);
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(7 * DAY);
    expect(answerOf(await call.accept({ token }))).toEqual(refusal('ADMIN_INVITATION_INVALID'));
    const next = await adminTokenTo(service, email, 2);
    expect((await later(8 * DAY, () => call.accept({ token: next }))).status).toBe(201);
  });

  test('201 sends an expired one again', async () => {
    const { email, id } = await call.invited();
    await later(8 * DAY, async () => {
      expect(await listed(email)).toMatchObject({ status: 'expired' });
      expect((await service.admin('POST', `${INVITATIONS}/${id}/resend`)).status).toBe(201);
      expect(await listed(email)).toMatchObject({ status: 'pending' });
    });
  });

  test('404 for one that is unknown, malformed or revoked', async () => {
    const { id } = await call.invited();
    await call.revoke(id);
    for (const each of [id, `adi_${'0'.repeat(22)}`, 'x', '%2F', 'INV%23x']) {
      const reply = await service.admin('POST', `${INVITATIONS}/${each}/resend`);
      expect(answerOf(reply)).toEqual(refusal('ADMIN_INVITATION_NOT_FOUND'));
    }
  });
});

describe('DELETE /auth/admin/invitations/{id}', () => {
  test('200 ends the link, removes the invitation from the list and is audited', async () => {
    const { email, id, token } = await call.invited();
    const reply = await call.revoke(id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Invitation revoked.' }]);
    expect(await listed(email)).toBeUndefined();
    expect(answerOf(await call.preview(token))).toEqual(refusal('ADMIN_INVITATION_INVALID'));
    const entries = await audited(service, id, (found) => found.length === 2);
    expect(entries.map(({ action }) => action)).toContain('admin.invitation_revoked');
  });

  test('200 once in twenty parallel calls', async () => {
    const { id } = await call.invited();
    const replies = await race(20, () => call.revoke(id));
    expect(outcomes(replies)).toEqual({ 200: 1, '404 ADMIN_INVITATION_NOT_FOUND': 19 });
  });
});

describe('GET /auth/admin/invitations 200', () => {
  test('marks an invitation as void while its sender is no owner, and another owner sends it again', async () => {
    const sender = await call.account();
    const cookie = await call.session(sender);
    const { email, id, token } = await call.invited({}, cookie);
    await call.update(sender.id, { role: 'operator' });
    expect(await listed(email)).toMatchObject({ status: 'void', invitedBy: sender.id });
    expect(answerOf(await call.accept({ token }))).toEqual(refusal('ADMIN_INVITATION_INVALID'));
    await later(MINUTE, () => service.admin('POST', `${INVITATIONS}/${id}/resend`));
    expect(await listed(email)).toMatchObject({ status: 'pending' });
    expect((await call.accept({ token: await adminTokenTo(service, email, 2) })).status).toBe(201);
  });
});
