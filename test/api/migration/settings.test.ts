// Tests settings.migration of a tenant: its values, its secret, and who may change it.
import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { find } from '../../../lib/store/tenants/tenants.ts';
import { answerOf, auditedAction, DAY, feedAtRest, later, MINUTE, refusal } from '../../support/api.ts';
import { type Tenant, useService } from '../../support/service.ts';

const service = useService();
const TENANTS = '/auth/admin/api/tenants';
const patch = ({ id }: Pick<Tenant, 'id'>, migration: unknown) =>
  service.admin('PATCH', `${TENANTS}/${id}`, { settings: { migration } });
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

const oauth = (more: Record<string, unknown> = {}) => ({
  kind: 'oauth',
  url: 'https://acme.auth0.com/oauth/token',
  clientId: 'gatehouse',
  endsAt: inDays(30),
  ...more,
});
const KEY = `whsec_${'A'.repeat(32)}`;
const hook = (more: Record<string, unknown> = {}) => ({
  kind: 'hook',
  url: 'https://hook.example/login',
  clientSecret: KEY,
  endsAt: inDays(30),
  ...more,
});

test.each([
  ['a token endpoint', oauth()],
  [
    'a token endpoint with everything',
    oauth({ userinfoUrl: 'https://acme.auth0.com/userinfo', authMethod: 'basic', scope: 'openid', metadata: ['a'] }),
  ],
  ['a user pool', oauth({ kind: 'cognito', url: 'https://cognito-idp.eu-central-1.amazonaws.com/' })],
  ['a hook', hook()],
  ['an end in a year', oauth({ endsAt: inDays(365) })],
])('PATCH /auth/admin/api/tenants/{id} 200 takes %s and shows no secret', async (_, migration) => {
  const { status, body } = await patch(await service.tenant(), migration);
  const { clientSecret: _secret, ...shown } = migration as Record<string, unknown>;
  expect([status, body.tenant.settings]).toEqual([200, { migration: shown }]);
});

test.each([
  ['no end', oauth({ endsAt: undefined }), 'settings.migration.endsAt'],
  ['an end that is over', oauth({ endsAt: inDays(-1) }), 'settings.migration.endsAt'],
  ['an end in two years', oauth({ endsAt: inDays(730) }), 'settings.migration.endsAt'],
  ['an end that is no time', oauth({ endsAt: 'soon' }), 'settings.migration.endsAt'],
  ['no client', oauth({ clientId: undefined }), 'settings.migration.clientId'],
  ['plain http', oauth({ url: 'http://acme.example/token' }), 'settings.migration.url'],
  ['a user in the address', oauth({ url: 'https://a:b@acme.example/token' }), 'settings.migration.url'],
  ['another kind', oauth({ kind: 'ldap' }), 'settings.migration.kind'],
  [
    'userinfo of a user pool',
    oauth({ kind: 'cognito', userinfoUrl: 'https://a.example/' }),
    'settings.migration.userinfoUrl',
  ],
  ['a hook without key', hook({ clientSecret: undefined }), 'settings.migration.clientSecret'],
  ['a hook with a short key', hook({ clientSecret: 'whsec_AAAA' }), 'settings.migration.clientSecret'],
  ['a scope with a line break', oauth({ scope: 'a\nb' }), 'settings.migration.scope'],
  [
    '21 names of claims',
    oauth({ metadata: Array.from({ length: 21 }, (_, at) => `c${at}`) }),
    'settings.migration.metadata',
  ],
])('PATCH /auth/admin/api/tenants/{id} 400 refuses %s', async (_, migration, field) => {
  const reply = await patch(await service.tenant(), migration);
  expect(answerOf(reply)).toEqual([400, 'INVALID_INPUT']);
  expect(reply.body.message).toContain(field);
});

describe('the secret', () => {
  const stored = async ({ id }: Tenant) => (await find(id as TenantId))?.settings.migration?.clientSecret;

  test('is sealed, and stays when it is not sent again for the same client', async () => {
    const tenant = await service.tenant({ migration: oauth({ clientSecret: 'canary' }) });
    const sealed = await stored(tenant);
    expect(sealed).toMatch(/^v\d+\./);
    await patch(tenant, oauth({ scope: 'openid' }));
    expect(await stored(tenant)).toBe(sealed);
  });

  test.each([
    ['another address', { url: 'https://evil.example/token' }],
    ['another client', { clientId: 'other' }],
    ['another kind', { kind: 'cognito' }],
  ])('is not kept for %s', async (_, more) => {
    const tenant = await service.tenant({ migration: oauth({ clientSecret: 'canary' }) });
    await patch(tenant, oauth(more));
    expect(await stored(tenant)).toBeUndefined();
  });

  test('goes with the setting', async () => {
    const tenant = await service.tenant({ migration: hook() });
    const { body } = await patch(tenant, null);
    expect([body.tenant.settings, await stored(tenant)]).toEqual([{}, undefined]);
  });
});

test('a change needs a recent login', async () => {
  const tenant = await service.tenant();
  const cookie = await service.adminCookie();
  const send = () =>
    service.admin('PATCH', `${TENANTS}/${tenant.id}`, { settings: { migration: oauth() } }, { headers: { cookie } });
  expect(answerOf(await later(20 * MINUTE, send))).toEqual(refusal('REAUTH_REQUIRED'));
});

test('the audit log says that the secret was set and changed, and not what it is', async () => {
  const tenant = await service.tenant({ migration: oauth({ clientSecret: 'canary-one' }) });
  await patch(tenant, oauth({ clientSecret: 'canary-two', url: 'https://b.example/token' }));
  await feedAtRest(service);
  const [created] = await auditedAction(service, 'tenant.created', tenant.id);
  const [updated] = await auditedAction(service, 'tenant.updated', tenant.id);
  const secrets = [created, updated].map(({ after }) => after['settings.migration.clientSecret']);
  expect(secrets).toEqual(['set', 'changed']);
  expect(JSON.stringify([created, updated])).not.toContain('canary');
});
