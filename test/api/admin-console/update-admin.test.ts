// PATCH /auth/admin/admins/{id}
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BAD_PASSWORDS, callers, PATH, STRANGERS } from '../../support/admins.ts';
import { adminSession, answerOf, audited, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();
let call: ReturnType<typeof callers>;
beforeAll(async () => {
  await service.adminCookie();
  call = callers(service);
});

describe('200', () => {
  test.each([
    ['name', 'Grace'],
    ['name', null],
    ['metadata', { new: [1] }],
    ['metadata', {}],
  ])('changes %s to %j and nothing else', async (field, value) => {
    const { admin } = (await call.create({ name: 'Ada', metadata: { old: true } })).body;
    const more = { email: newEmail(), id: 'adm_x', epoch: 9, createdAt: 'x' };
    const { status, body } = await later(SECOND, () => call.update(admin.id, { [field]: value, ...more }));
    expect(status).toBe(200);
    expect(body).toEqual({ admin: { ...admin, [field]: value, updatedAt: body.admin.updatedAt } });
    expect(body.admin.updatedAt > admin.updatedAt).toBe(true);
    expect((await call.list()).body.data).toContainEqual(body.admin);
  });

  test('a new password ends every session of that admin, and only it logs in', async () => {
    const account = await call.account();
    const sessions = [await call.session(account), await call.session(account)];
    const password = newPassword();
    expect((await call.update(account.id, { password })).status).toBe(200);
    for (const cookie of sessions) expect(answerOf(await call.me(cookie))).toEqual(refusal('SESSION_INVALID'));
    expect(answerOf(await call.login(account))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await call.login({ ...account, password })).status).toBe(201);
    expect((await service.admin('GET', '/auth/admin/me')).status).toBe(200);
  });

  test('another name ends none; one’s own password ends one’s own', async () => {
    const account = await call.account();
    const cookie = await call.session(account);
    const own = (body: unknown) => service.send('PATCH', `${PATH}/${account.id}`, { body, headers: { cookie } });
    expect((await own({ name: 'Me' })).status).toBe(200);
    expect((await call.me(cookie)).body.name).toBe('Me');
    expect((await own({ password: newPassword() })).status).toBe(200);
    expect(answerOf(await call.me(cookie))).toEqual(refusal('SESSION_INVALID'));
  });

  test('of twenty changes at once none is lost, and each is audited without a secret', async () => {
    const { id, email } = await call.account();
    const password = newPassword();
    const patches = Array.from({ length: 20 }, (_, at) =>
      at === 0 ? { password } : at === 1 ? { metadata: { kept: true } } : { name: `Name ${at}` },
    );
    const replies = await Promise.all(patches.map((patch) => call.update(id, patch)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await call.login({ email, password })).body.admin).toMatchObject({ metadata: { kept: true } });
    const entries = await audited(service, id, (found) => found.length === 21);
    expect(entries.filter(({ action }) => action === 'admin.updated')).toHaveLength(20);
    expect(entries.flatMap(({ after }) => after.updatedFields ?? [])).toEqual(
      expect.arrayContaining(['password', 'metadata', 'name']),
    );
    expect(JSON.stringify(entries)).not.toMatch(/passwordHash|scrypt|kept/);
    expect(JSON.stringify(entries)).not.toContain(password);
  });
});

describe('400', () => {
  test.each(BAD_PASSWORDS)('%s', async (_, password, code) => {
    const email = code === 'PASSWORD_CONTAINS_IDENTIFIER' ? 'horatio@example.com' : newEmail();
    const { admin } = (await call.create({ email })).body;
    expect(answerOf(await call.update(admin.id, { password }))).toEqual(refusal(code));
  });

  test.each([
    ['nothing', {}],
    ['only what can’t be changed', { email: 'new@example.com', epoch: 3 }],
    ['a blank name', { name: '' }],
    ['no metadata', { metadata: null }],
    ['metadata of more than 8 KB', { metadata: { a: Array(3).fill('x'.repeat(3000)) } }],
  ])('%s', async (_, body) => {
    const { id } = await call.account();
    expect(answerOf(await call.update(id, body))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('403', () => {
  test('15 minutes after the login', async () => {
    const { id } = await call.account();
    const cookie = await adminSession(service);
    const update = () => service.send('PATCH', `${PATH}/${id}`, { body: { name: 'New' }, headers: { cookie } });
    expect((await later(14 * MINUTE, update)).status).toBe(200);
    expect(answerOf(await later(16 * MINUTE, update))).toEqual(refusal('REAUTH_REQUIRED'));
  });
});

describe('404', () => {
  test('missing, malformed, deleted, another kind’s', async () => {
    const deleted = (await call.account()).id;
    await call.remove(deleted);
    for (const id of [...STRANGERS, deleted, (await service.tenant()).id])
      expect(answerOf(await call.update(id, { name: 'New' }))).toEqual(refusal('ADMIN_USER_NOT_FOUND'));
  });
});
