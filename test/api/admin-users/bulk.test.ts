// Tests POST /auth/admin/api/users/bulk.
import { describe, expect, test } from '@jest/globals';
import { createUser, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, later, MINUTE, refusal } from '../../support/api.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const bulk = (body: unknown) => service.admin('POST', `${USERS}/bulk`, body);

describe('POST /auth/admin/api/users/bulk 201', () => {
  test('disables users, which ends their sessions, and enables them again', async () => {
    const own = await service.tenant();
    const users = [await createUser(service, own), await createUser(service, own), await createUser(service, own)];
    const tokens = (await service.login(users[0] as never)).body;
    const ids = users.map(({ id }) => id);
    const { status, body } = await bulk({ ids, action: 'disable' });
    expect([status, body]).toEqual([201, { data: ids.map((id) => ({ id, isDone: true, code: null })) }]);
    expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(401);
    for (const user of users) expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    await bulk({ ids, action: 'enable' });
    for (const user of users) expect((await service.login(user)).status).toBe(200);
    const audit = await auditedAction(service, 'user.updated', own.id);
    expect(new Set(audit.map(({ targetId }: { targetId: string }) => targetId))).toEqual(new Set(ids));
  });

  test('ends the sessions of users, who stay active', async () => {
    const user = await createUser(service, tenant);
    const tokens = (await service.login(user)).body;
    await bulk({ ids: [user.id], action: 'end-sessions' });
    expect(answerOf(await service.get('/auth/me', { headers: bearer(tokens) }))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.login(user)).status).toBe(200);
  });

  test('reports users who do not exist, and changes the others once', async () => {
    const user = await createUser(service, tenant);
    expect((await bulk({ ids: [], action: 'disable' })).body).toEqual({ data: [] });
    const unknown = UNKNOWN_USER_IDS.filter((id) => id.length <= 128);
    const { body } = await bulk({ ids: [...unknown, user.id, user.id], action: 'disable' });
    expect(body.data).toEqual([
      ...unknown.map((id) => ({ id, isDone: false, code: 'USER_NOT_FOUND' })),
      { id: user.id, isDone: true, code: null },
    ]);
  });
});

test.each([
  ['no ids', { action: 'disable' }],
  ['51 ids', { ids: Array(51).fill('usr_x'), action: 'disable' }],
  ['an unknown action', { ids: ['usr_x'], action: 'delete' }],
  ['no action', { ids: ['usr_x'] }],
])('POST /auth/admin/api/users/bulk 400 rejects %s', async (_, body) => {
  expect(answerOf(await bulk(body))).toEqual(refusal('INVALID_INPUT'));
});

test('POST /auth/admin/api/users/bulk 403 requires a recent login', async () => {
  const user = await createUser(service, tenant);
  const headers = { cookie: await service.adminCookie() };
  const reply = await later(16 * MINUTE, () =>
    service.post(`${USERS}/bulk`, { ids: [user.id], action: 'disable' }, { headers }),
  );
  expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
});
