// GET /auth/admin/api/audit and GET /auth/admin/api/users/{id}/audit: what is recorded, and how it is found.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimsOf } from '../../support/api.ts';
import { type Entry, exported, type Feed, pagesOf, startFeed } from '../../support/audit.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { bearer, newEmail, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: false });
const PATH = '/auth/admin/api/audit';
let feed: Feed;
let tenant: Tenant;
let other: Tenant;
let ada: User;
let id: string;
let adminId: string;

const idOf = ({ tokens }: User): string => claimsOf(tokens.accessToken).sub;
const actions = (entries: Entry[]): string[] => entries.map(({ action }) => action);
const one = (entries: Entry[], action: string): Entry => {
  const found = entries.find((entry) => entry.action === action);
  if (!found) throw new Error(`${action} is not among ${actions(entries)}`);
  return found;
};

beforeAll(async () => {
  feed = await startFeed(service);
  [tenant, other] = [await service.tenant(), await service.tenant()];
  ada = await service.signup(tenant);
  id = idOf(ada);
  await service.signup(other);
  const agent = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' } };
  const { body: tokens } = await service.login(ada, agent);
  await service.login({ ...ada, password: 'wrong password 1' }, agent);
  await service.post('/auth/logout', {}, { headers: bearer(tokens) });
  await service.admin('PATCH', `/auth/admin/api/users/${id}`, { name: 'Ada' });
  await service.admin('DELETE', `/auth/admin/api/users/${id}/sessions`);
  adminId = (await service.admin('GET', '/auth/admin/me')).body.id;
  await feed.drain();
});
afterAll(() => feed.stop());

describe('200: the log of a user', () => {
  test('has sign-up, sign-in, failed sign-in, end of a session and changes by admins, newest first', async () => {
    const entries = await pagesOf(service, `/auth/admin/api/users/${id}/audit`);
    const times = entries.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(actions(entries).sort()).toEqual(
      [
        'registered',
        'session.ended',
        'session.failed',
        'session.started',
        'session.started',
        'user.sessions_revoked',
        'user.updated',
      ].sort(),
    );
    expect(entries.every((entry) => entry.tenantId === tenant.id && entry.target.id === id)).toBe(true);
  });

  test('says of a sign-in who it was, from where, by which device and in which request', async () => {
    const entries = await pagesOf(service, `/auth/admin/api/users/${id}/audit`);
    expect(one(entries, 'session.started')).toMatchObject({
      outcome: 'success',
      actor: { type: 'user', id },
      via: null,
      requestId: expect.stringMatching(/^[\w=-]{8,}$/),
      source: { ipAddress: expect.any(String), deviceName: 'Firefox on Linux' },
      detail: { methods: ['pwd'], sessionId: expect.stringMatching(/^ses_/) },
      isErased: false,
    });
    expect(one(entries, 'session.failed')).toMatchObject({
      outcome: 'failure',
      actor: { type: 'stranger', id: null },
      operation: 'login',
      source: { deviceName: 'Firefox on Linux' },
    });
  });

  test('says of a change by an admin who made it, and the values before and after', async () => {
    const entries = await pagesOf(service, `/auth/admin/api/users/${id}/audit`);
    expect(one(entries, 'user.updated')).toMatchObject({
      actor: { type: 'admin', id: adminId },
      operation: 'update',
      before: { name: null },
      after: { name: 'Ada' },
    });
  });

  test('has the same entries in pages of one', async () => {
    const path = `/auth/admin/api/users/${id}/audit`;
    expect(await pagesOf(service, path, 1)).toEqual(await pagesOf(service, path));
  });

  test('is empty for a user who never existed', async () => {
    const reply = await service.admin('GET', `/auth/admin/api/users/${id.slice(0, -4)}0000/audit`);
    expect(reply.body).toEqual({ data: [], meta: { nextCursor: null } });
  });
});

