// Attacks setup links: races, replays, other tenants, other operations, and makers who lost what they gave.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf } from '../../../lib/contract/operation.ts';
import { answerOf, pathFor, refusal } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { manager, ORGANIZATION } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { prepared, useService } from '../../support/service.ts';
import { newSetup, newSetupLink, setupWith, tokenIn } from '../../support/setup-links.ts';

const LINKS = `${ORGANIZATION}/setup-links`;
const PROVIDERS = `${ORGANIZATION}/providers`;
const CONNECTIONS = `${ORGANIZATION}/scim-connections`;
const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const other = prepared(() => service.tenant());
const begin = (token: string) => service.post(`${ORGANIZATION}/setup/begin`, { token });
const provider = { name: 'evil', issuer: 'https://evil.example', clientId: 'x' };
const ENDED = refusal('SESSION_NOT_FOUND');

test('of twenty callers with one link, one begins its session', async () => {
  const token = tokenIn((await newSetupLink(service, tenant)).url);
  expect(outcomes(await race(20, () => begin(token)))).toEqual({ 200: 1, '400 SETUP_LINK_INVALID': 19 });
  expect(answerOf(await begin(token))).toEqual(refusal('SETUP_LINK_INVALID'));
});

test('a token with the id of another link, or of another tenant, opens nothing', async () => {
  const [mine, theirs] = [await newSetupLink(service, tenant), await newSetupLink(service, other)];
  const [a, b] = [tokenIn(mine.url).split('.'), tokenIn(theirs.url).split('.')];
  for (const token of [`${a[0]}.${b[1]}`, `${b[0]}.${a[1]}`])
    expect(answerOf(await begin(token))).toEqual(refusal('SETUP_LINK_INVALID'));
});

test('the token of a link is not its session, and the session of a link is not its token', async () => {
  const { url } = await newSetupLink(service, tenant);
  const setup = await setupWith(service, url);
  const name = setup.headers.cookie.split('=')[0];
  const forged = { ...setup.headers, cookie: `${name}=${tokenIn(url)}` };
  expect(answerOf(await service.get(ORGANIZATION, { headers: forged }))).toEqual(ENDED);
  expect(answerOf(await begin(setup.headers.cookie.slice(name!.length + 1)))).toEqual(refusal('SETUP_LINK_INVALID'));
});

test('acts in the tenant of the link alone', async () => {
  const setup = await newSetup(service, tenant);
  await setup.ask('POST', PROVIDERS, provider);
  const foreign = await manager(service, other);
  expect((await foreign.ask('GET', PROVIDERS)).body.providers).toEqual([]);
});

