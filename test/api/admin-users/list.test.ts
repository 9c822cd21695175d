// Tests GET /auth/admin/api/users: order, pages, cursors, filters and search, alone and in combination.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, idsOf, USERS } from '../../support/admin-users.ts';
import { answerOf, HOUR, later, refusal } from '../../support/api.ts';
import { running, startService, type Tenant, unique } from '../../support/service.ts';

let [acme, umbrella]: Tenant[] = [];
/** Holds the users in order of creation, oldest first. */
const users: Awaited<ReturnType<typeof createUser>>[] = [];
const newest = (matches: (index: number) => boolean): string[] =>
  users
    .filter((_, index) => matches(index))
    .map(({ id }) => id)
    .reverse();

const service = running(() => startService({}, { changeFeed: true }));
beforeAll(async () => {
  [acme, umbrella] = [await service.tenant(), await service.tenant()];
  for (let index = 0; index < 24; index++) {
    const more = {
      email: `${index % 3 ? 'alpha' : 'beta'}.${index}@example.com`,
      ...(index % 2 ? { emailVerifiedAt: '2026-01-01T00:00:00Z' } : {}),
      isActive: index % 4 !== 0,
      ...(index % 6 ? {} : { phone: `+4930123450${String(index).padStart(2, '0')}` }),
      metadata: index % 8 ? {} : { firstName: 'Zoë', lastName: `van Dijk-${index}`, name: `Dr Zo ${index}` },
    };
    users.push(await createUser(service, (index < 16 ? acme : umbrella) as Tenant, more));
  }
});

const list = (query: Record<string, string | number> = {}) =>
  service.admin('GET', `${USERS}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`);

/** Collects every page by following its cursor. */
async function walk(query: Record<string, string | number>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply = await list({ ...query, ...(cursor && { cursor }) });
    expect(reply.status).toBe(200);
    ids.push(...idsOf(reply));
    cursor = reply.body.meta.nextCursor;
  }
  return ids;
}

const filters: [string, Record<string, string>, (index: number) => boolean][] = [
  ['no filter', {}, () => true],
  ['scope all', { scope: 'all' }, () => true],
  ['scope tenant', { scope: 'tenant' }, () => true],
  ['scope platform', { scope: 'platform' }, () => false],
  ['active', { status: 'active' }, (index) => index % 4 !== 0],
  ['inactive', { status: 'inactive' }, (index) => index % 4 === 0],
  ['verified', { status: 'verified' }, (index) => index % 2 === 1],
  ['unverified', { status: 'unverified' }, (index) => index % 2 === 0],
  ['e-mail prefix', { search: 'ALPHA' }, (index) => index % 3 !== 0],
  ['whole e-mail', { search: 'beta.9@example.com' }, (index) => index === 9],
  ['phone with plus', { search: '+4930123450' }, (index) => index % 6 === 0],
  ['phone in local spelling', { search: '+49 (30) 12345-012' }, (index) => index === 12],
  ['first word of a name', { search: 'zoë' }, (index) => index % 8 === 0],
  ['last word of a name', { search: 'dijk-8' }, (index) => index === 8],
  ['words of a name', { search: ' Van  DIJK' }, (index) => index % 8 === 0],
  ['a name in another Unicode form', { search: 'zoe\u0308' }, (index) => index % 8 === 0],
  ['the middle of a word', { search: 'lpha' }, () => false],
  ['wildcards', { search: '%' }, () => false],
  ['an expression', { search: '.*' }, () => false],
  ['an unknown role', { roleName: 'nobody' }, () => false],
  ['search and status', { search: 'alpha', status: 'inactive' }, (index) => index % 3 !== 0 && index % 4 === 0],
];

