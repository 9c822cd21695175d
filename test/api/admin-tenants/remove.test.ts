// Tests DELETE /auth/admin/api/tenants/{id}.
import { describe, expect, test } from '@jest/globals';
import { adminSession, answerOf, later, MINUTE, published, refusal } from '../../support/api.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

const remove = (id: string) => service.admin('DELETE', `/auth/admin/api/tenants/${id}`);

describe('DELETE /auth/admin/api/tenants/{id} 200', () => {
  test('ends the sessions and logins of the tenant only', async () => {
    const user = await service.signup(await service.tenant());
    const otherUser = await service.signup(await service.tenant(), user.email);
    const reply = await remove(user.tenant.id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Tenant deleted.' }]);
    const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
    expect(answerOf(await me(user.tokens.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await me(otherUser.tokens.accessToken)).status).toBe(200);
  });

  test('frees the slug for another tenant, which inherits nothing', async () => {
    const user = await service.signup(await service.tenant());
    await remove(user.tenant.id);
    const again = { name: 'Again', slug: user.tenant.slug };
    const { status, body } = await service.admin('POST', '/auth/admin/api/tenants', again);
    expect(status).toBe(201);
    expect(body.tenant.id).not.toBe(user.tenant.id);
    expect(answerOf(await service.login({ ...user, tenant: body.tenant }))).toEqual(refusal('INVALID_CREDENTIALS'));
  });

  test('deletes the tenant once in four parallel calls and publishes one svc.tenant_deleted', async () => {
    const tenant = await service.tenant();
    const replies = await Promise.all(Array.from({ length: 4 }, () => remove(tenant.id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const events = await published(service, 'svc.tenant_deleted', tenant.id);
    expect(events).toMatchObject([{ detail: { name: tenant.name, slug: tenant.slug } }]);
  });
});

describe('DELETE /auth/admin/api/tenants/{id} 403', () => {
  test('rejects a login of more than 15 minutes ago', async () => {
    const { id } = await service.tenant();
    const cookie = await adminSession(service);
    const attempt = () => service.send('DELETE', `/auth/admin/api/tenants/${id}`, { headers: { cookie } });
    expect(answerOf(await later(16 * MINUTE, attempt))).toEqual(refusal('REAUTH_REQUIRED'));
    expect((await later(14 * MINUTE, attempt)).status).toBe(200);
  });
});

describe('DELETE /auth/admin/api/tenants/{id} 404', () => {
  test('rejects an id that is unknown, malformed or deleted', async () => {
    const { id, slug } = await service.tenant();
    await remove(id);
    for (const each of [`ten_${'0'.repeat(22)}`, 'x', '%00', slug, id])
      expect(answerOf(await remove(each))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});
