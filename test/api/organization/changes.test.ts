// Tests what users change in their own tenant who manage it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import { messagesTo } from '../../support/messages.ts';
import { INVITATIONS, MEMBERS, manager, managerWith, ORGANIZATION, roleWith } from '../../support/organization.ts';
import { bearer, newEmail, newPassword, prepared, unique, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const other = prepared(() => service.tenant());
const owner = prepared(() => manager(service, tenant));
const roleId = prepared(async () => ({ id: await roleWith(service, tenant, ['organization.invite']) }));
const member = (more: Record<string, unknown> = {}) => createUser(service, tenant, more);
const stranger = prepared(() => createUser(service, other));
const invite = (body: object, headers: Record<string, string> = {}) =>
  owner.ask('POST', INVITATIONS, body, { headers });
const invited = async (more: object = {}) => (await invite({ email: newEmail(), ...more })).body.invitation;

describe('PATCH /auth/organization/members/{id}', () => {
  test('disables a member, which ends their sessions, and enables them, and says who did it', async () => {
    const user = await member();
    const { body: tokens } = await service.login(user);
    const off = await owner.ask('PATCH', `${MEMBERS}/${user.id}`, { isActive: false });
    expect([off.status, off.body.member]).toMatchObject([200, { id: user.id, isActive: false }]);
    expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(401);
    expect((await owner.ask('PATCH', `${MEMBERS}/${user.id}`, { isActive: true })).body.member.isActive).toBe(true);
    expect((await service.login(user)).status).toBe(200);
    const events = await publishedAbout(service, 'svc.organization_action', { targetId: user.id });
    expect(events.map(({ detail }) => detail)).toContainEqual(
      expect.objectContaining({
        actorId: owner.id,
        action: 'user.updated',
        targetType: 'user',
        tenantId: tenant.id,
        before: expect.objectContaining({ isActive: true }),
        after: expect.objectContaining({ isActive: false }),
      }),
    );
    const path = `${ORGANIZATION}/audit?targetId=${user.id}&action=user.updated`;
    const [entry] = await until(async () => {
      const { data } = (await owner.ask('GET', path)).body;
      return data.length === 2 ? data : undefined;
    }, 'the entries');
    expect(entry).toMatchObject({
      actor: { type: 'user', id: owner.id, name: owner.email },
      target: { type: 'user', id: user.id },
      operation: 'updateMember',
    });
  });

  test('refuses ids of other tenants and unknown ones, other fields, and the own account', async () => {
    for (const id of [stranger.id, `usr_${'0'.repeat(44)}`, 'x'])
      expect(answerOf(await owner.ask('PATCH', `${MEMBERS}/${id}`, { isActive: false }))).toEqual(
        refusal('USER_NOT_FOUND'),
      );
    const user = await member();
    for (const body of [{}, { isActive: false, email: newEmail() }, { isActive: false, roleIds: [] }])
      expect(answerOf(await owner.ask('PATCH', `${MEMBERS}/${user.id}`, body))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await owner.ask('PATCH', `${MEMBERS}/${owner.id}`, { isActive: false }))).toEqual(
      refusal('FORBIDDEN'),
    );
  });
});

describe('DELETE /auth/organization/members/{id}', () => {
  test('deletes a member', async () => {
    const user = await member();
    expect((await owner.ask('DELETE', `${MEMBERS}/${user.id}`)).status).toBe(200);
    expect((await service.admin('GET', `${USERS}/${user.id}`)).status).toBe(404);
    const [event] = await publishedAbout(service, 'svc.organization_action', { targetId: user.id });
    expect(event?.detail).toMatchObject({ actorId: owner.id, action: 'user.deleted' });
  });

  test('refuses ids of other tenants, and the own account', async () => {
    expect(answerOf(await owner.ask('DELETE', `${MEMBERS}/${stranger.id}`))).toEqual(refusal('USER_NOT_FOUND'));
    expect(answerOf(await owner.ask('DELETE', `${MEMBERS}/${owner.id}`))).toEqual(refusal('FORBIDDEN'));
    expect((await service.admin('GET', `${USERS}/${stranger.id}`)).status).toBe(200);
  });
});

describe('PUT /auth/organization/members/{id}/roles', () => {
  test('replaces the roles, which count at the next request', async () => {
    const user = await managerWith(service, tenant, []);
    const set = (roleIds: string[]) => owner.ask('PUT', `${MEMBERS}/${user.id}/roles`, { roleIds });
    expect((await set([roleId.id])).body.member.roles).toMatchObject([{ id: roleId.id }]);
    expect((await user.ask('GET', ORGANIZATION)).body.permissions).toEqual(['organization.invite']);
    expect((await set([])).body.member.roles).toEqual([]);
    expect((await user.ask('GET', ORGANIZATION)).body.permissions).toEqual([]);
  });

  test('refuses roles that do not exist in the tenant, of another guard, and too many', async () => {
    const user = await member();
    const set = (roleIds: unknown, id: string = user.id) => owner.ask('PUT', `${MEMBERS}/${id}/roles`, { roleIds });
    const foreign = await roleWith(service, other, ['organization.invite']);
    for (const id of [foreign, 'x', `rol_${'0'.repeat(44)}`])
      expect(answerOf(await set([id]))).toEqual(refusal('ROLE_NOT_FOUND'));
    const api = { name: unique('api'), guard: 'api', tenantId: tenant.id };
    const { role } = (await service.admin('POST', '/auth/admin/api/roles', api)).body;
    expect(answerOf(await set([role.id]))).toEqual(refusal('GUARD_MISMATCH'));
    expect(answerOf(await set(Array(21).fill(roleId.id)))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await set([], stranger.id))).toEqual(refusal('USER_NOT_FOUND'));
    expect(answerOf(await set([], owner.id))).toEqual(refusal('FORBIDDEN'));
  });
});