describe('GET /auth/admin/api/users 200', () => {
  test.each(filters)('lists the matching users, newest first: %s', async (_, query, matches) => {
    const reply = await list({ limit: 100, ...query });
    expect(reply.status).toBe(200);
    expect(idsOf(reply)).toEqual(newest(matches));
    expect(reply.body.meta).toEqual({
      page: 1,
      limit: 100,
      total: newest(matches).length,
      totalPages: newest(matches).length ? 1 : 0,
      totalCapped: false,
      scope: query.scope ?? 'all',
      nextCursor: null,
    });
  });

  test.each(filters)('lists the matching users of one tenant: %s', async (_, query, matches) => {
    const expected = newest((index) => index < 16 && matches(index));
    expect(idsOf(await list({ limit: 100, tenantId: (acme as Tenant).id, ...query }))).toEqual(expected);
  });

  test.each(filters)('returns every matching user once by page number and by cursor: %s', async (_, query, matches) => {
    const expected = newest(matches);
    expect(await walk({ limit: 5, ...query })).toEqual(expected);
    for (let page = 1; page <= 6; page++) {
      const { body } = await list({ limit: 5, page, ...query });
      expect(idsOf({ body })).toEqual(expected.slice((page - 1) * 5, page * 5));
      expect(body.meta.page).toBe(page);
    }
  });

  test('counts all pages in the total', async () => {
    const { body } = await list({ limit: 5, tenantId: (acme as Tenant).id, status: 'active' });
    expect(body.meta).toMatchObject({ total: 12, totalPages: 3, totalCapped: false, nextCursor: expect.any(String) });
  });

  test('returns 20 users per page by default', async () => {
    expect(idsOf(await list())).toHaveLength(20);
  });

  test('returns no users for an unknown tenant', async () => {
    for (const tenantId of [`ten_${'0'.repeat(22)}`, 'x', '#', '__proto__'])
      expect((await list({ tenantId })).body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  test('omits users of a deleted tenant before they are purged', async () => {
    const tenant = await service.tenant();
    for (let index = 0; index < 12; index++) await createUser(service, tenant);
    await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`);
    expect(idsOf(await list({ tenantId: tenant.id }))).toEqual([]);
  });

  test('finds a user by a long name and no user by a longer text', async () => {
    const name = `Institute ${'of something quite long '.repeat(5)}Inc`;
    const user = await createUser(service, acme as Tenant, { metadata: { name } });
    expect(idsOf(await list({ search: name }))).toEqual([user.id]);
    expect(idsOf(await list({ search: `${name.slice(0, 40)} else ${name.slice(40)}` }))).toEqual([]);
    // 254 characters become 762 of two bytes each when composed: more than a key may have.
    expect(idsOf(await list({ search: '\ufb2c'.repeat(254) }))).toEqual([]);
    await service.admin('DELETE', `${USERS}/${user.id}`);
  });

  test('finds a user by their whole id, once, within the filters, and no longer once they are deleted', async () => {
    const role = { name: unique('finder'), tenantId: (acme as Tenant).id };
    const { id: roleId } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
    const { id } = await createUser(service, acme as Tenant, { roleIds: [roleId], isActive: false });
    const found = async (query: { tenantId?: string; status?: string; roleName?: string }) => {
      const { body } = await list({ search: ` ${id} `, ...query });
      expect(body.meta).toMatchObject({ total: body.data.length, totalPages: body.data.length, nextCursor: null });
      return idsOf({ body });
    };
    for (const query of [{}, { tenantId: (acme as Tenant).id }, { status: 'inactive' }, { roleName: role.name }])
      expect(await found(query)).toEqual([id]);
    for (const query of [{ tenantId: (umbrella as Tenant).id }, { status: 'active' }, { roleName: 'other' }])
      expect(await found(query)).toEqual([]);
    expect(idsOf(await list({ search: id, page: 2 }))).toEqual([]);
    expect(idsOf(await list({ search: id, scope: 'platform' }))).toEqual([]);
    for (const other of [id.slice(0, -1), `${id}0`, id.toLowerCase(), `usr_${'0'.repeat(44)}`])
      expect(idsOf(await list({ search: other }))).toEqual([]);
    await service.admin('DELETE', `${USERS}/${id}`);
    expect(await found({})).toEqual([]);
  });

  test('finds no user of another tenant by id for an admin of one', async () => {
    const [one, other] = [await service.tenant(), await service.tenant()];
    const [own, foreign] = [await createUser(service, one), await createUser(service, other)];
    const admin = { email: `${unique('admin')}@example.com`, password: 'plain-lantern-orbit-27', role: 'support' };
    await service.admin('POST', '/auth/admin/admins', { ...admin, tenants: [one.id] });
    const login = await service.post('/auth/admin/login', { email: admin.email, password: admin.password });
    const headers = { cookie: login.headers['set-cookie']!.map((each) => each.split(';')[0]).join('; ') };
    const found = async (query: string) => (await service.get(`${USERS}?${query}`, { headers })).body.data.length;
    expect(await found(`search=${own.id}`)).toBe(1);
    expect(await found(`search=${foreign.id}`)).toBe(0);
    expect(await found(`search=${foreign.id}&tenantId=${other.id}`)).toBe(0);
    for (const { id } of [own, foreign]) await service.admin('DELETE', `${USERS}/${id}`);
  });

  test('lists a new sign-up at once and finds and counts it a moment later', async () => {
    const user = await service.signup(umbrella as Tenant, `${unique('gamma')}@example.com`);
    expect((await list({ limit: 1 })).body.data[0].email).toBe(user.email);
    for (let waits = 0; idsOf(await list({ search: user.email })).length === 0 && waits < 100; waits++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(idsOf(await list({ search: user.email }))).toHaveLength(1);
    expect((await list({ limit: 1 })).body.meta.total).toBe(users.length + 1);
    await service.admin('DELETE', `${USERS}/${idsOf(await list({ search: user.email }))[0]}`);
  });

  test('neither skips nor repeats users when others are created and deleted between pages', async () => {
    const tenant = await service.tenant();
    const own: string[] = [];
    for (let index = 0; index < 12; index++) own.push((await createUser(service, tenant)).id);
    const first = await list({ tenantId: tenant.id, limit: 4 });
    await createUser(service, tenant);
    await service.admin('DELETE', `${USERS}/${own[11]}`);
    await service.admin('DELETE', `${USERS}/${own[8]}`);
    await service.admin('DELETE', `${USERS}/${own[4]}`);
    const rest = await walk({ tenantId: tenant.id, limit: 4, cursor: first.body.meta.nextCursor });
    expect([...idsOf(first), ...rest]).toEqual([11, 10, 9, 8, 7, 6, 5, 3, 2, 1, 0].map((index) => own[index]));
  });
});

describe('GET /auth/admin/api/users 400', () => {
  test.each([
    ['limit 0', { limit: 0 }],
    ['limit 101', { limit: 101 }],
    ['limit -1', { limit: -1 }],
    ['limit in another notation', { limit: '0x10' }],
    ['limit in other digits', { limit: '٣' }],
    ['limit with a fraction', { limit: '1.5' }],
    ['page 0', { page: 0 }],
    ['page with letters', { page: 'x' }],
    ['a page beyond 10 000 users', { page: 501, limit: 20 }],
    ['an unknown status', { status: 'locked' }],
    ['an unknown scope', { scope: 'galaxy' }],
    ['a search with a control character', { search: 'a\u0000b' }],
    ['a search of 255 characters', { search: 'x'.repeat(255) }],
    ['a blank role', { roleName: ' ' }],
  ])('rejects %s', async (_, query) => {
    expect(answerOf(await list(query as Record<string, string>))).toEqual(refusal('INVALID_INPUT'));
  });

  test('rejects a parameter that is repeated or in brackets', async () => {
    for (const query of ['limit=1&limit=2', 'status[]=active', 'search[$gt]=a'])
      expect(answerOf(await service.admin('GET', `${USERS}?${query}`))).toEqual(refusal('INVALID_INPUT'));
  });

  describe('cursor', () => {
    const newCursor = async () => (await list({ limit: 2, status: 'active' })).body.meta.nextCursor as string;
    const listWith = (cursor: string, query: Record<string, string> = {}) =>
      list({ limit: 2, status: 'active', cursor, ...query });

    test('rejects a cursor that was altered, cut or made up', async () => {
      const cursor = await newCursor();
      const [body, mac] = cursor.split('.') as [string, string];
      const position = Buffer.from(JSON.stringify([Date.now() + HOUR, ['0', 2]])).toString('base64url');
      const flipped = `${body.slice(0, 20)}${body[20] === 'A' ? 'B' : 'A'}${body.slice(21)}.${mac}`;
      for (const invalid of [
        flipped,
        cursor.slice(0, -1),
        body,
        `.${mac}`,
        `${position}.${mac}`,
        '',
        'x',
        '{}',
        'null.null',
      ])
        expect(answerOf(await listWith(invalid))).toEqual(refusal('CURSOR_INVALID'));
      expect((await listWith(cursor)).status).toBe(200);
    });

    test('rejects a cursor of other filters or of another admin', async () => {
      const cursor = await newCursor();
      expect(answerOf(await listWith(cursor, { status: 'inactive' }))).toEqual(refusal('CURSOR_INVALID'));
      expect(answerOf(await listWith(cursor, { search: 'a' }))).toEqual(refusal('CURSOR_INVALID'));
      expect(answerOf(await listWith(cursor, { tenantId: (acme as Tenant).id }))).toEqual(refusal('CURSOR_INVALID'));
      const other = { email: 'second@example.com', password: 'plain-lantern-orbit-27' };
      await service.admin('POST', '/auth/admin/admins', other);
      const login = await service.post('/auth/admin/login', other);
      const headers = { cookie: login.headers['set-cookie']!.map((each) => each.split(';')[0]).join('; ') };
      const query = new URLSearchParams({ limit: '2', status: 'active', cursor });
      expect(answerOf(await service.get(`${USERS}?${query}`, { headers }))).toEqual(refusal('CURSOR_INVALID'));
    });

    test('rejects a cursor older than an hour', async () => {
      const cursor = await newCursor();
      const reply = await later(HOUR + 1000, async () => {
        const login = await service.post('/auth/admin/login', service.adminLogin);
        const headers = { cookie: login.headers['set-cookie']!.map((each) => each.split(';')[0]).join('; ') };
        return service.get(`${USERS}?${new URLSearchParams({ limit: '2', status: 'active', cursor })}`, { headers });
      });
      expect(answerOf(reply)).toEqual(refusal('CURSOR_INVALID'));
    });
  });
});
