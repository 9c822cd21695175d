// Users who may manage the applications of their tenant try to get more by one than their own session gives them.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApplicationId, TenantId } from '../../../lib/platform/ids.ts';
import { findStored } from '../../../lib/store/applications/applications.ts';
import { getMany } from '../../../lib/store/dynamo/table.ts';
import { copyOf, application as keyOf, tenantApplicationCount } from '../../../lib/store/keys.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { basic, postForm } from '../../support/applications.ts';
import { type Manager, manager, ORGANIZATION, roleWith } from '../../support/organization.ts';
import { newResource, scopeOf } from '../../support/protected-resources.ts';
import { race } from '../../support/race.ts';
import { running, startService, unique } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';
import { until } from '../../support/until.ts';

const service = running(() => startService({}, { changeFeed: true }));
beforeAll(() => service.adminCookie());
const APPLICATIONS = `${ORGANIZATION}/applications`;
const ADMINS = '/auth/admin/api/applications';

const managed = async (): Promise<Manager> => manager(service, await service.tenant(), ['organization.applications']);

async function made(by: Manager, body: object): Promise<ApplicationId> {
  const reply = await by.ask('POST', APPLICATIONS, { name: unique('app'), ...body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.application.id;
}

/** A machine of the tenant, and the header with its secret. */
async function machineOf(by: Manager) {
  const id = await made(by, { kind: 'machine' });
  const { body } = await by.ask('POST', `${APPLICATIONS}/${id}/secrets`);
  return { id, headers: basic(id, body.secret.secret) };
}

/** The status of a request for a token at the API, and its error or its scopes. */
async function tokenAt(resource: string, headers: Record<string, string>) {
  const form = { grant_type: 'client_credentials', resource };
  const { status, body } = await postForm(service, '/oauth2/token', form, { headers });
  return [status, body.error ?? body.scope];
}

describe('a machine that a manager made', () => {
  test('gets a token for its tenant without roles and permissions, and for no other tenant', async () => {
    const by = await managed();
    const other = await service.tenant();
    const { headers } = await machineOf(by);
    const token = (fields: object) =>
      postForm(service, '/oauth2/token', { grant_type: 'client_credentials', ...fields }, { headers });
    const { status, body } = await token({});
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({ tid: by.tenant.id, roles: [], permissions: [] });
    expect((await token({ tenant: other.id })).body.error).toBe('unauthorized_client');
    expect((await token({ scope: 'organization.applications' })).body.error).toBe('invalid_scope');
    expect((await token({ resource: `${service.baseUrl}/auth/admin` })).body.error).toBe('invalid_target');
  });

  test('gets no token for an API that is for the applications of the deployment alone', async () => {
    const { headers, ...machine } = await machineOf(await managed());
    const [own, open] = [await newResource(), await newResource({ isFirstPartyOnly: false })];
    expect([await tokenAt(own.uri, headers), await tokenAt(open.uri, headers)]).toEqual([
      [400, 'invalid_target'],
      [400, 'invalid_scope'],
    ]);
    await service.admin('PATCH', `${ADMINS}/${machine.id}`, { party: 'first' });
    expect(await tokenAt(own.uri, headers)).toEqual([200, 'notes:read notes:write']);
  });

  test('gets at an API for all only the scopes that a role of an admin opens: no user agrees to others', async () => {
    const by = await managed();
    const { id, headers } = await machineOf(by);
    const name = `${unique('notes')}.write`;
    await service.admin('POST', '/auth/admin/api/permissions', { name });
    const scopes = [scopeOf('notes:read'), scopeOf('notes:write', { permission: name })];
    const { uri } = await newResource({ isFirstPartyOnly: false, scopes });
    const bare = await newResource({ isFirstPartyOnly: false, scopes: [] });
    for (const at of [uri, bare.uri]) expect(await tokenAt(at, headers)).toEqual([400, 'invalid_scope']);
    await service.admin('PATCH', `${ADMINS}/${id}`, { roleIds: [await roleWith(service, by.tenant, [name])] });
    expect(await tokenAt(uri, headers)).toEqual([200, 'notes:write']);
  });
});

test('no order of simultaneous calls changes the addresses of an application after an admin gave it more', async () => {
  const by = await managed();
  const evil = ['https://evil.example/callback'];
  const home = ['https://app.example/callback'];
  for (let round = 0; round < 5; round++) {
    const id = await made(by, { kind: 'browser', redirectUris: home });
    const change = () => by.ask('PATCH', `${APPLICATIONS}/${id}`, { redirectUris: evil });
    const promote = () => service.admin('PATCH', `${ADMINS}/${id}`, { party: 'first', redirectUris: home });
    const replies = await race(6, (caller) => (caller === 3 ? promote() : change()));
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await findStored(id)).toMatchObject({ party: 'first', redirectUris: home });
    expect(answerOf(await change())).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  }
});

test('what was made in a tenant goes with it, and what admins made for it stays', async () => {
  const by = await managed();
  const ids = [await made(by, { kind: 'browser' }), (await machineOf(by)).id];
  const body = { name: 'Partner', kind: 'server', tenantIds: [by.tenant.id] };
  const partner = (await service.admin('POST', ADMINS, body)).body.application;
  await service.admin('DELETE', `/auth/admin/api/tenants/${by.tenant.id}`);
  await until(async () => {
    const count = tenantApplicationCount(by.tenant.id as TenantId);
    const left = await getMany([...ids.map(keyOf), count]);
    return left.every((item) => item === undefined) || undefined;
  }, 'no application of the tenant');
  for (const id of ids) expect(await getMany([copyOf(keyOf(id), 0)])).toMatchObject([{ isGone: true }]);
  expect((await service.admin('GET', `${ADMINS}/${partner.id}`)).status).toBe(200);
});
