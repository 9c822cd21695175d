// Tests the operations under /auth/admin/api/invitations.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import { messagesTo } from '../../support/messages.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, type Tenant, unique, useService } from '../../support/service.ts';

const service = useService();
const INVITATIONS = '/auth/admin/api/invitations';
const INVITED = 'svc.user_invited';
let roleIds: string[];
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  roleIds = [await newRole(tenant), await newRole(tenant)];
});

async function newRole({ id }: Pick<Tenant, 'id'>): Promise<string> {
  const reply = await service.admin('POST', '/auth/admin/api/roles', { name: unique('role'), tenantId: id });
  return reply.body.role.id;
}
const invite = (body: Record<string, unknown>) => service.admin('POST', INVITATIONS, { tenantId: tenant.id, ...body });
const list = (query: Record<string, string> = {}): Promise<Reply> =>
  service.admin('GET', `${INVITATIONS}?${new URLSearchParams(query)}`);
const resend = (id: string) => service.admin('POST', `${INVITATIONS}/${id}/resend`);
const revoke = (id: string) => service.admin('DELETE', `${INVITATIONS}/${id}`);
const accept = (token: string, newPassword: string) => service.post('/auth/reset-password', { token, newPassword });
async function invited(body: Record<string, unknown> = {}) {
  const email = newEmail();
  const reply = await invite({ email, ...body });
  if (reply.status !== 201) throw new Error(reply.text);
  const [{ token }] = await messagesTo(service, INVITED, email);
  return { email, id: reply.body.invitation.id as string, token: token as string, invitation: reply.body.invitation };
}
const statusOf = async (id: string, at: string = tenant.id): Promise<string | undefined> =>
  (await list({ tenantId: at, limit: '100' })).body.data.find((each: { id: string }) => each.id === id)?.status;
const INVALID_LINK = refusal('PASSWORD_RESET_TOKEN_INVALID');

describe('POST /auth/admin/api/invitations 201', () => {
  test('creates a user with roles, name and language, who sets a password with the link', async () => {
    const { email, id, token, invitation } = await invited({
      name: 'Ada',
      locale: 'de',
      roleIds,
      metadata: { team: 1 },
    });
    expect(invitation).toEqual({
      id: expect.stringMatching(/^usr_/),
      tenantId: tenant.id,
      status: 'pending',
      email,
      phone: null,
      name: 'Ada',
      roleIds,
      locale: 'de',
      invitedBy: { type: 'admin', id: expect.stringMatching(/^adm_/) },
      sends: 1,
      createdAt: expect.any(String),
      sentAt: expect.any(String),
      expiresAt: expect.any(String),
      closedAt: null,
    });
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.sentAt)).toBe(3 * DAY);
    const { user } = (await service.admin('GET', `${USERS}/${id}`)).body;
    expect(user).toMatchObject({ email, name: 'Ada', locale: 'de', metadata: { team: 1 }, emailVerifiedAt: null });
    expect(user.userAccesses[0].roles.map((role: { id: string }) => role.id).sort()).toEqual([...roleIds].sort());
    const password = newPassword();
    expect((await accept(token, password)).status).toBe(200);
    expect((await service.login({ tenant, email, password })).status).toBe(200);
    expect(answerOf(await accept(token, newPassword()))).toEqual(INVALID_LINK);
    expect(await statusOf(id)).toBe('accepted');
  });

  test('makes a link that lives as long as the admin says', async () => {
    const { id, token, invitation } = await invited({ expiresInSeconds: 3600 });
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.sentAt)).toBe(3_600_000);
    expect((await later(59 * MINUTE, () => accept(token, newPassword()))).status).toBe(200);
    expect(await statusOf(id)).toBe('accepted');
    const other = await invited({ expiresInSeconds: 3600 });
    expect(answerOf(await later(61 * MINUTE, () => accept(other.token, newPassword())))).toEqual(INVALID_LINK);
  });

  test('adds roles to a user who was invited before, and sends a new link', async () => {
    const { email, id, token } = await invited({ roleIds: [roleIds[0]] });
    const again = await later(2 * MINUTE, () => invite({ email, roleIds: [roleIds[1]] }));
    expect(again.body.invitation).toMatchObject({ id, sends: 2, roleIds, status: 'pending' });
    expect(answerOf(await accept(token, newPassword()))).toEqual(INVALID_LINK);
    const { user } = (await service.admin('GET', `${USERS}/${id}`)).body;
    expect(user.userAccesses[0].roles).toHaveLength(2);
  });

  test('takes an unclaimed account from its creator', async () => {
    const creator = await service.signup(tenant);
    const { body } = await invite({ email: creator.email, roleIds });
    expect(body.invitation.status).toBe('pending');
    expect(answerOf(await service.login(creator))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await service.get('/auth/me', { headers: bearer(creator.tokens) })).status).toBe(401);
  });

  test('creates one account and sends one message in twenty parallel calls', async () => {
    const email = newEmail();
    const replies = await race(20, () => invite({ email, roleIds }));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 20 });
    expect(new Set(replies.map(({ body }) => body.invitation.id)).size).toBe(1);
    expect(await messagesTo(service, INVITED, email)).toHaveLength(1);
  });

  test('is audited with the roles', async () => {
    const own = await service.tenant();
    const roleId = await newRole(own);
    const reply = await service.admin('POST', INVITATIONS, { tenantId: own.id, email: newEmail(), roleIds: [roleId] });
    const audit = await auditedAction(service, 'user.invited', own.id);
    expect(audit).toMatchObject([{ targetId: reply.body.invitation.id, before: {}, after: { roleIds: [roleId] } }]);
  });
});

