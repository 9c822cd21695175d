// Tests how users manage the applications of their tenant, and which ones stay the deployment's.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { type Manager, manager, managerWith, ORGANIZATION, roleWith } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { type Tenant, unique, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const APPLICATIONS = `${ORGANIZATION}/applications`;
const ADMINS = '/auth/admin/api/applications';
const LACKING = refusal('MISSING_REQUIRED_PERMISSIONS');
const NOT_FOUND = refusal('APPLICATION_NOT_FOUND');
const PERMISSION = ['organization.applications'];
const HOME = 'https://app.customer.example/callback';

type Asking = Pick<Manager, 'ask'>;
type Application = { id: string; name: string; mayChange: boolean };

/** Each in a tenant of their own: one has at most fifty applications. */
const managed = async (tenant?: Tenant) => manager(service, tenant ?? (await service.tenant()), PERMISSION);

async function made(by: Asking, body: object = {}): Promise<Application> {
  const reply = await by.ask('POST', APPLICATIONS, { name: unique('app'), kind: 'server', ...body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.application;
}

async function madeByAdmin(body: object): Promise<Application> {
  const reply = await service.admin('POST', ADMINS, { name: unique('app'), kind: 'server', party: 'third', ...body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.application;
}

const byAdmin = async (method: string, id: string, body?: object) => {
  const reply = await service.admin(method, `${ADMINS}/${id}`, body);
  if (reply.status >= 400) throw new Error(reply.text);
  return reply.body.application;
};
const listed = async (by: Asking): Promise<Application[]> => (await by.ask('GET', APPLICATIONS)).body.applications;

/** Every change of an application. */
const changesOf = (by: Asking, id: string) => [
  () => by.ask('PATCH', `${APPLICATIONS}/${id}`, { redirectUris: ['https://evil.example/callback'] }),
  () => by.ask('POST', `${APPLICATIONS}/${id}/secrets`),
  () => by.ask('DELETE', `${APPLICATIONS}/${id}/secrets/x`),
  () => by.ask('DELETE', `${APPLICATIONS}/${id}`),
];

async function expectRefused(by: Asking, id: string, expected: unknown): Promise<void> {
  for (const change of changesOf(by, id)) expect(answerOf(await change())).toEqual(expected);
}

describe('a user who manages the applications of their tenant', () => {
  test('makes one that serves the tenant alone, as a third party, changes it and deletes it', async () => {
    const by = await managed();
    const body = {
      name: 'Portal',
      kind: 'server',
      redirectUris: [HOME],
      postLogoutRedirectUris: ['https://x.example/'],
    };
    const reply = await by.ask('POST', APPLICATIONS, body);
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        application: {
          ...body,
          id: expect.stringMatching(/^app_/),
          isActive: true,
          secrets: [],
          mayChange: true,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    ]);
    const { application } = reply.body;
    expect(await byAdmin('GET', application.id)).toMatchObject({
      party: 'third',
      grants: ['authorization_code', 'refresh_token'],
      tenantIds: [by.tenant.id],
      madeIn: by.tenant.id,
      roleIds: [],
      administers: null,
      accountByDefault: false,
      pkce: 'required',
    });
    expect((await by.ask('GET', APPLICATIONS)).body).toEqual({ applications: [application], nextCursor: null });

    const path = `${APPLICATIONS}/${application.id}`;
    const patch = { name: 'Shop', isActive: false, redirectUris: [] };
    const changed = await by.ask('PATCH', path, patch);
    expect([changed.status, changed.body.application]).toMatchObject([200, { ...patch, mayChange: true }]);
    expect((await by.ask('PATCH', path, { isActive: true })).body.application.isActive).toBe(true);

    expect((await by.ask('DELETE', path)).body).toEqual({ message: 'Application deleted.' });
    expect(await listed(by)).toEqual([]);
    const events = await until(async () => {
      const found = await publishedAbout(service, 'svc.organization_action', { targetId: application.id });
      return found.length === 4 ? found : undefined;
    }, 'four events');
    expect(events.map(({ detail }) => [detail.action, detail.actorId, detail.tenantId]).sort()).toEqual(
      ['created', 'deleted', 'updated', 'updated'].map((verb) => [`application.${verb}`, by.id, by.tenant.id]),
    );
  });

  test('has a machine that an admin makes a first party, and a third one again', async () => {
    const by = await managed();
    const { id } = await made(by, { kind: 'machine', redirectUris: undefined });
    const party = async (to: string) =>
      (await service.admin('PATCH', `${ADMINS}/${id}`, { party: to })).body.application?.party;
    expect([await party('first'), await party('third')]).toEqual(['first', 'third']);
    // A client may send back all that it has read, also once the machine is the deployment's.
    const both = { tenantIds: [by.tenant.id, (await service.tenant()).id] };
    expect(await byAdmin('PATCH', id, both)).toMatchObject({ madeIn: null, party: 'third' });
    expect(await byAdmin('PATCH', id, { ...both, party: 'third' })).toMatchObject({ party: 'third' });
    const { body } = await service.admin('POST', ADMINS, { name: 'job', kind: 'machine' });
    const reply = await service.admin('PATCH', `${ADMINS}/${body.application.id}`, { party: 'third' });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });

  test('gives it two secrets, which are shown once, and revokes them', async () => {
    const by = await managed();
    const { id } = await made(by);
    const path = `${APPLICATIONS}/${id}/secrets`;
    const first = await by.ask('POST', path);
    expect([first.status, first.body.secret]).toEqual([
      201,
      {
        id: expect.stringMatching(/^sec_/),
        hint: first.body.secret.secret.slice(-4),
        createdAt: expect.any(String),
        secret: expect.stringMatching(/^gcs_/),
      },
    ]);
    const others = await race(20, () => by.ask('POST', path));
    expect(outcomes(others)).toEqual({ 201: 1, '400 APPLICATION_SECRET_LIMIT_REACHED': 19 });
    const shown = await by.ask('GET', APPLICATIONS);
    expect(shown.body.applications[0].secrets).toHaveLength(2);
    expect(shown.text).not.toContain(first.body.secret.secret);
    expect((await by.ask('DELETE', `${path}/${first.body.secret.id}`)).body).toEqual({ message: 'Secret revoked.' });
    expect(answerOf(await by.ask('DELETE', `${path}/${first.body.secret.id}`))).toEqual(
      refusal('APPLICATION_SECRET_NOT_FOUND'),
    );
    expect((await listed(by))[0]).toMatchObject({ secrets: [{ hint: expect.any(String) }] });
    const browser = await made(by, { kind: 'browser' });
    expect(answerOf(await by.ask('POST', `${APPLICATIONS}/${browser.id}/secrets`))).toEqual(refusal('FORBIDDEN'));
  });

  test('makes at most fifty, also when twenty callers race for the last ones, and may then replace one', async () => {
    const maker = await managed();
    // The changes of one account are limited.
    const others = [1, 2].map(() => managerWith(service, maker.tenant, [maker.roleId]));
    const [racer, by] = (await Promise.all(others)) as [Manager, Manager];
    const first = await made(maker);
    for (let batch = 0; batch < 3; batch++) await race(15, () => made(maker, { kind: 'browser' }));
    const another = (who: Asking) => who.ask('POST', APPLICATIONS, { name: 'x', kind: 'native' });
    const replies = await race(20, () => another(racer));
    expect(outcomes(replies)).toEqual({ 201: 4, '400 APPLICATION_LIMIT_REACHED': 16 });
    const full = refusal('APPLICATION_LIMIT_REACHED');
    await by.ask('DELETE', `${APPLICATIONS}/${first.id}`);
    const one = await made(by);
    expect(answerOf(await another(by))).toEqual(full);
    // One that an admin takes or deletes makes room as well.
    await byAdmin('PATCH', one.id, { tenantIds: null });
    const next = await made(by);
    await byAdmin('DELETE', next.id);
    await made(by);
    expect(answerOf(await another(by))).toEqual(full);
    // Those of admins do not count.
    await madeByAdmin({ tenantIds: [by.tenant.id] });
  });

  test('reads them page by page, newest first', async () => {
    const by = await managed();
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) ids.unshift((await made(by)).id);
    const first = (await by.ask('GET', `${APPLICATIONS}?limit=2`)).body;
    const second = (await by.ask('GET', `${APPLICATIONS}?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.applications, ...second.applications].map(({ id }: Application) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const other = await managed(by.tenant);
    expect(answerOf(await other.ask('GET', `${APPLICATIONS}?cursor=${first.nextCursor}`))).toEqual(
      refusal('CURSOR_INVALID'),
    );
  });

  test('gives it nothing that only admins give, and no address that no application can have', async () => {
    const by = await managed();
    const { id } = await made(by);
    const role = await roleWith(service, by.tenant, []);
    const given = [
      { party: 'first' },
      { roleIds: [role] },
      { tenantIds: null },
      { accountByDefault: true },
      { pkce: 'optional' },
      { grants: ['authorization_code'] },
      { administers: { role: 'viewer', tenants: null } },
      { madeIn: null },
      { redirectUris: ['javascript:alert(1)'] },
      { redirectUris: ['https://*.example.com/'] },
    ];
    for (const fields of given) {
      const created = await by.ask('POST', APPLICATIONS, { name: 'x', kind: 'server', ...fields });
      expect([fields, ...answerOf(created)]).toEqual([fields, ...refusal('INVALID_INPUT')]);
      const changed = await by.ask('PATCH', `${APPLICATIONS}/${id}`, fields);
      expect([fields, ...answerOf(changed)]).toEqual([fields, ...refusal('INVALID_INPUT')]);
    }
    const machine = await by.ask('POST', APPLICATIONS, { name: 'x', kind: 'machine', redirectUris: [HOME] });
    expect(answerOf(machine)).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await by.ask('PATCH', `${APPLICATIONS}/${id}`, {}))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await by.ask('PATCH', `${APPLICATIONS}/${id}`, { kind: 'machine' }))).toEqual(
      refusal('INVALID_INPUT'),
    );
  });

  test('needs a recent login for each change, and none for the list', async () => {
    const by = await managed();
    const { id } = await made(by);
    await later(16 * MINUTE, async () => {
      const { body } = await service.post('/auth/refresh-token', { refreshToken: by.tokens.refreshToken });
      const headers = { authorization: `Bearer ${body.accessToken}` };
      const old: Asking = {
        ask: (method, path, sent) => service.send(method, path, { headers, ...(sent !== undefined && { body: sent }) }),
      };
      for (const change of [() => old.ask('POST', APPLICATIONS, { name: 'x', kind: 'browser' }), ...changesOf(old, id)])
        expect(answerOf(await change())).toEqual(refusal('REAUTH_REQUIRED'));
      expect((await old.ask('GET', APPLICATIONS)).status).toBe(200);
    });
  });

  test('loses what they may do before the change is written', async () => {
    const by = await managed();
    const { id } = await made(by);
    await service.admin('PATCH', `/auth/admin/api/users/${by.id}`, { roleIds: [] });
    await expectRefused(by, id, LACKING);
    expect(answerOf(await by.ask('POST', APPLICATIONS, { name: 'x', kind: 'server' }))).toEqual(LACKING);
  });
});

describe('an application of others', () => {
  test('does not exist for them: that of another tenant, of two tenants, and of all', async () => {
    const by = await managed();
    const other = await managed();
    const foreign = await made(other);
    const both = await madeByAdmin({ tenantIds: [by.tenant.id, other.tenant.id] });
    const all = await madeByAdmin({});
    for (const id of [foreign.id, both.id, all.id, `app_${'0'.repeat(22)}`, 'x', 'https://client.example/id'])
      await expectRefused(by, encodeURIComponent(id), NOT_FOUND);
    expect(await listed(by)).toEqual([]);
    expect((await listed(other)).map(({ id }) => id)).toEqual([foreign.id]);
  });

  test('that an admin made for the tenant is shown, and not changed: people may have consented to it', async () => {
    const by = await managed();
    const { id } = await madeByAdmin({ tenantIds: [by.tenant.id], redirectUris: [HOME] });
    expect(await listed(by)).toMatchObject([{ id, mayChange: false, redirectUris: [HOME] }]);
    await expectRefused(by, id, LACKING);
  });

  test('is listed as soon as an admin limits it to the tenant, and no longer when it serves another one', async () => {
    const by = await managed();
    const { id } = await madeByAdmin({});
    const serve = (tenantIds: string[] | null) => byAdmin('PATCH', id, { tenantIds });
    await serve([by.tenant.id]);
    expect((await listed(by)).map((each) => each.id)).toEqual([id]);
    for (const others of [[by.tenant.id, (await service.tenant()).id], null]) {
      await serve(others);
      expect(await listed(by)).toEqual([]);
    }
  });
});

describe('an application that was made in the tenant', () => {
  test.each<[string, (tenant: Tenant) => Promise<object> | object]>([
    ['a place among your own applications', () => ({ party: 'first' })],
    [
      'a grant that acts for users',
      () => ({ grants: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'] }),
    ],
  ])('is not changed after an admin gave it %s', async (_, given) => {
    const by = await managed();
    const { id } = await made(by);
    await byAdmin('PATCH', id, await given(by.tenant));
    expect(await listed(by)).toMatchObject([{ id, mayChange: false }]);
    await expectRefused(by, id, LACKING);
  });

  test('is not changed as a machine with roles or with the rights of an admin', async () => {
    const by = await managed();
    const role = await roleWith(service, by.tenant, []);
    for (const given of [{ roleIds: [role] }, { administers: { role: 'support', tenants: [by.tenant.id] } }]) {
      const { id } = await made(by, { kind: 'machine' });
      await byAdmin('PATCH', id, given);
      await expectRefused(by, id, LACKING);
      await byAdmin('PATCH', id, { roleIds: [], administers: null });
      expect((await by.ask('POST', `${APPLICATIONS}/${id}/secrets`)).status).toBe(201);
    }
  });

  test('leaves no network of its maker in the audit log when their account is deleted', async () => {
    const by = await managed();
    const { id } = await made(by);
    const entryOf = async () => {
      const { body } = await service.admin('GET', `/auth/admin/api/audit?tenantId=${by.tenant.id}`);
      const is = (entry: { action: string; target: { id: string } }) =>
        entry.action === 'application.created' && entry.target.id === id;
      return body.data.find(is);
    };
    await until(async () => (await entryOf())?.source?.ipAddress ?? undefined, 'the entry with the network');
    expect((await service.admin('DELETE', `/auth/admin/api/users/${by.id}`)).status).toBe(200);
    await until(async () => ((await entryOf()).source?.ipAddress ? undefined : true), 'the entry without the network');
  });

  test('stays disabled when an admin disabled it, also after a manager did so first, until an admin enables it', async () => {
    const by = await managed();
    const { id } = await made(by);
    await by.ask('PATCH', `${APPLICATIONS}/${id}`, { isActive: false });
    await byAdmin('PATCH', id, { isActive: false });
    expect(answerOf(await by.ask('PATCH', `${APPLICATIONS}/${id}`, { isActive: true }))).toEqual(LACKING);
    await expectRefused(by, id, LACKING);
    await byAdmin('PATCH', id, { name: 'Another name' });
    await expectRefused(by, id, LACKING);
    await byAdmin('PATCH', id, { isActive: true });
    expect((await by.ask('PATCH', `${APPLICATIONS}/${id}`, { isActive: false })).status).toBe(200);
  });

  test('is yours for good when an admin lets it serve another tenant', async () => {
    const by = await managed();
    const other = await managed();
    const { id } = await made(by);
    expect((await byAdmin('PATCH', id, { tenantIds: [by.tenant.id, other.tenant.id] })).madeIn).toBeNull();
    await expectRefused(by, id, NOT_FOUND);
    expect((await byAdmin('PATCH', id, { tenantIds: [by.tenant.id] })).madeIn).toBeNull();
    await expectRefused(by, id, LACKING);
  });

  test('has what an admin changes in the log of the deployment, which names other tenants', async () => {
    const tenant = await service.tenant();
    const by = await manager(service, tenant);
    const { id } = await made(by);
    await byAdmin('PATCH', id, { isActive: false });
    const [event] = await publishedAbout(service, 'svc.admin_action', { targetId: id });
    expect(event?.detail).toMatchObject({ action: 'application.updated', tenantId: null });
  });

  test('is changed by either of two managers who race, and each change counts', async () => {
    const one = await managed();
    const two = await managerWith(service, one.tenant, [one.roleId]);
    const { id } = await made(one);
    const replies = await race(20, (at) =>
      (at % 2 ? one : two).ask('PATCH', `${APPLICATIONS}/${id}`, { name: `Name ${at}` }),
    );
    expect(outcomes(replies)).toEqual({ 200: 20 });
  });
});
