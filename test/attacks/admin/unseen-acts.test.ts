// Threat: an admin, or a stranger with a guessed secret, does what changes nothing, and the audit log does not show it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { groups } from '../../../lib/contract/index.ts';
import type { Operation } from '../../../lib/contract/operation.ts';
import { newTenantId, newUserId } from '../../../lib/platform/ids.ts';
import { callers } from '../../support/admins.ts';
import { claimsOf } from '../../support/api.ts';
import { type Entry, pagesOf, startFeed } from '../../support/audit.ts';
import { race } from '../../support/race.ts';
import { type ScopedAdmin, scopedAdmin } from '../../support/scoped-admins.ts';
import { prepared, running, type Tenant, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: false });
const A = '/auth/admin/api';
let user: string;
const feed = running(() => startFeed(service));
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  user = claimsOf((await service.signup(tenant)).tokens.accessToken).sub;
});

/** What the log has of an admin, oldest first, without logins. */
async function actsOf({ id }: { id: string }): Promise<Entry[]> {
  await feed.drain();
  const entries = await pagesOf(service, `${A}/audit?actorId=${id}`);
  return entries.filter(({ action }) => action !== 'admin.session_started').reverse();
}
const told = async (who: ScopedAdmin) =>
  (await actsOf(who)).map(({ action, operation, target }) => `${action} ${operation} ${target.id}`);

describe('an admin who', () => {
  test('looks at a user, a list and the log is recorded once an hour for each of them', async () => {
    const auditor = await scopedAdmin(service, 'auditor', [tenant.id]);
    const paths = [
      `users/${user}`,
      `users/${user}/sessions`,
      `users?tenantId=${tenant.id}`,
      `audit?tenantId=${tenant.id}`,
    ];
    for (const path of [...paths, ...paths]) expect((await auditor.get(`${A}/${path}`)).status).toBe(200);
    expect(await told(auditor)).toEqual([
      `user.read get ${user}`,
      `user.read sessions ${user}`,
      `user.read list ${tenant.id}`,
      `audit.read list ${tenant.id}`,
    ]);
  });

  test('looks at a user twenty times at once is recorded once', async () => {
    const support = await scopedAdmin(service, 'support', [tenant.id]);
    await race(20, () => support.get(`${A}/users/${user}`));
    expect(await told(support)).toEqual([`user.read get ${user}`]);
  });

  test('asks for people and tenants that do not exist leaves one entry for each list, and none for a person', async () => {
    const owner = await scopedAdmin(service, 'owner');
    const stranger = () => newUserId(newTenantId());
    for (let time = 0; time < 3; time++) {
      for (const path of ['', '/sessions', '/sign-in-status'])
        expect((await owner.get(`${A}/users/${stranger()}${path}`)).status).toBe(404);
      for (const list of [
        `users/${stranger()}/audit`,
        `users?tenantId=${newTenantId()}`,
        `audit?tenantId=${newTenantId()}`,
      ])
        expect((await owner.get(`${A}/${list}`)).body.data).toEqual([]);
    }
    const entries = ['audit.read list', 'audit.read ofUser', 'user.read list'];
    expect((await told(owner)).sort()).toEqual(entries.map((each) => `${each} deployment`));
  });

  test('exports the log is recorded', async () => {
    const owner = await scopedAdmin(service, 'owner');
    expect((await owner.get(`${A}/audit/export`)).status).toBe(200);
    expect(await told(owner)).toEqual(['audit.read export deployment']);
  });

  test('asks for what their role or their tenants do not allow is recorded once for each operation', async () => {
    const other = await service.tenant();
    const foreign = claimsOf((await service.signup(other)).tokens.accessToken).sub;
    const support = await scopedAdmin(service, 'support', [tenant.id]);
    for (let time = 0; time < 3; time++) {
      expect((await support.get(`${A}/audit`)).status).toBe(403);
      expect((await support.get(`${A}/users/${foreign}`)).status).toBe(404);
    }
    const acts = await actsOf(support);
    expect(acts.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['list', 'get']));
    expect(acts.filter(({ action }) => action === 'admin.refused')).toHaveLength(2);
    expect(acts.filter(({ outcome }) => outcome === 'failure')).toHaveLength(2);
    expect(JSON.stringify(acts)).not.toContain(foreign);
  });

  test('asks for what is outside their tenants is listed to no admin of another tenant', async () => {
    const tenants = [tenant, await service.tenant(), await service.tenant()];
    const [, , foreign] = tenants;
    const person = claimsOf((await service.signup(foreign as Tenant)).tokens.accessToken).sub;
    const paths = [`users/${person}`, `users?tenantId=${foreign?.id}`, `audit?tenantId=${foreign?.id}`];
    const [one, other] = [
      await scopedAdmin(service, 'auditor', [tenant.id]),
      await scopedAdmin(service, 'auditor', [(tenants[1] as Tenant).id]),
    ];
    for (const path of paths) await one.get(`${A}/${path}`);
    await feed.drain();
    for (const query of [`tenantId=${foreign?.id}`, `actorId=${one.id}`, `targetId=${foreign?.id}`])
      expect((await other.get(`${A}/audit?${query}`)).body.data).toEqual([]);
    expect(new Set((await actsOf(one)).map(({ action }) => action))).toEqual(new Set(['admin.refused']));
  });

  test('proves again who they are, and logs out, is recorded', async () => {
    const auditor = await scopedAdmin(service, 'auditor');
    const proof = await callers(service).reauthenticate(auditor.cookie, { password: auditor.password });
    expect(proof.status).toBe(201);
    expect((await auditor.send('POST', '/auth/admin/logout', {})).status).toBe(201);
    expect(await told(auditor)).toEqual([
      `admin.proved reauthenticate ${auditor.id}`,
      `admin.logged_out logout ${auditor.id}`,
    ]);
  });
});

test('wrong secrets of an application are recorded, five for a network, and unknown applications are not', async () => {
  const { body } = await service.admin('POST', `${A}/applications`, {
    name: 'Shop',
    kind: 'machine',
    tenantIds: [tenant.id],
  });
  const { id } = body.application;
  const send = (clientId: string) =>
    service.send('POST', '/oauth2/token', {
      raw: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: 'x',
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ip: '127.9.9.9',
    });
  for (let time = 0; time < 8; time++) expect((await send(id)).status).toBe(401);
  await feed.drain();
  const entries = await pagesOf(service, `${A}/audit?targetId=${id}`);
  const refused = entries.filter(({ action }) => action === 'application.refused');
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ outcome: 'failure', actor: { type: 'stranger' }, source: expect.anything() });
});

test('every read of an admin that is open to those who help users is recorded, or shows no person', () => {
  const operations = Object.values(groups).flatMap((group) => Object.entries<Operation>(group as never));
  const silent = operations.filter(
    ([route, { access, duty, shows }]) =>
      access === 'admin' &&
      route.startsWith('GET ') &&
      typeof duty === 'object' &&
      duty.needs === 'readUsers' &&
      !shows,
  );
  expect(silent.map(([route]) => route).sort()).toEqual([
    // Numbers, and names of tenants.
    'GET /auth/admin/api/activity',
    'GET /auth/admin/api/stats',
    'GET /auth/admin/api/tenants',
  ]);
});