describe('every operation of the contract with the session of a setup link', () => {
  const OPEN = [
    'GET /auth/organization',
    'GET /auth/organization/providers',
    'POST /auth/organization/providers',
    'PATCH /auth/organization/providers/{name}',
    'DELETE /auth/organization/providers/{name}',
    'POST /auth/organization/providers/{name}/test',
    'POST /auth/organization/providers/{name}/try',
    'GET /auth/organization/scim-connections',
    'POST /auth/organization/scim-connections',
    'PATCH /auth/organization/scim-connections/{id}',
    'POST /auth/organization/scim-connections/{id}/rotate',
    'DELETE /auth/organization/scim-connections/{id}',
    'GET /auth/organization/scim-connections/{id}/groups',
    'PUT /auth/organization/scim-connections/{id}/groups/{groupId}',
    'POST /auth/organization/setup/end',
  ];

  test('only those of setup are open', () => {
    const open = operations.filter(({ operation }) => operation.admits?.setup).map(({ route }) => route);
    expect(open.filter((route) => !/\/domains/.test(route)).sort()).toEqual(OPEN.sort());
  });

  const guarded = operations.filter(
    ({ operation }) =>
      !operation.admits?.setup && !['public', 'client', 'secret', 'optional', 'visitor'].includes(operation.access),
  );
  test('all others respond as without a credential', async () => {
    const setup = await newSetup(service, tenant, ['sso', 'domains']);
    for (const { route, operation } of guarded) {
      const body = operation.body ? { body: {} } : {};
      const plain = await service.send(methodOf(route), pathFor(route), body);
      const reply = await service.send(methodOf(route), pathFor(route), { ...body, headers: setup.headers });
      expect([route, answerOf(reply)]).toEqual([route, answerOf(plain)]);
      expect([route, reply.status >= 400]).toEqual([route, true]);
    }
  });

  test('a link for domains opens no provider and no connection of a directory', async () => {
    const setup = await newSetup(service, tenant, ['domains']);
    for (const [method, path, body] of [
      ['GET', PROVIDERS],
      ['POST', PROVIDERS, provider],
      ['PATCH', `${PROVIDERS}/x`, { enabled: true }],
      ['DELETE', `${PROVIDERS}/x`],
      ['POST', `${PROVIDERS}/x/test`],
      ['GET', CONNECTIONS],
      ['POST', CONNECTIONS, { name: 'Okta' }],
      ['PATCH', `${CONNECTIONS}/x`, { isPaused: true }],
      ['POST', `${CONNECTIONS}/x/rotate`, {}],
      ['DELETE', `${CONNECTIONS}/x`],
      ['GET', `${CONNECTIONS}/x/groups`],
      ['PUT', `${CONNECTIONS}/x/groups/x`, { roleId: null }],
    ] as const)
      expect(answerOf(await setup.ask(method, path, body))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  });
});

describe('the session ends with the next request', () => {
  test('when its maker loses the role, or is disabled', async () => {
    for (const lose of [{ roleIds: [] }, { isActive: false }]) {
      const maker = await manager(service, tenant, ['organization.sso']);
      const { body } = await maker.ask('POST', LINKS, { intents: ['sso'] });
      const open = await maker.ask('POST', LINKS, { intents: ['sso'] });
      const setup = await setupWith(service, body.url);
      expect((await setup.ask('GET', PROVIDERS)).status).toBe(200);
      await service.admin('PATCH', `/auth/admin/api/users/${maker.id}`, lose);
      expect(answerOf(await setup.ask('POST', PROVIDERS, provider))).toEqual(ENDED);
      expect(answerOf(await begin(tokenIn(open.body.url)))).toEqual(refusal('SETUP_LINK_INVALID'));
    }
  });

  test('when its maker loses one of two intents, that intent ends', async () => {
    const maker = await manager(service, tenant, ['organization.sso']);
    const second = await manager(service, tenant, ['organization.domains']);
    await service.admin('PATCH', `/auth/admin/api/users/${maker.id}`, { roleIds: [maker.roleId, second.roleId] });
    const again = await service.login(maker);
    const headers = { authorization: `Bearer ${again.body.accessToken}` };
    const { body } = await service.post(LINKS, { intents: ['sso', 'domains'] }, { headers });
    const setup = await setupWith(service, body.url);
    await service.admin('PATCH', `/auth/admin/api/users/${maker.id}`, { roleIds: [second.roleId] });
    expect((await setup.ask('GET', ORGANIZATION)).body.permissions).toEqual(['organization.domains']);
    expect(answerOf(await setup.ask('GET', PROVIDERS))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  });

  test('when the admin who made it may no longer change the tenant', async () => {
    const admin = await scopedAdmin(service, 'operator', [tenant.id]);
    const made = await admin.send('POST', `/auth/admin/api/tenants/${tenant.id}/setup-links`, {
      intents: ['sso'],
    });
    const setup = await setupWith(service, made.body.url);
    expect((await setup.ask('GET', PROVIDERS)).status).toBe(200);
    await service.admin('PATCH', `/auth/admin/admins/${admin.id}`, { tenants: [other.id] });
    expect(answerOf(await setup.ask('GET', PROVIDERS))).toEqual(ENDED);
  });

  test('when the tenant is disabled, its sessions are ended, or it is deleted', async () => {
    const end = [
      (id: string) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { isActive: false }),
      (id: string) => service.admin('DELETE', `/auth/admin/api/tenants/${id}/sessions`),
      (id: string) => service.admin('DELETE', `/auth/admin/api/tenants/${id}`),
    ];
    for (const each of end) {
      const mine = await service.tenant();
      const [setup, open] = [await newSetup(service, mine), await newSetupLink(service, mine)];
      expect((await each(mine.id)).status).toBe(200);
      expect(answerOf(await setup.ask('POST', PROVIDERS, provider))).toEqual(ENDED);
      expect(answerOf(await begin(tokenIn(open.url)))).toEqual(refusal('SETUP_LINK_INVALID'));
    }
  });
});

test('a scoped admin makes no link for a tenant of others', async () => {
  const admin = await scopedAdmin(service, 'operator', [other.id]);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', { intents: ['sso'] }],
    ['DELETE', '/x', undefined],
  ] as const) {
    const reply = await admin.send(method, `/auth/admin/api/tenants/${tenant.id}/setup-links${path}`, body);
    expect(answerOf(reply)).toEqual(refusal('TENANT_NOT_FOUND'));
  }
});

// A thief of a session would otherwise keep a door into the tenant for seven days, after its owner has shut them out.
test('a link ends, and so does its session, when all sessions of the user who made it end', async () => {
  const maker = await manager(service, tenant, ['organization.sso']);
  const [used, open] = [
    await maker.ask('POST', LINKS, { intents: ['sso'] }),
    await maker.ask('POST', LINKS, { intents: ['sso'] }),
  ];
  const setup = await setupWith(service, used.body.url);
  expect((await setup.ask('GET', PROVIDERS)).status).toBe(200);
  expect((await service.admin('DELETE', `/auth/admin/api/users/${maker.id}/sessions`)).status).toBe(200);
  expect(answerOf(await setup.ask('POST', PROVIDERS, provider))).toEqual(ENDED);
  expect(answerOf(await begin(tokenIn(open.body.url)))).toEqual(refusal('SETUP_LINK_INVALID'));
});
