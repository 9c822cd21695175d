// Tests PATCH /auth/admin/api/tenants/{id}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, published, refusal, SECOND } from '../../support/api.ts';
import { bearer, type Tenant, unique, useService } from '../../support/service.ts';

const service = useService();

const patch = (tenant: Pick<Tenant, 'id'>, body: unknown) =>
  service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, body);
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });

describe('PATCH /auth/admin/api/tenants/{id} 200', () => {
  test.each([
    ['name', 'Renamed'],
    ['description', 'New'],
    ['description', null],
    ['metadata', { new: true }],
    ['isActive', false],
    ['settings', { locale: 'fr' }],
  ])('changes %s to %j and nothing else', async (field, value) => {
    const more = { name: 'Acme', slug: unique('t'), description: 'Old', metadata: { old: [1] } };
    const { tenant } = (await service.admin('POST', '/auth/admin/api/tenants', more)).body;
    const { status, body } = await later(SECOND, () => patch(tenant, { [field]: value }));
    expect(status).toBe(200);
    expect(body).toEqual({ tenant: { ...tenant, [field]: value, updatedAt: body.tenant.updatedAt } });
    expect(body.tenant.updatedAt > tenant.updatedAt).toBe(true);
  });

  test('frees the old slug and accepts the unchanged slug', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    expect((await patch(tenant, { slug: tenant.slug })).status).toBe(200);
    expect((await patch(tenant, { slug: unique('t') })).status).toBe(200);
    expect((await patch(other, { slug: tenant.slug })).status).toBe(200);
  });

  test('publishes svc.tenant_updated with the fields that were sent', async () => {
    const tenant = await service.tenant();
    await patch(tenant, { name: 'Renamed', description: null });
    const events = await published(service, 'svc.tenant_updated', tenant.id);
    expect(events).toMatchObject([{ detail: { name: 'Renamed', updatedFields: ['name', 'description'] } }]);
  });

  test('ends every session of a deactivated tenant and revives none on reactivation', async () => {
    const user = await service.signup(await service.tenant());
    const { accessToken, refreshToken } = user.tokens;
    const refresh = () => service.post('/auth/refresh-token', { refreshToken });
    await patch(user.tenant, { isActive: false });
    expect(answerOf(await me(accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    await patch(user.tenant, { isActive: true });
    expect(answerOf(await me(accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await refresh())).toEqual(refusal('SESSION_NOT_FOUND'));
    const { status, body } = await service.login(user);
    expect([status, (await me(body.accessToken)).status]).toEqual([200, 200]);
  });

  test('ends no session when an active tenant is set active', async () => {
    const { tenant, tokens } = await service.signup(await service.tenant());
    await patch(tenant, { isActive: true, name: 'Renamed' });
    expect((await me(tokens.accessToken)).status).toBe(200);
  });

  test('applies two parallel changes of different fields', async () => {
    const tenant = await service.tenant();
    await Promise.all([patch(tenant, { description: 'New' }), patch(tenant, { settings: { locale: 'it' } })]);
    expect((await patch(tenant, {})).body.tenant).toMatchObject({ description: 'New', settings: { locale: 'it' } });
  });
});

describe('PATCH /auth/admin/api/tenants/{id} 400', () => {
  test.each([
    [{ slug: 'Not a slug' }, 'INVALID_SLUG_FORMAT'],
    [{ slug: 'auth' }, 'INVALID_SLUG_FORMAT'],
    [{ name: '' }, 'INVALID_INPUT'],
    [{ metadata: { a: Array(3).fill('x'.repeat(3000)) } }, 'INVALID_INPUT'],
  ] as const)('rejects the body %j', async (body, code) => {
    expect(answerOf(await patch(await service.tenant(), body))).toEqual(refusal(code));
  });
});

describe('PATCH /auth/admin/api/tenants/{id} 404', () => {
  test('rejects an id that is unknown, malformed or deleted', async () => {
    const tenant = await service.tenant();
    await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`);
    for (const id of [`ten_${'0'.repeat(22)}`, 'x', 'ten_%23', tenant.slug, tenant.id])
      expect(answerOf(await patch({ id }, { name: 'New' }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('PATCH /auth/admin/api/tenants/{id} 409', () => {
  test('rejects the slug of another tenant', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    expect(answerOf(await patch(tenant, { slug: other.slug }))).toEqual(refusal('TENANT_ALREADY_EXISTS'));
    expect((await service.get(`/auth/tenants/lookup?slug=${tenant.slug}`)).body.id).toBe(tenant.id);
  });
});
