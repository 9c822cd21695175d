// Tests what all of SCIM shares: tokens, documents, paths and methods.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { USER_TYPE } from '../../../lib/scim/schema.ts';
import { DAY, HOUR, later } from '../../support/api.ts';
import { connectionsOf, directoryOf, ENTERPRISE, GROUP, person, USER } from '../../support/scim.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const directory = prepared(() => directoryOf(service, tenant));

describe('the token', () => {
  test('is refused alike if it is absent, mistyped, unknown, of another connection or scheme, or sent twice', async () => {
    const other = await directoryOf(service, tenant);
    const foreign = await directoryOf(service, await service.tenant());
    const at = 'gh_scim_'.length + 44 + 1;
    const mistyped = `${directory.token.slice(0, at)}${directory.token[at] === 'a' ? 'b' : 'a'}${directory.token.slice(at + 1)}`;
    const replies = await Promise.all(
      [
        undefined,
        'Bearer',
        'Bearer x',
        `Bearer ${mistyped}`,
        `Bearer ${other.token}`,
        `Bearer ${foreign.token}`,
        `Basic ${directory.token}`,
      ].map((authorization) =>
        service.get(`${directory.base}/Users`, authorization === undefined ? {} : { headers: { authorization } }),
      ),
    );
    for (const { status, body, headers } of replies) {
      expect([status, body]).toEqual([401, replies[0]?.body]);
      expect(headers['www-authenticate']).toBe('Bearer');
    }
    expect(replies[0]?.body).toMatchObject({ status: '401', schemas: [expect.stringMatching(/:Error$/)] });
  });

  test('is refused on a path that does not exist, before anything is said about it', async () => {
    expect((await service.get(`${directory.base}/Nothing`)).status).toBe(401);
    expect((await service.get('/scim/v2/scm_x/Users')).status).toBe(401);
  });

  test('is not accepted by other operations, and no other credential is accepted here', async () => {
    const headers = { authorization: `Bearer ${directory.token}` };
    expect((await service.get('/auth/me', { headers })).status).toBe(401);
    expect((await service.get('/auth/admin/api/users', { headers })).status).toBe(401);
    const user = await service.signup(tenant);
    expect(
      (
        await service.get(`${directory.base}/Users`, {
          headers: { authorization: `Bearer ${user.tokens.accessToken}` },
        })
      ).status,
    ).toBe(401);
  });

  test('lives on for its overlap after a rotation, and ends at the next one', async () => {
    const one = await directoryOf(service, tenant);
    const rotate = (overlapHours?: number) =>
      service.admin(
        'POST',
        `${connectionsOf(tenant)}/${one.id}/rotate`,
        overlapHours === undefined ? {} : { overlapHours },
      );
    const statusOf = async (token: string) =>
      (await service.get(`${one.base}/Users`, { headers: { authorization: `Bearer ${token}` } })).status;
    const second = (await rotate()).body.token;
    expect([await statusOf(one.token), await statusOf(second)]).toEqual([200, 200]);
    await later(25 * HOUR, async () => {
      expect([await statusOf(one.token), await statusOf(second)]).toEqual([401, 200]);
    });
    const third = (await rotate()).body.token;
    expect([await statusOf(one.token), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
    const fourth = (await rotate(0)).body.token;
    expect([await statusOf(second), await statusOf(third), await statusOf(fourth)]).toEqual([401, 401, 200]);
    await later(300 * DAY, async () => expect(await statusOf(fourth)).toBe(200));
  });

  test('opens nothing while the connection is paused, after it is removed, and in a tenant that is inactive', async () => {
    const mine = await service.tenant();
    const one = await directoryOf(service, mine);
    const { id } = await one.create(person());
    const path = `${connectionsOf(mine)}/${one.id}`;
    await service.admin('PATCH', path, { isPaused: true });
    const paused = await one.ask('GET', `/Users/${id}`);
    expect([paused.status, paused.body.status]).toEqual([403, '403']);
    await service.admin('PATCH', path, { isPaused: false });
    expect((await one.ask('GET', `/Users/${id}`)).status).toBe(200);
    await service.admin('PATCH', `/auth/admin/api/tenants/${mine.id}`, { isActive: false });
    expect((await one.ask('GET', `/Users/${id}`)).status).toBe(401);
    await service.admin('PATCH', `/auth/admin/api/tenants/${mine.id}`, { isActive: true });
    await service.admin('DELETE', path);
    expect((await one.ask('GET', `/Users/${id}`)).status).toBe(401);
    expect((await service.admin('GET', `/auth/admin/api/users/${id}`)).body.user.isActive).toBe(true);
  });
});

describe('documents', () => {
  test('say what is supported', async () => {
    const { status, body, headers } = await directory.ask('GET', '/ServiceProviderConfig');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      pagination: {
        cursor: true,
        index: true,
        defaultPaginationMethod: 'index',
        defaultPageSize: 100,
        maxPageSize: 200,
        cursorTimeout: 3600,
      },
    });
  });

  test('list the types and schemas, and each is found by its id', async () => {
    for (const [path, ids] of [
      ['/ResourceTypes', ['User', 'Group']],
      ['/Schemas', [USER, ENTERPRISE, GROUP]],
    ] as const) {
      const { body } = await directory.ask('GET', path);
      expect(body).toMatchObject({ totalResults: ids.length, itemsPerPage: ids.length, startIndex: 1 });
      expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual(ids);
      for (const each of body.Resources) expect((await directory.ask('GET', `${path}/${each.id}`)).body).toEqual(each);
      expect((await directory.ask('GET', `${path}/${encodeURIComponent(ids[0])}`)).status).toBe(200);
      for (const id of ['x', '%', '%00', '%2F']) expect((await directory.ask('GET', `${path}/${id}`)).status).toBe(404);
      expect((await directory.ask('GET', `${path}?filter=id%20pr`)).status).toBe(403);
    }
  });

  test('name every attribute that a user may have, with its traits', async () => {
    const { body } = await directory.ask('GET', `/Schemas/${USER}`);
    const names = body.attributes.map(({ name }: { name: string }) => name);
    expect(names).toEqual(USER_TYPE.core.attributes.map(({ name }) => name));
    expect(body.attributes.find(({ name }: { name: string }) => name === 'userName')).toEqual({
      name: 'userName',
      type: 'string',
      description: expect.any(String),
      mutability: 'readWrite',
      returned: 'always',
      required: true,
      caseExact: false,
      uniqueness: 'server',
      multiValued: false,
    });
    expect(body.attributes.find(({ name }: { name: string }) => name === 'password')).toMatchObject({
      mutability: 'writeOnly',
      returned: 'never',
    });
  });
});

describe('paths', () => {
  test('what does not exist is 404, another method 405 with the ones that exist, and what is not supported 501', async () => {
    for (const [method, path, status, allow] of [
      ['GET', '/Nothing', 404, undefined],
      ['GET', '/users', 404, undefined],
      ['GET', '/Users/x/y', 404, undefined],
      ['PUT', '/Users', 405, 'GET, POST'],
      ['GET', '/.search', 405, 'POST'],
      ['POST', '/Schemas', 405, 'GET'],
      ['POST', '/Bulk', 501, undefined],
      ['GET', '/Me', 501, undefined],
    ] as const) {
      const reply = await directory.ask(method, path, method === 'GET' ? undefined : {});
      expect([method, path, reply.status, reply.headers.allow]).toEqual([method, path, status, allow]);
      expect(reply.body).toMatchObject({ status: String(status), detail: expect.any(String) });
    }
  });
});