describe('POST /auth/admin/api/invitations 400', () => {
  test.each([
    ['a body without address', { email: undefined }, 'EMAIL_OR_PHONE_REQUIRED'],
    ['a body without tenant', { tenantId: '' }, 'TENANT_ID_REQUIRED'],
    ['an invalid e-mail address', { email: 'x' }, 'INVALID_INPUT'],
    ['a link of eight days', { expiresInSeconds: 8 * 86_400 }, 'INVALID_INPUT'],
    ['a link of four minutes', { expiresInSeconds: 240 }, 'INVALID_INPUT'],
    ['21 roles', { roleIds: Array(21).fill('rol_x') }, 'INVALID_INPUT'],
  ] as const)('rejects %s', async (_, body, code) => {
    expect(answerOf(await invite({ email: newEmail(), ...body }))).toEqual(refusal(code));
  });

  test('rejects a role of another guard', async () => {
    const role = { name: unique('role'), guard: 'machine', tenantId: tenant.id };
    const { id } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
    expect(answerOf(await invite({ email: newEmail(), roleIds: [id] }))).toEqual(refusal('GUARD_MISMATCH'));
  });

  test('rejects a number that belongs to another user', async () => {
    const phone = '+4915112400001';
    await createUser(service, tenant, { phone });
    expect(answerOf(await invite({ email: newEmail(), phone }))).toEqual(refusal('PHONE_ALREADY_EXISTS'));
  });
});

