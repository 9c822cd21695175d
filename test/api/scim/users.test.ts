// Tests the users of a SCIM connection: what a directory creates, reads, changes and removes, and what becomes of the accounts.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { SECURITY_HEADERS } from '../../../lib/http/headers.ts';
import { publishedAbout } from '../../support/api.ts';
import { recordedAbout } from '../../support/audit.ts';
import type { Reply } from '../../support/http.ts';
import { directoryOf, ENTERPRISE, patchOf, person, USER } from '../../support/scim.ts';
import { bearer, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const directory = prepared(() => directoryOf(service, tenant));
const accountOf = async (id: string) => (await service.admin('GET', `/auth/admin/api/users/${id}`)).body.user;
/** Gives the account a password, as an invitation would, and logs in. */
async function session(id: string, email: string) {
  const password = newPassword();
  await service.admin('PATCH', `/auth/admin/api/users/${id}`, { password, mustChangePassword: false });
  return (await service.login({ tenant, email, password })).body;
}

const refusalOf = ({ status, body, headers }: Reply) => {
  expect(headers).toMatchObject({ ...SECURITY_HEADERS, 'content-type': 'application/scim+json; charset=utf-8' });
  expect(body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.stringMatching(/\S/),
  });
  return [status, body.scimType];
};

describe('POST /Users', () => {
  test('creates an account, and returns what was sent with id and meta', async () => {
    const sent = person({
      title: 'Analyst',
      roles: [{ value: 'admin', primary: 'True' }],
      password: 'Zq7$ secret',
      unknown: 'x',
      [ENTERPRISE]: { department: 'Engines', manager: { value: '7', $ref: null } },
    });
    const { status, body, headers } = await directory.ask('POST', '/Users', sent);
    const { password: _, unknown: __, ...kept } = sent;
    expect(status).toBe(201);
    expect(headers).toMatchObject({
      ...SECURITY_HEADERS,
      'content-type': 'application/scim+json; charset=utf-8',
      location: body.meta.location,
      etag: body.meta.version,
    });
    expect(body).toEqual({
      ...kept,
      schemas: [USER, ENTERPRISE],
      id: expect.stringMatching(/^usr_\w{44}$/),
      roles: [{ value: 'admin', primary: true }],
      [ENTERPRISE]: { department: 'Engines', manager: { value: '7' } },
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${directory.url}/Users/${body.id}`,
        version: expect.stringMatching(/^W\/"/),
      },
    });
    expect((await directory.ask('GET', `/Users/${body.id}`)).body).toEqual(body);
    expect(await accountOf(body.id)).toMatchObject({
      email: sent.userName,
      name: sent.displayName,
      isActive: true,
      emailVerifiedAt: null,
    });
  });

  test('says so on the bus, with the connection as the actor', async () => {
    const { id } = await directory.create(person());
    expect(await publishedAbout(service, 'svc.user_created', { userId: id })).toHaveLength(1);
    const [event] = await publishedAbout(service, 'svc.organization_action', { targetId: id });
    expect(event?.detail).toMatchObject({ actorId: directory.id, action: 'user.created', tenantId: tenant.id });
    const [entry] = await recordedAbout(service, tenant, id, 'user.created');
    expect(entry?.actor).toMatchObject({ type: 'scimConnection', id: directory.id });
  });

  test('refuses a name, an id and an address that another user has, in any case', async () => {
    const sent = person();
    await directory.create(sent);
    const other = person();
    for (const body of [
      sent,
      { ...other, userName: sent.userName.toUpperCase() },
      { ...other, externalId: sent.externalId },
      { ...other, emails: sent.emails },
    ])
      expect(refusalOf(await directory.ask('POST', '/Users', body))).toEqual([409, 'uniqueness']);
  });

  test('takes the primary address, else the one for work, else the first, else the name', async () => {
    const [a, b, c] = [person(), person(), person()];
    for (const [emails, email] of [
      [
        [
          { value: a.userName, type: 'work' },
          { value: b.userName, primary: true },
        ],
        b.userName,
      ],
      [
        [
          { value: c.userName, type: 'home' },
          { value: a.userName, type: 'work' },
        ],
        a.userName,
      ],
      [[{ value: c.userName, type: 'home' }], c.userName],
    ] as const)
      expect(await accountOf((await directory.create(person({ emails }))).id)).toMatchObject({ email });
    const { emails: _, ...without } = person();
    expect(await accountOf((await directory.create(without)).id)).toMatchObject({ email: without.userName });
  });

  test('refuses the id of a user whom it deactivated: directories give ids anew, and the account is not for the next person', async () => {
    const sent = person();
    const { id } = await directory.create(sent);
    await directory.patch(id, { op: 'replace', value: { active: false } });
    const next = person({ externalId: sent.externalId });
    expect(refusalOf(await directory.ask('POST', '/Users', next))).toEqual([409, 'uniqueness']);
    expect(await accountOf(id)).toMatchObject({ email: sent.userName, isActive: false });
  });

  test('creates an inactive account, with false as a text', async () => {
    const { id, active } = await directory.create(person({ active: 'False' }));
    expect([active, (await accountOf(id)).isActive]).toEqual([false, false]);
  });

  test.each([
    ['no name', { userName: undefined }, 'invalidValue'],
    ['an empty name', { userName: ' ' }, 'invalidValue'],
    ['no address', { userName: 'ada', emails: [] }, 'invalidValue'],
    ['a wrong address', { emails: [{ value: 'ada' }] }, 'invalidValue'],
    ['a text that is none', { title: {} }, 'invalidValue'],
    ['another schema', { schemas: ['urn:x'] }, 'invalidValue'],
    ['a long name', { userName: `${'x'.repeat(260)}@example.com` }, 'invalidValue'],
  ])('refuses %s', async (_, more, scimType) => {
    expect(refusalOf(await directory.ask('POST', '/Users', person(more)))).toEqual([400, scimType]);
  });

  test('refuses more than 8 KB, another type of body, what is no JSON, and prototype keys', async () => {
    const addresses = Array.from({ length: 5 }, () => ({ formatted: 'x'.repeat(2000) }));
    expect(refusalOf(await directory.ask('POST', '/Users', person({ addresses })))).toEqual([413, undefined]);
    const raw = (text: string, type = 'application/scim+json') =>
      directory.ask('POST', '/Users', undefined, { raw: text, headers: { 'content-type': type } });
    expect(refusalOf(await raw('{}', 'text/plain'))).toEqual([415, undefined]);
    expect(refusalOf(await raw('{'))).toEqual([400, 'invalidSyntax']);
    expect(refusalOf(await raw('[]'))).toEqual([400, 'invalidValue']);
    expect(refusalOf(await raw('{"__proto__":{"userName":"x"}}'))).toEqual([400, 'invalidValue']);
    expect(refusalOf(await raw(JSON.stringify({ userName: 'x', title: 'x'.repeat(300 * 1024) })))).toEqual([
      413,
      undefined,
    ]);
  });

  test('refuses an address of a blocked domain', async () => {
    const domain = 'blocked-for-scim.example';
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [domain] });
    expect(refusalOf(await directory.ask('POST', '/Users', person({}, domain)))).toEqual([400, 'invalidValue']);
  });
});

describe('GET /Users/{id}', () => {
  test('returns some attributes, or all but some', async () => {
    const { id } = await directory.create(person({ title: 'Analyst' }));
    const keysOf = async (query: string) =>
      Object.keys((await directory.ask('GET', `/Users/${id}${query}`)).body).sort();
    expect(await keysOf('?attributes=title,name.givenName')).toEqual(['id', 'name', 'schemas', 'title', 'userName']);
    expect(await keysOf('?excludedAttributes=emails,META,name,externalId,displayName,id,userName')).toEqual([
      'active',
      'id',
      'schemas',
      'title',
      'userName',
    ]);
    expect((await directory.ask('GET', `/Users/${id}?attributes=name.givenName`)).body.name).toEqual({
      givenName: 'Ada',
    });
    expect(refusalOf(await directory.ask('GET', `/Users/${id}?attributes=a&excludedAttributes=b`))).toEqual([
      400,
      'invalidValue',
    ]);
  });

  test('returns 304 for the version that the client has', async () => {
    const { id, meta } = await directory.create(person());
    const known = await directory.ask('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': meta.version } });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', meta.version]);
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { isActive: false });
    const changed = await directory.ask('GET', `/Users/${id}`, undefined, {
      headers: { 'if-none-match': meta.version },
    });
    expect([changed.status, changed.body.active]).toEqual([200, false]);
  });

  test('does not find unknown, malformed and foreign ids', async () => {
    const other = await directoryOf(service, await service.tenant());
    const { id } = await other.create(person());
    for (const each of ['x', '__proto__', id, `usr_${'0'.repeat(44)}`])
      expect(refusalOf(await directory.ask('GET', `/Users/${each}`))).toEqual([404, undefined]);
  });
});

describe('PUT /Users/{id}', () => {
  test('replaces what the directory says, and keeps active if it is absent', async () => {
    const { active: _, ...sent } = person({ title: 'Analyst' });
    const { id } = await directory.create({ ...sent, active: false });
    const { title: __, ...next } = { ...sent, displayName: 'Countess' };
    const { status, body } = await directory.ask('PUT', `/Users/${id}`, next);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...next, id, active: false });
    expect(body).not.toHaveProperty('title');
    expect(await accountOf(id)).toMatchObject({ name: 'Countess', isActive: false });
  });

  test('writes nothing without a difference', async () => {
    const sent = person({ title: 'Analyst' });
    const { id, meta } = await directory.create(sent);
    const { status, body } = await directory.ask('PUT', `/Users/${id}`, sent);
    expect([status, body.meta]).toEqual([200, meta]);
  });

  test('moves the account to another address, which is not verified, and frees the one before', async () => {
    const [first, second] = [person(), person()];
    const { id } = await directory.create(first);
    expect(
      (await directory.ask('PUT', `/Users/${id}`, { ...first, userName: second.userName, emails: second.emails }))
        .status,
    ).toBe(200);
    expect(await accountOf(id)).toMatchObject({ email: second.userName, emailVerifiedAt: null });
    expect((await directory.create({ ...first, externalId: 'another id' })).id).not.toBe(id);
    expect(refusalOf(await directory.ask('PUT', `/Users/${id}`, { ...second, emails: first.emails }))).toEqual([
      409,
      'uniqueness',
    ]);
  });

  test('refuses another version than the one in If-Match', async () => {
    const sent = person();
    const { id, meta } = await directory.create(sent);
    const put = (version: string, title: string) =>
      directory.ask('PUT', `/Users/${id}`, { ...sent, title }, { headers: { 'if-match': version } });
    expect((await put(meta.version, 'a')).status).toBe(200);
    expect(refusalOf(await put(meta.version, 'b'))).toEqual([412, undefined]);
    expect((await put('*', 'c')).status).toBe(200);
  });
});

describe('PATCH /Users/{id}', () => {
  test('deactivates as Entra and as Okta, ends the session with the next request, and activates again', async () => {
    for (const operation of [
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'replace', value: { active: false } },
    ]) {
      const sent = person();
      const { id } = await directory.create(sent);
      const tokens = await session(id, sent.userName);
      expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(200);
      const { status, body } = await directory.patch(id, operation);
      expect([status, body.active]).toEqual([200, false]);
      expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(401);
      expect((await directory.patch(id, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(true);
      expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(401);
    }
  });

  test('applies all operations or none', async () => {
    const { id, meta } = await directory.create(person());
    const reply = await directory.patch(
      id,
      { op: 'add', path: 'title', value: 'Analyst' },
      { op: 'replace', path: 'emails[type eq "home" and value sw "x"].value', value: 'x' },
    );
    expect(refusalOf(reply)).toEqual([400, 'noTarget']);
    const { body } = await directory.ask('GET', `/Users/${id}`);
    expect([body.title, body.meta]).toEqual([undefined, meta]);
  });

  test('records which attributes changed, and none of their values', async () => {
    const { id } = await directory.create(person());
    await directory.patch(id, { op: 'add', path: 'title', value: 'Analyst in secret' });
    const found = await publishedAbout(service, 'svc.organization_action', {
      targetId: id,
      action: 'user.attributes_updated',
    });
    expect(found[0]?.detail.after).toEqual({ updatedFields: ['title'] });
    expect(JSON.stringify(found)).not.toContain('in secret');
  });

  test('keeps what an admin changed until the directory says something else than before', async () => {
    const { id } = await directory.create(person());
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { name: 'By an admin' });
    await directory.patch(id, { op: 'add', path: 'title', value: 'Analyst' });
    expect(await accountOf(id)).toMatchObject({ name: 'By an admin' });
    await directory.patch(id, { op: 'replace', path: 'displayName', value: 'By the directory' });
    expect(await accountOf(id)).toMatchObject({ name: 'By the directory' });
  });

  test('refuses a path outside of the schema, a body without operations, and unknown users', async () => {
    const { id } = await directory.create(person());
    expect(refusalOf(await directory.patch(id, { op: 'add', path: '__proto__.x', value: 'x' }))).toEqual([
      400,
      'invalidPath',
    ]);
    expect(refusalOf(await directory.patch(id, { op: 'remove', path: 'userName' }))).toEqual([400, 'invalidValue']);
    expect(refusalOf(await directory.ask('PATCH', `/Users/${id}`, {}))).toEqual([400, 'invalidSyntax']);
    expect(refusalOf(await directory.ask('PATCH', '/Users/x', patchOf({ op: 'remove', path: 'title' })))).toEqual([
      404,
      undefined,
    ]);
  });
});

describe('DELETE /Users/{id}', () => {
  test('deactivates the account, and the same person gets it again', async () => {
    const sent = person();
    const { id } = await directory.create(sent);
    const tokens = await session(id, sent.userName);
    const { status, text } = await directory.ask('DELETE', `/Users/${id}`);
    expect([status, text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE'])
      expect(refusalOf(await directory.ask(method, `/Users/${id}`))).toEqual([404, undefined]);
    expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(401);
    expect(await accountOf(id)).toMatchObject({ email: sent.userName, isActive: false });
    const again = await directory.create({ ...sent, externalId: 'another' });
    expect([again.id, again.active, again.externalId]).toEqual([id, true, 'another']);
    expect(await accountOf(id)).toMatchObject({ isActive: true });
  });

  test('deletes the account if the connection says so', async () => {
    const deleting = await directoryOf(service, tenant, { onDelete: 'delete' });
    const sent = person();
    const { id } = await deleting.create(sent);
    const tokens = await session(id, sent.userName);
    expect((await deleting.ask('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(401);
    expect((await service.admin('GET', `/auth/admin/api/users/${id}`)).status).toBe(404);
    expect((await deleting.create(sent)).id).not.toBe(id);
    expect(await publishedAbout(service, 'svc.user_deleted', { userId: id })).toHaveLength(1);
  });

  test('refuses another version than the one in If-Match', async () => {
    const { id } = await directory.create(person());
    const reply = await directory.ask('DELETE', `/Users/${id}`, undefined, { headers: { 'if-match': 'W/"0"' } });
    expect(refusalOf(reply)).toEqual([412, undefined]);
  });
});