describe('200: the log of a tenant and of the deployment', () => {
  test('a tenant has the entries of its users and its own, and none of another tenant', async () => {
    const entries = await pagesOf(service, `${PATH}?tenantId=${tenant.id}`);
    expect(actions(entries)).toEqual(expect.arrayContaining(['tenant.created', 'registered', 'user.updated']));
    expect(new Set(entries.map((entry) => entry.tenantId))).toEqual(new Set([tenant.id]));
    expect(await pagesOf(service, `${PATH}?tenantId=${tenant.id}`, 3)).toEqual(entries);
  });

  test('the deployment has the entries of all tenants and those of none', async () => {
    const entries = await pagesOf(service, PATH);
    expect(new Set(entries.map((entry) => entry.tenantId))).toEqual(new Set([tenant.id, other.id, null]));
    expect(actions(entries)).toContain('admin.session_started');
    expect((await pagesOf(service, PATH, 2)).map((entry) => entry.id).sort()).toEqual(
      entries.map((entry) => entry.id).sort(),
    );
  });

  test.each([
    ['action', () => 'action=registered', 2],
    ['actor', () => `actorId=${id}`, 3],
    ['target', () => `targetId=${id}`, 7],
    ['target and action', () => `targetId=${id}&action=user.updated`, 1],
    ['tenant and action', () => `tenantId=${tenant.id}&action=session.started`, 2],
    ['a tenant that does not exist', () => 'tenantId=ten_nobody', 0],
    ['a period in the past', () => 'to=2020-01-01T00:00:00.000Z', 0],
    ['a period in the future', () => 'from=2090-01-01T00:00:00.000Z', 0],
    ['a tenant and a period in the past', () => `tenantId=${tenant.id}&to=2020-01-01T00:00:00.000Z`, 0],
    ['a target and a period in the future', () => `targetId=${id}&from=2090-01-01T00:00:00.000Z`, 0],
    ['the target of another tenant', () => `targetId=${id}&tenantId=${other.id}`, 0],
  ])('finds entries by %s', async (_, query, expected) => {
    for (const limit of [1, 100]) expect(await pagesOf(service, `${PATH}?${query()}`, limit)).toHaveLength(expected);
  });

  test('a role, which is no user, has a log of its own', async () => {
    const { body } = await service.admin('POST', '/auth/admin/api/roles', { name: 'clerk', tenantId: tenant.id });
    await feed.drain();
    const entries = await pagesOf(service, `${PATH}?targetId=${body.role.id}`);
    expect(entries).toMatchObject([{ action: 'role.created', target: { type: 'role', id: body.role.id } }]);
  });
});

describe('200: the log of one’s own account', () => {
  const own = async () => (await service.get('/auth/audit', { headers: bearer((await service.login(ada)).body) })).body;

  test('says what happened, without naming an admin or showing their address', async () => {
    const { data } = await own();
    const update = data.find(({ action }: Entry) => action === 'user.updated');
    expect(update).toEqual({
      id: expect.any(String),
      occurredAt: expect.any(String),
      action: 'user.updated',
      outcome: 'success',
      by: 'admin',
      ipAddress: null,
      deviceName: null,
    });
    expect(data.find(({ action }: Entry) => action === 'session.started')).toMatchObject({ by: 'you' });
    expect(JSON.stringify(data)).not.toContain(adminId);
  });
});

describe('a user who does something to another one', () => {
  test('is listed with it, and is erased from it when they are deleted', async () => {
    const admin = async (path: string, body: object) =>
      (await service.admin('POST', `/auth/admin/api/${path}`, body)).body;
    await admin('permissions', { name: 'users.invite' });
    const { role } = await admin('roles', { name: 'Host', tenantId: tenant.id, permissions: ['users.invite'] });
    const host = await service.signup(tenant);
    await service.admin('PATCH', `/auth/admin/api/users/${idOf(host)}`, { roleIds: [role.id] });
    const headers = { ...bearer((await service.login(host)).body), 'user-agent': 'Host/1.0' };
    const { userId } = (await service.post('/auth/invite', { email: newEmail() }, { headers })).body;
    await feed.drain();
    const invited = async (of: string) =>
      one(await pagesOf(service, `/auth/admin/api/users/${of}/audit`), 'user_invited');
    expect(await invited(idOf(host))).toEqual(await invited(userId));
    expect(await invited(userId)).toMatchObject({
      actor: { type: 'user', id: idOf(host) },
      target: { type: 'user', id: userId },
      source: { userAgent: 'Host/1.0' },
    });
    expect(JSON.stringify(await invited(userId))).not.toMatch(/token/i);

    await service.admin('DELETE', `/auth/admin/api/users/${idOf(host)}`);
    await feed.drain();
    expect(await invited(userId)).toMatchObject({
      isErased: true,
      source: null,
      actor: { id: idOf(host) },
    });
    expect(Object.keys((await invited(userId)).detail).sort()).toEqual([
      'channel',
      'expiresAt',
      'invitedBy',
      'isNewUser',
    ]);
    const left = await pagesOf(service, `/auth/admin/api/users/${idOf(host)}/audit`);
    expect(actions(left)).toEqual(expect.arrayContaining(['registered', 'user.deleted', 'user_invited']));
    const isFactual = ['session.ended', 'user.erased', 'user.updated', 'audit.read'];
    expect(left.filter(({ isErased, action }) => !isErased && !isFactual.includes(action))).toEqual([]);
    expect(JSON.stringify(left)).not.toContain(host.email);
  });
});