test('POST /auth/admin/api/invitations 403 rejects an address of a blocked domain', async () => {
  await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
  expect(answerOf(await invite({ email: 'x@blocked.example' }))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
});

describe('POST /auth/admin/api/invitations 404', () => {
  test.each([`ten_${'0'.repeat(22)}`, 'x', '__proto__'])('rejects the unknown tenant %s', async (tenantId) => {
    expect(answerOf(await invite({ tenantId, email: newEmail() }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });

  test('rejects a role of another tenant', async () => {
    const foreign = await newRole(await service.tenant());
    expect(answerOf(await invite({ email: newEmail(), roleIds: [foreign] }))).toEqual(refusal('ROLE_NOT_FOUND'));
  });
});

describe('POST /auth/admin/api/invitations 409', () => {
  test('rejects the address of a user who has a password, and of one who is disabled', async () => {
    const user = await createUser(service, tenant);
    expect(answerOf(await invite({ email: user.email }))).toEqual(refusal('USER_ALREADY_EXISTS'));
    const { email, id } = await invited();
    await service.admin('PATCH', `${USERS}/${id}`, { isActive: false });
    expect(answerOf(await invite({ email }))).toEqual(refusal('USER_ALREADY_EXISTS'));
  });
});

test('POST /auth/admin/api/invitations 429 rejects the eleventh message to one address in a day', async () => {
  const email = newEmail();
  const replies = [];
  for (let times = 0; times < 11; times++) replies.push(await later(times * 1.1 * MINUTE, () => invite({ email })));
  expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429]);
  expect(answerOf(replies.at(-1) as Reply)).toEqual(refusal('RATE_LIMITED'));
  const { id } = (replies[0] as Reply).body.invitation;
  expect(answerOf(await later(13 * MINUTE, () => resend(id)))).toEqual(refusal('RATE_LIMITED'));
});

describe('GET /auth/admin/api/invitations 200', () => {
  test('lists the invitations of a tenant by status, those that expire last first', async () => {
    const own = await service.tenant();
    const make = async (expiresInSeconds: number) => (await invited({ tenantId: own.id, expiresInSeconds })).id;
    const [short, long, gone] = [await make(600), await make(1200), await make(1800)];
    const accepted = await invited({ tenantId: own.id, expiresInSeconds: 2400 });
    await accept(accepted.token, newPassword());
    await revoke(gone);
    const ids = async (query: Record<string, string> = {}) =>
      (await list({ tenantId: own.id, ...query })).body.data.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([accepted.id, gone, long, short]);
    expect(await ids({ status: 'pending' })).toEqual([long, short]);
    expect(await ids({ status: 'accepted' })).toEqual([accepted.id]);
    expect(await ids({ status: 'revoked' })).toEqual([gone]);
    expect(await ids({ status: 'expired' })).toEqual([]);
    await later(11 * MINUTE, async () => {
      expect(await ids({ status: 'pending' })).toEqual([long]);
      expect(await ids({ status: 'expired' })).toEqual([short]);
    });
    expect((await list({ limit: '100' })).body.data.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([accepted.id, gone, long, short]),
    );
  });

  test('returns each invitation once over pages of two', async () => {
    const own = await service.tenant();
    const made: string[] = [];
    for (let each = 0; each < 5; each++)
      made.unshift((await invited({ tenantId: own.id, expiresInSeconds: 600 + each })).id);
    for (const status of [undefined, 'pending', 'expired'] as const)
      await later(status === 'expired' ? 12 * MINUTE : 0, async () => {
        const seen: string[] = [];
        const query: Record<string, string> = { tenantId: own.id, limit: '2', ...(status && { status }) };
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const { body } = await list({ ...query, ...(cursor && { cursor }) });
          seen.push(...body.data.map(({ id }: { id: string }) => id));
          cursor = body.meta.nextCursor;
        }
        expect(seen).toEqual(made);
      });
  });

  test('shows an invitation that a user sent, and omits one whose user is deleted', async () => {
    const own = await service.tenant();
    await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
    const role = { name: unique('role'), permissions: ['users.invite'], tenantId: own.id };
    const { id } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
    const inviter = await createUser(service, own, { roleIds: [id] });
    const headers = bearer((await service.login(inviter)).body);
    const { userId } = (await service.post('/auth/invite', { email: newEmail() }, { headers })).body;
    const { data } = (await list({ tenantId: own.id })).body;
    expect(data).toMatchObject([{ id: userId, status: 'pending', invitedBy: { type: 'user', id: inviter.id } }]);
    await service.admin('DELETE', `${USERS}/${userId}`);
    expect((await list({ tenantId: own.id })).body.data).toEqual([]);
  });

  test('shows an invitation as accepted when an admin set a password, as revoked when the sessions were ended', async () => {
    const [one, two] = [await invited(), await invited()];
    await service.admin('PATCH', `${USERS}/${one.id}`, { password: newPassword() });
    await service.admin('DELETE', `${USERS}/${two.id}/sessions`);
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['accepted', 'revoked']);
    expect(answerOf(await accept(two.token, newPassword()))).toEqual(INVALID_LINK);
  });

  test('lists nothing of an unknown tenant', async () => {
    for (const tenantId of [`ten_${'0'.repeat(22)}`, 'x', '__proto__'])
      expect((await list({ tenantId })).body).toEqual({ data: [], meta: { nextCursor: null } });
  });
});

test.each([{ limit: '0' }, { limit: '101' }, { status: 'open' }, { state: 'pending' }])(
  'GET /auth/admin/api/invitations 400 rejects the query %p',
  async (query) => {
    expect(answerOf(await list(query as unknown as Record<string, string>))).toEqual(refusal('INVALID_INPUT'));
  },
);

test('GET /auth/admin/api/invitations 400 rejects a cursor of another list', async () => {
  const own = await service.tenant();
  for (let each = 0; each < 2; each++) await invited({ tenantId: own.id });
  const { nextCursor: cursor } = (await list({ tenantId: own.id, limit: '1' })).body.meta;
  expect(cursor).toEqual(expect.any(String));
  for (const query of [{ cursor }, { cursor, tenantId: tenant.id }, { cursor: 'x' }])
    expect(answerOf(await list(query as Record<string, string>))).toEqual(refusal('CURSOR_INVALID'));
});

