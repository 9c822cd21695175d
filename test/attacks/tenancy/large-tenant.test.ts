// Threat: a tenant with large settings makes every request of its users dear, and its one item refuses reads at a
// fraction of the traffic of others. What its users do most costs the same reads as in a small tenant.
import { beforeAll, expect, test } from '@jest/globals';
import { find } from '../../../lib/store/tenants/tenants.ts';
import { createJar } from '../../support/jar.ts';
import { LARGEST_TENANT } from '../../support/largest-tenant.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { bearer, prepared, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();

const large = prepared(() => service.tenant());
beforeAll(async () => {
  for (const patch of LARGEST_TENANT) {
    const reply = await service.admin('PATCH', `/auth/admin/api/tenants/${large.id}`, patch);
    if (reply.status !== 200) throw new Error(reply.text);
  }
});
const users = prepared(async () => ({
  small: await service.signup(await service.tenant()),
  large: await service.signup(large),
}));

const actions: [string, (user: User) => Promise<{ status: number }>][] = [
  ['verify-session', ({ tokens }) => service.get('/auth/verify-session', { headers: bearer(tokens) })],
  ['me', ({ tokens }) => service.get('/auth/me', { headers: bearer(tokens) })],
  ['refresh-token', ({ tokens }) => service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken })],
  ['login', (user) => service.login(user)],
  [
    'passwordless/send',
    ({ tenant, email }) =>
      service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: email, channel: 'email' }),
  ],
  ['forgot-password', ({ tenant, email }) => service.post('/auth/forgot-password', { tenantId: tenant.id, email })],
];

test('a request with cookies from a listed origin reads no more in the largest tenant than in a small one', async () => {
  const { body } = await service.admin('GET', '/auth/admin/api/tenants');
  const [listed]: string[] = body.data.find(({ id }: Tenant) => id === large.id).settings.allowedOrigins;
  const origin = listed as string;
  const reads = async (tenant: Tenant) => {
    const jar = createJar(service);
    const { email, password } = await service.signup(tenant);
    await jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
    const call = async () => {
      const reply = await jar.get('/auth/me', { headers: { origin } });
      expect(reply.headers['access-control-allow-origin']).toBe(origin);
      return reply;
    };
    return costOf(call);
  };
  expect(await reads(large)).toEqual(await reads(await service.tenant({ allowedOrigins: [origin] })));
});

async function costOf(call: () => Promise<{ status: number }>) {
  const lines = await logged(async () => expect((await call()).status).toBe(200));
  const [line] = ofEvent(lines, 'request') as [Line];
  return { read: line.readUnits, write: line.writeUnits };
}

test('the largest tenant has an item that takes many read units', async () => {
  const size = JSON.stringify(await find(large.id as never)).length;
  expect(size).toBeGreaterThan(100 * 1024);
});

test.each(actions)('%s costs the same reads and writes in the largest tenant as in a small one', async (_, call) => {
  const [small, costly] = [await costOf(() => call(users.small)), await costOf(() => call(users.large))];
  expect(costly).toEqual(small);
  expect(small.read).toBeGreaterThan(0);
});
