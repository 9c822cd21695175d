// Tests DELETE /auth/admin/api/users/{id}.
import { describe, expect, test } from '@jest/globals';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { erase } from '../../../lib/store/dynamo/table.ts';
import { addressKey, everything } from '../../../lib/store/people/users.ts';
import { createUser, idsOf, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, published, refusal } from '../../support/api.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const remove = (id: string) => service.admin('DELETE', `${USERS}/${id}`);

describe('DELETE /auth/admin/api/users/{id} 200', () => {
  test('deletes the user with sessions, login, list entries and every item', async () => {
    const user = await createUser(service, tenant, { phone: '+4930111000222', metadata: { name: 'Ada Lovelace' } });
    const { body: tokens } = await service.login(user);
    expect((await remove(user.id)).body).toEqual({ message: 'User deleted.' });
    expect(answerOf(await service.get('/auth/me', { headers: bearer(tokens) }))).toEqual(refusal('ACCOUNT_INACTIVE'));
    const refresh = await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
    expect(answerOf(refresh)).toEqual(refusal('ACCOUNT_INACTIVE'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    for (const query of [`tenantId=${tenant.id}`, 'search=ada', `search=${user.email}`, 'search=4930111000222'])
      expect(idsOf(await service.admin('GET', `${USERS}?${query}`))).not.toContain(user.id);
    expect(await everything(tenant.id as TenantId, user.id as UserId)).toEqual([]);
  });

  test('frees the addresses for a new user, who inherits nothing', async () => {
    const user = await createUser(service, tenant, { phone: '+4930111000333', metadata: { a: 1 } });
    await remove(user.id);
    const again = await createUser(service, tenant, { email: user.email, phone: '+4930111000333' });
    expect(again.user).toMatchObject({ id: expect.not.stringMatching(user.id), metadata: {} });
  });

  // A second region may have got the account without the claim of its address.
  test('deletes a user whose address is free, and another one may take it', async () => {
    const user = await createUser(service, tenant);
    const address = addressKey(tenant.id as TenantId, { kind: 'email', value: user.email });
    await erase(address);
    expect((await remove(user.id)).body).toEqual({ message: 'User deleted.' });
    const again = await createUser(service, tenant, { email: user.email });
    expect((await service.login(again)).status).toBe(200);
  });

  test('keeps the same address in another tenant', async () => {
    const user = await createUser(service, tenant);
    const other = await createUser(service, await service.tenant(), { email: user.email });
    await remove(user.id);
    expect((await service.login(other)).status).toBe(200);
  });

  test('deletes the user once in twenty parallel calls and publishes one svc.user_deleted', async () => {
    const own = await service.tenant();
    const user = await createUser(service, own);
    const replies = await race(20, () => remove(user.id));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
    const about = { tenantId: own.id, userId: user.id, email: user.email, phone: null };
    expect(await published(service, 'svc.user_deleted', own.id)).toMatchObject([{ detail: about }]);
    expect(await auditedAction(service, 'user.deleted', own.id)).toMatchObject([
      { before: { email: user.email }, after: {} },
    ]);
  });

  test('leaves no live session after parallel logins', async () => {
    const user = await createUser(service, tenant);
    const replies = await race(20, (caller) => (caller === 10 ? remove(user.id) : service.login(user)));
    const sessions = replies.filter(({ body }) => body.accessToken);
    for (const { body } of sessions)
      expect(answerOf(await service.get('/auth/me', { headers: bearer(body) }))).toEqual(refusal('ACCOUNT_INACTIVE'));
  });
});

describe('DELETE /auth/admin/api/users/{id} 404', () => {
  test.each(UNKNOWN_USER_IDS)('rejects the unknown id %s', async (id) => {
    expect(answerOf(await remove(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