describe('POST /auth/admin/api/invitations/{id}/resend 201', () => {
  test('sends a new link, which replaces the one before, and no further one within a minute', async () => {
    const { email, id, token } = await invited({ expiresInSeconds: 3600 });
    expect((await resend(id)).body.invitation).toMatchObject({ id, sends: 1 });
    const again = await later(2 * MINUTE, () => resend(id));
    expect(again.body.invitation).toMatchObject({ id, sends: 2, status: 'pending' });
    const [second] = await messagesTo(service, INVITED, email, 2);
    expect(answerOf(await accept(token, newPassword()))).toEqual(INVALID_LINK);
    expect((await later(2 * MINUTE, () => accept(second.token, newPassword()))).status).toBe(200);
  });

  test.each(['expired', 'revoked'])('opens an invitation again that is %s', async (how) => {
    const { email, id } = await invited({ expiresInSeconds: 600 });
    if (how === 'revoked') await revoke(id);
    await later(11 * MINUTE, async () => {
      expect((await resend(id)).body.invitation).toMatchObject({ status: 'pending', sends: 2 });
      const [{ token }] = await messagesTo(service, INVITED, email, 2);
      expect((await accept(token, newPassword())).status).toBe(200);
    });
  });

  test('sends one message in twenty parallel calls', async () => {
    const { email, id } = await invited();
    const replies = await later(2 * MINUTE, () => race(20, () => resend(id)));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 20 });
    expect(await messagesTo(service, INVITED, email, 2)).toHaveLength(2);
  });
});

describe('POST /auth/admin/api/invitations/{id}/resend 404', () => {
  test('rejects a user who was never invited, has a password, is disabled or has another address', async () => {
    const user = await createUser(service, tenant);
    const [accepted, disabled, moved] = [await invited(), await invited(), await invited()];
    await accept(accepted.token, newPassword());
    await service.admin('PATCH', `${USERS}/${disabled.id}`, { isActive: false });
    await service.admin('PATCH', `${USERS}/${moved.id}`, { email: newEmail() });
    for (const { id } of [user, accepted, disabled, moved])
      expect(answerOf(await resend(id))).toEqual(refusal('INVITATION_NOT_FOUND'));
  });

  test.each(UNKNOWN_USER_IDS)('rejects the unknown user id %s', async (id) => {
    expect(answerOf(await resend(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});

describe('DELETE /auth/admin/api/invitations/{id} 200', () => {
  test('ends the link and keeps the account', async () => {
    const { id, token } = await invited({ roleIds });
    expect((await revoke(id)).body).toEqual({ message: 'Invitation revoked.' });
    expect(answerOf(await accept(token, newPassword()))).toEqual(INVALID_LINK);
    expect(answerOf(await service.post('/auth/invitation', { token }))).toEqual(INVALID_LINK);
    expect((await service.admin('GET', `${USERS}/${id}`)).body.user.isActive).toBe(true);
    expect(await statusOf(id)).toBe('revoked');
    const audit = await auditedAction(service, 'user.invitation_revoked', tenant.id);
    expect(audit.map(({ targetId }: { targetId: string }) => targetId)).toContain(id);
  });

  test('lets either the revocation or the acceptance win, once, in twenty parallel calls', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, token } = await invited();
      const password = newPassword();
      const replies = await race(20, (caller) => (caller % 2 ? revoke(id) : accept(token, password)));
      const [accepted, revoked] = [0, 1].map(
        (side) => replies.filter(({ status }, caller) => caller % 2 === side && status === 200).length,
      );
      expect([accepted, revoked].sort()).toEqual([0, 1]);
      expect(await statusOf(id)).toBe(accepted ? 'accepted' : 'revoked');
    }
  });
});

describe('DELETE /auth/admin/api/invitations/{id} 404', () => {
  test('rejects an invitation that was accepted, was revoked or has expired', async () => {
    const [accepted, revoked, expired] = [await invited(), await invited(), await invited({ expiresInSeconds: 600 })];
    await accept(accepted.token, newPassword());
    await revoke(revoked.id);
    await later(11 * MINUTE, async () => {
      for (const { id } of [accepted, revoked, expired])
        expect(answerOf(await revoke(id))).toEqual(refusal('INVITATION_NOT_FOUND'));
    });
  });

  test.each(UNKNOWN_USER_IDS)('rejects the unknown user id %s', async (id) => {
    expect(answerOf(await revoke(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
