// Tests PATCH /auth/admin/admins/{id}.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BAD_PASSWORDS, callers, PATH, UNKNOWN_ADMIN_IDS } from '../../support/admins.ts';
import { adminSession, answerOf, audited, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

describe('PATCH /auth/admin/admins/{id} 200', () => {
  test.each([
    ['name', 'Grace'],
    ['name', null],
    ['metadata', { new: [1] }],
    ['metadata', {}],
    ['role', 'auditor'],
  ])('changes %s to %j and nothing else', async (field, value) => {
    const { admin } = (await call.create({ name: 'Ada', metadata: { old: true } })).body;
    const { status, body } = await later(SECOND, () => call.update(admin.id, { [field]: value }));
    expect(status).toBe(200);
    expect(body).toEqual({ admin: { ...admin, [field]: value, updatedAt: body.admin.updatedAt } });
    expect(body.admin.updatedAt > admin.updatedAt).toBe(true);
    expect((await call.list()).body.data).toContainEqual({ ...body.admin, isLocked: false });
  });

  test('limits an admin to tenants and lifts the limit, without an end of their sessions', async () => {
    const [{ id }, ...account] = [await service.tenant(), await call.account()];
    const [who] = account as [Awaited<ReturnType<typeof call.account>>];
    const cookie = await call.session(who);
    expect((await call.update(who.id, { tenants: [id], role: 'operator' })).status).toBe(200);
    expect((await call.me(cookie)).body).toMatchObject({ role: 'operator', tenants: [id] });
    expect((await call.update(who.id, { tenants: null })).status).toBe(200);
    expect((await call.me(cookie)).body).toMatchObject({ role: 'operator', tenants: null });
    const entries = await audited(service, who.id, (found) => found.length === 3);
    expect(entries.map(({ before, after }) => [before.role, after.role, before.tenants, after.tenants])).toEqual(
      expect.arrayContaining([
        ['owner', 'operator', null, [id]],
        [undefined, undefined, [id], null],
      ]),
    );
  });

  test('replaces the password and ends every session of that admin only', async () => {
    const account = await call.account();
    const sessions = [await call.session(account), await call.session(account)];
    const password = newPassword();
    expect((await call.update(account.id, { password })).status).toBe(200);
    for (const cookie of sessions) expect(answerOf(await call.me(cookie))).toEqual(refusal('SESSION_INVALID'));
    expect(answerOf(await call.login(account))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await call.login({ ...account, password })).status).toBe(201);
    expect((await service.admin('GET', '/auth/admin/me')).status).toBe(200);
  });

  test("keeps the caller's session after a new name and ends it after a new password", async () => {
    const account = await call.account();
    const cookie = await call.session(account);
    const own = (body: unknown) => service.send('PATCH', `${PATH}/${account.id}`, { body, headers: { cookie } });
    expect((await own({ name: 'Me' })).status).toBe(200);
    expect((await call.me(cookie)).body.name).toBe('Me');
    const { password: currentPassword } = account;
    expect((await own({ password: newPassword(), currentPassword })).status).toBe(200);
    expect(answerOf(await call.me(cookie))).toEqual(refusal('SESSION_INVALID'));
  });

  test('applies twenty parallel changes and audits each without secrets', async () => {
    const { id, email } = await call.account();
    const password = newPassword();
    const patches = Array.from({ length: 20 }, (_, at) =>
      at === 0 ? { password } : at === 1 ? { metadata: { kept: 'unseen' } } : { name: `Name ${at}` },
    );
    const replies = await Promise.all(patches.map((patch) => call.update(id, patch)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await call.login({ email, password })).body.admin).toMatchObject({ metadata: { kept: 'unseen' } });
    const entries = await audited(service, id, (found) => found.length === 21);
    expect(entries.filter(({ action }) => action === 'admin.updated')).toHaveLength(20);
    expect(entries.flatMap(({ after }) => after.updatedFields ?? [])).toEqual(
      expect.arrayContaining(['password', 'metadata', 'name']),
    );
    expect(JSON.stringify(entries)).not.toMatch(/passwordHash|scrypt|unseen/);
    expect(JSON.stringify(entries)).not.toContain(password);
  });
});

describe('PATCH /auth/admin/admins/{id} 400', () => {
  test.each(BAD_PASSWORDS)('rejects a password that breaks the policy: %s', async (_, password, code) => {
    const email = code === 'PASSWORD_CONTAINS_IDENTIFIER' ? 'horatio@example.com' : newEmail();
    const { admin } = (await call.create({ email })).body;
    expect(answerOf(await call.update(admin.id, { password }))).toEqual(refusal(code));
  });

  test.each([
    ['an empty body', {}],
    ['a body of immutable fields only', { email: 'new@example.com', epoch: 3 }],
    ['a blank name', { name: '' }],
    ['metadata that is null', { metadata: null }],
    ['metadata of more than 8 KB', { metadata: { a: Array(3).fill('x'.repeat(3000)) } }],
  ])('rejects %s', async (_, body) => {
    const { id } = await call.account();
    expect(answerOf(await call.update(id, body))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('PATCH /auth/admin/admins/{id} 403', () => {
  test('rejects a login of more than 15 minutes ago', async () => {
    const { id } = await call.account();
    const cookie = await adminSession(service);
    const update = () => service.send('PATCH', `${PATH}/${id}`, { body: { name: 'New' }, headers: { cookie } });
    expect((await later(14 * MINUTE, update)).status).toBe(200);
    expect(answerOf(await later(16 * MINUTE, update))).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test.each([{ role: 'owner' }, { role: 'auditor' }, { tenants: null }])(
    'refuses an owner a role or tenants of their own: %j',
    async (body) => {
      await call.account();
      const { id } = (await service.admin('GET', '/auth/admin/me')).body;
      expect(answerOf(await call.update(id, body))).toEqual(refusal('FORBIDDEN'));
    },
  );
});

describe('PATCH /auth/admin/admins/{id} 404', () => {
  test('rejects a tenant that does not exist', async () => {
    const { id } = await call.account();
    const tenants = [`ten_${'0'.repeat(22)}`];
    expect(answerOf(await call.update(id, { tenants }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });

  test('rejects an id that is unknown, malformed, deleted or of another kind', async () => {
    const deleted = (await call.account()).id;
    await call.remove(deleted);
    for (const id of [...UNKNOWN_ADMIN_IDS, deleted, (await service.tenant()).id])
      expect(answerOf(await call.update(id, { name: 'New' }))).toEqual(refusal('ADMIN_USER_NOT_FOUND'));
  });
});

describe('PATCH /auth/admin/admins/{id} 409', () => {
  test('keeps the last owner an owner of the whole deployment', async () => {
    const { id } = (await service.admin('GET', '/auth/admin/me')).body;
    for (const each of (await call.list()).body.data)
      if (each.id !== id) expect((await call.update(each.id, { role: 'operator' })).status).toBe(200);
    for (const body of [{ role: 'operator' }, { tenants: [(await service.tenant()).id] }])
      expect(answerOf(await call.update(id, body))).toEqual(refusal('ADMIN_LAST_REMAINING'));
    expect(answerOf(await call.remove(id))).toEqual(refusal('ADMIN_LAST_REMAINING'));
  });
});