describe('settings.audit.retentionDays', () => {
  test('decides for how long new entries are kept', async () => {
    const short = await service.tenant({ audit: { retentionDays: 30 } });
    await feed.drain();
    const [line] = (await exported(service))
      .map((text) => JSON.parse(text))
      .filter((each) => each.tenantId === short.id);
    expect((Date.parse(line.keptUntil) - Date.parse(line.occurredAt)) / 86_400_000).toBeCloseTo(30, 3);
    const refused = await service.admin('PATCH', `/auth/admin/api/tenants/${short.id}`, {
      settings: { audit: { retentionDays: 29 } },
    });
    expect(refused.body.code).toBe('INVALID_INPUT');
  });
});

describe('400: the log of one’s own account', () => {
  const own = async (query: string) =>
    (await service.get(`/auth/audit?${query}`, { headers: bearer((await service.login(ada)).body) })).body.code;

  test('INVALID_INPUT: a limit of 0', async () => expect(await own('limit=0')).toBe('INVALID_INPUT'));
  test('CURSOR_INVALID: a cursor of an admin', async () => {
    const { body } = await service.admin('GET', `/auth/admin/api/users/${id}/audit?limit=1`);
    expect(await own(`cursor=${encodeURIComponent(body.meta.nextCursor)}`)).toBe('CURSOR_INVALID');
  });
});

describe('a failed sign-in', () => {
  test('of an address without an account is not recorded', async () => {
    await feed.drain();
    const before = (await pagesOf(service, `${PATH}?tenantId=${tenant.id}`)).length;
    await service.login({ tenant, email: newEmail(), password: 'wrong password 1' });
    await feed.drain();
    expect(await pagesOf(service, `${PATH}?tenantId=${tenant.id}`)).toHaveLength(before);
  });
});

describe('400', () => {
  test.each([['limit=0'], ['limit=101'], ['from=yesterday'], ['colour=red'], ['action=']])(
    'INVALID_INPUT: %s',
    async (query) => {
      expect((await service.admin('GET', `${PATH}?${query}`)).body.code).toBe('INVALID_INPUT');
    },
  );
  test.each([['/auth/admin/api/audit/export'], [`/auth/admin/api/users/x/audit`]])(
    'INVALID_INPUT: %s with a limit of 0',
    async (path) => {
      expect((await service.admin('GET', `${path}?limit=0`)).body.code).toBe('INVALID_INPUT');
    },
  );
  test('CURSOR_INVALID: a cursor of other filters', async () => {
    const { body } = await service.admin('GET', `${PATH}?limit=1`);
    const cursor = encodeURIComponent(body.meta.nextCursor);
    expect((await service.admin('GET', `${PATH}?action=registered&cursor=${cursor}`)).body.code).toBe('CURSOR_INVALID');
    expect((await service.admin('GET', `/auth/admin/api/users/${id}/audit?cursor=${cursor}`)).body.code).toBe(
      'CURSOR_INVALID',
    );
    expect((await service.admin('GET', `/auth/admin/api/audit/export?cursor=${cursor}`)).body.code).toBe(
      'CURSOR_INVALID',
    );
  });
});

test('404: USER_NOT_FOUND for a text that is no id', async () => {
  expect((await service.admin('GET', '/auth/admin/api/users/ada/audit')).body.code).toBe('USER_NOT_FOUND');
});

describe('names beside ids', () => {
  const entryOf = async (get: (path: string) => Promise<{ body: { data: Entry[] } }>, user: string) =>
    one((await get(`/auth/admin/api/users/${user}/audit`)).body.data, 'user.updated');

  test('are read with the page: of users to admins of their tenant, of admins to those of the deployment', async () => {
    const user = await service.signup(tenant);
    const id = idOf(user);
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { isActive: false });
    await feed.drain();
    const auditor = await scopedAdmin(service, 'auditor', [tenant.id]);
    const all = await entryOf((path) => service.admin('GET', path), id);
    expect(all).toMatchObject({ actor: { name: expect.stringContaining('@') }, target: { name: user.email } });
    expect(await entryOf(auditor.get, id)).toMatchObject({ actor: { name: null }, target: { name: user.email } });

    await service.admin('DELETE', `/auth/admin/api/users/${id}`);
    await feed.drain();
    expect(await entryOf((path) => service.admin('GET', path), id)).toMatchObject({ target: { id, name: null } });
  });
});