describe('POST /auth/organization/invitations', () => {
  test('invites a person with roles, who sets a password and has them', async () => {
    const email = newEmail();
    const reply = await invite({ email, name: 'Ada', roleIds: [roleId.id] });
    expect([reply.status, reply.body.invitation]).toMatchObject([
      201,
      { email, name: 'Ada', status: 'pending', roleIds: [roleId.id], invitedBy: owner.id, sends: 1 },
    ]);
    expect(reply.body.invitation).not.toHaveProperty('tenantId');
    const [event] = await messagesTo(service, 'svc.user_invited', email);
    expect(event).toMatchObject({ tenantId: tenant.id, invitedBy: owner.id });
    const password = newPassword();
    await service.post('/auth/reset-password', { token: event.token, newPassword: password });
    const { body } = await service.login({ tenant, email, password });
    expect((await service.get(ORGANIZATION, { headers: bearer(body) })).body.permissions).toEqual([
      'organization.invite',
    ]);
    const [audit] = await publishedAbout(service, 'svc.organization_action', { targetId: event.userId });
    expect(audit?.detail).toMatchObject({ actorId: owner.id, action: 'user.invited' });
  });

  test('returns the first reply to a repetition, and refuses the key for another body', async () => {
    const [headers, email] = [{ 'idempotency-key': unique('key') }, newEmail()];
    const first = await invite({ email }, headers);
    expect((await invite({ email }, headers)).body).toEqual(first.body);
    expect(answerOf(await invite({ email: newEmail() }, headers))).toEqual(refusal('IDEMPOTENCY_KEY_REUSED'));
  });

  test('refuses people without an address, members, taken numbers, blocked domains and unknown roles', async () => {
    expect(answerOf(await invite({ name: 'Ada' }))).toEqual(refusal('EMAIL_OR_PHONE_REQUIRED'));
    expect(answerOf(await invite({ email: (await member()).email }))).toEqual(refusal('USER_ALREADY_EXISTS'));
    const phone = '+4915112370911';
    await member({ phone });
    expect(answerOf(await invite({ email: newEmail(), phone }))).toEqual(refusal('PHONE_ALREADY_EXISTS'));
    const domain = `${unique('d')}.example`;
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [domain] });
    expect(answerOf(await invite({ email: `ada@${domain}` }))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    const foreign = await roleWith(service, other, ['organization.invite']);
    expect(answerOf(await invite({ email: newEmail(), roleIds: [foreign] }))).toEqual(refusal('ROLE_NOT_FOUND'));
    expect(answerOf(await invite({ email: newEmail(), tenantId: other.id }))).toEqual(refusal('INVALID_INPUT'));
    const { role } = (
      await service.admin('POST', '/auth/admin/api/roles', { name: unique('api'), guard: 'api', tenantId: tenant.id })
    ).body;
    expect(answerOf(await invite({ email: newEmail(), roleIds: [role.id] }))).toEqual(refusal('GUARD_MISMATCH'));
  });

  test('and its repetitions are refused after ten messages to one address in a day', async () => {
    const email = newEmail();
    const replies: Reply[] = [];
    const fresh = await manager(service, tenant);
    for (let times = 0; times < 11; times++)
      replies.push(await later(times * 1.1 * MINUTE, () => fresh.ask('POST', INVITATIONS, { email })));
    expect(answerOf(replies.at(-1) as Reply)).toEqual(refusal('RATE_LIMITED'));
    const { id } = (replies[0] as Reply).body.invitation;
    const again = await later(13 * MINUTE, () => fresh.ask('POST', `${INVITATIONS}/${id}/resend`));
    expect(answerOf(again)).toEqual(refusal('RATE_LIMITED'));
  });
});

describe('POST /auth/organization/invitations/{id}/resend', () => {
  test('sends a new link a minute later', async () => {
    const { id } = await invited();
    const again = await later(2 * MINUTE, () => owner.ask('POST', `${INVITATIONS}/${id}/resend`));
    expect([again.status, again.body.invitation]).toMatchObject([201, { id, sends: 2 }]);
  });

  test('refuses ids of other tenants, and members', async () => {
    expect(answerOf(await owner.ask('POST', `${INVITATIONS}/${stranger.id}/resend`))).toEqual(
      refusal('USER_NOT_FOUND'),
    );
    const { id } = await member();
    expect(answerOf(await owner.ask('POST', `${INVITATIONS}/${id}/resend`))).toEqual(refusal('INVITATION_NOT_FOUND'));
  });
});

describe('DELETE /auth/organization/invitations/{id}', () => {
  test('ends the link at once', async () => {
    const { id, email } = await invited();
    const [event] = await messagesTo(service, 'svc.user_invited', email);
    expect((await owner.ask('DELETE', `${INVITATIONS}/${id}`)).status).toBe(200);
    const redeemed = await service.post('/auth/reset-password', { token: event.token, newPassword: newPassword() });
    expect(answerOf(redeemed)).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
    expect(answerOf(await owner.ask('DELETE', `${INVITATIONS}/${id}`))).toEqual(refusal('INVITATION_NOT_FOUND'));
  });

  test('refuses ids of other tenants', async () => {
    expect(answerOf(await owner.ask('DELETE', `${INVITATIONS}/${stranger.id}`))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
