// Threat: users of a deactivated or deleted tenant keep access, or get in while it is being shut down.
// The write that ends the tenant ends its sessions. Reactivation does not restore them, and other tenants are
// unaffected.
import { describe, expect, test } from '@jest/globals';
import { outcomes, race } from '../../support/race.ts';
import {
  bearer,
  newEmail,
  newPassword,
  prepared,
  type Service,
  type Tenant,
  type User,
  useService,
} from '../../support/service.ts';

const service = useService();
const neighbour = prepared(async () => service.signup(await service.tenant()));

const me = ({ tokens }: Pick<User, 'tokens'>) => service.get('/auth/me', { headers: bearer(tokens) });
const refresh = ({ tokens }: User) => service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
const patch = ({ id }: Tenant, body: unknown) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, body);
const remove = ({ id }: Tenant) => service.admin('DELETE', `/auth/admin/api/tenants/${id}`);
const lookup = ({ slug }: Tenant) => service.get(`/auth/tenants/lookup?slug=${slug}`);
const signUpTwenty = async (tenant: Tenant) => race(20, () => service.signup(tenant));

const ends: [string, (tenant: Tenant) => ReturnType<Service['admin']>][] = [
  ['deactivated', (tenant) => patch(tenant, { isActive: false })],
  ['deleted', remove],
];

describe.each(ends)('a tenant that is %s', (_, end) => {
  test('refuses the next request of each of its users', async () => {
    const tenant = await service.tenant();
    const users = await signUpTwenty(tenant);
    expect((await end(tenant)).status).toBe(200);
    expect(outcomes(await Promise.all(users.map(me)))).toEqual({ '401 SESSION_NOT_FOUND': 20 });
    expect(outcomes(await Promise.all(users.map(refresh)))).toEqual({ '401 SESSION_NOT_FOUND': 20 });
    expect(outcomes(await Promise.all(users.map((user) => service.login(user))))).toEqual({
      '401 INVALID_CREDENTIALS': 20,
    });
    const late = await service.post('/auth/signup', {
      tenantId: tenant.id,
      email: newEmail(),
      password: newPassword(),
    });
    expect(late.body.code).toBe('INVALID_CREDENTIALS');
    expect((await lookup(tenant)).body.code).toBe('TENANT_NOT_FOUND');
    expect((await me(neighbour)).status).toBe(200);
  });

  test('leaves no session of users who log in, sign up and refresh at the same time', async () => {
    const tenant = await service.tenant();
    const users = await signUpTwenty(tenant);
    const replies = await race(61, async (caller) => {
      const user = users[caller % 20]!;
      if (caller === 30) return end(tenant);
      if (caller % 3 === 0) return service.login(user);
      if (caller % 3 === 1) return refresh(user);
      return service.post('/auth/signup', { tenantId: tenant.id, email: newEmail(), password: newPassword() });
    });
    expect(replies[30]?.status).toBe(200);
    expect(replies.every(({ status }) => status === 200 || status === 401)).toBe(true);
    const issued = replies.filter(({ body }) => body.accessToken).map(({ body }) => ({ tokens: body }));
    expect(outcomes(await Promise.all(issued.map(me)))).toEqual(
      issued.length ? { '401 SESSION_NOT_FOUND': issued.length } : {},
    );
  });
});

test('a reactivated tenant has its accounts but none of its old sessions', async () => {
  const tenant = await service.tenant();
  const user = await service.signup(tenant);
  await patch(tenant, { isActive: false });
  await patch(tenant, { isActive: true });
  expect((await me(user)).body.code).toBe('SESSION_NOT_FOUND');
  expect((await refresh(user)).body.code).toBe('SESSION_NOT_FOUND');
  expect((await service.login(user)).status).toBe(200);
});

test('a deleted tenant cannot be changed, deleted again or reactivated', async () => {
  const tenant = await service.tenant();
  await remove(tenant);
  expect(outcomes(await race(20, () => remove(tenant)))).toEqual({ '404 TENANT_NOT_FOUND': 20 });
  expect((await patch(tenant, { isActive: true })).body.code).toBe('TENANT_NOT_FOUND');
  const { body } = await service.admin('GET', '/auth/admin/api/tenants');
  expect(body.data.map(({ id }: Tenant) => id)).not.toContain(tenant.id);
});

test('a new tenant with the slug of a deleted one has none of its accounts or sessions', async () => {
  const tenant = await service.tenant();
  const user = await service.signup(tenant);
  await remove(tenant);
  const reply = await service.admin('POST', '/auth/admin/api/tenants', { name: 'Heir', slug: tenant.slug });
  expect(reply.status).toBe(201);
  const heir: Tenant = reply.body.tenant;
  expect(heir.id).not.toBe(tenant.id);
  expect((await service.login({ ...user, tenant: heir })).body.code).toBe('INVALID_CREDENTIALS');
  expect((await me(user)).body.code).toBe('SESSION_NOT_FOUND');
});

test('one of twenty parallel deletions of a tenant succeeds, the others return 404', async () => {
  const tenant = await service.tenant();
  const replies = await race(20, () => remove(tenant));
  expect(outcomes(replies)).toEqual({ 200: 1, '404 TENANT_NOT_FOUND': 19 });
});

test('twenty parallel changes to different fields of a tenant are all stored', async () => {
  const tenant = await service.tenant();
  const values = [{ name: 'N' }, { description: 'D' }, { metadata: { m: 1 } }, { settings: { locale: 'fr' } }];
  expect(outcomes(await race(20, (caller) => patch(tenant, values[caller % 4])))).toEqual({ 200: 20 });
  const { body } = await service.admin('GET', '/auth/admin/api/tenants');
  const stored = body.data.find(({ id }: Tenant) => id === tenant.id);
  expect(stored).toMatchObject({ name: 'N', description: 'D', metadata: { m: 1 }, settings: { locale: 'fr' } });
});
