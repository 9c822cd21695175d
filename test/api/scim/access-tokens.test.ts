// Tests the access tokens that a directory fetches for its connection, by client credentials.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openAccessToken } from '../../../lib/domain/scim/access-tokens.ts';
import { answerOf, HOUR, later, MINUTE, refusal } from '../../support/api.ts';
import { basic, basicOf, newMachine, postForm } from '../../support/applications.ts';
import { recordedAbout } from '../../support/audit.ts';
import { freshIp } from '../../support/http.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { connectionsOf, type Directory, directoryOf, person } from '../../support/scim.ts';
import { useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: true });
beforeAll(() => service.adminCookie());
/** In a tenant of its own: one has five connections. */
const newDirectory = async (): Promise<Directory> => directoryOf(service, await service.tenant());

const GRANT = { grant_type: 'client_credentials' };
type Client = Pick<Directory, 'id' | 'token'>;
/** As Entra sends it: in the form. */
const post = ({ id, token }: Client, more: Record<string, string> = {}) =>
  postForm(service, '/oauth2/token', { ...GRANT, client_id: id, client_secret: token, ...more });
const accessOf = async (client: Client): Promise<string> => {
  const { body, text } = await post(client);
  if (!body.access_token) throw new Error(text);
  return body.access_token;
};
const list = ({ base }: Pick<Directory, 'base'>, token: string) =>
  service.get(`${base}/Users`, { headers: { authorization: `Bearer ${token}` } });
const change = ({ tenant: of, id }: Directory, fields: object) =>
  service.admin('PATCH', `${connectionsOf(of)}/${id}`, fields);
const rotate = async ({ tenant: of, id }: Directory, overlapHours: number): Promise<string> =>
  (await service.admin('POST', `${connectionsOf(of)}/${id}/rotate`, { overlapHours })).body.token;

describe('an access token of a directory', () => {
  test.each([
    ['in the form', (client: Client) => post(client)],
    [
      'in the header',
      ({ id, token }: Client) => postForm(service, '/oauth2/token', GRANT, { headers: basic(id, token) }),
    ],
  ])('is given for the credentials %s, and opens the connection', async (_, ask) => {
    const directory = await newDirectory();
    const { status, headers, body } = await ask(directory);
    expect([status, headers['cache-control'], body]).toEqual([
      200,
      'no-store',
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: 'scim' },
    ]);
    const authorization = `Bearer ${body.access_token}`;
    const made = await directory.ask('POST', '/Users', person(), { headers: { authorization } });
    expect(made.status).toBe(201);
    const [entry] = await recordedAbout(service, directory.tenant, made.body.id, 'user.created');
    expect(entry?.actor).toMatchObject({ type: 'scimConnection', id: directory.id });
    expect((await list(directory, directory.token)).body.totalResults).toBe(1);
  });

  test('says nothing of its secret, and is none of the token endpoint', async () => {
    const directory = await newDirectory();
    const access = await accessOf(directory);
    expect(access).not.toContain(directory.id.slice(4));
    expect(Buffer.from(access.slice(3), 'base64url').toString('latin1')).not.toContain(directory.id.slice(4));
    expect(answerOf(await post({ id: directory.id, token: access }))).toEqual(refusal('INVALID_CLIENT'));
  });

  test('costs a request no more than the token of the connection does', async () => {
    const directory = await newDirectory();
    const access = await accessOf(directory);
    await list(directory, directory.token);
    const unitsOf = async (token: string) => {
      const lines = await logged(async () => void (await list(directory, token)));
      const { readUnits, writeUnits } = ofEvent(lines, 'request').at(-1) as Line;
      return [readUnits, writeUnits];
    };
    expect(await unitsOf(access)).toEqual([expect.any(Number), 0]);
    expect(await unitsOf(access)).toEqual(await unitsOf(directory.token));
  });

  test('has one scope for any that was asked for, and is for the connection alone', async () => {
    const directory = await newDirectory();
    const asked: Record<string, string>[] = [
      { scope: 'a b' },
      { resource: directory.url },
      { tenant: directory.tenant.id },
    ];
    for (const more of asked) expect([more, (await post(directory, more)).body.scope]).toEqual([more, 'scim']);
    const other = await directoryOf(service, directory.tenant);
    for (const resource of [other.url, `${service.baseUrl}/auth/admin`, service.baseUrl, 'x'])
      expect(answerOf(await post(directory, { resource }))).toEqual(refusal('INVALID_TARGET'));
    expect(answerOf(await post(directory, { tenant: (await service.tenant()).id }))).toEqual(
      refusal('UNAUTHORIZED_CLIENT'),
    );
    for (const grant_type of ['authorization_code', 'refresh_token', 'x'])
      expect(answerOf(await post(directory, { grant_type }))).toEqual(refusal('UNAUTHORIZED_CLIENT'));
  });

  test('opens no other connection: not of the tenant, and not of another one', async () => {
    const mine = await newDirectory();
    const second = await directoryOf(service, mine.tenant);
    const foreign = await newDirectory();
    const access = await accessOf(mine);
    expect((await list(mine, access)).status).toBe(200);
    for (const other of [second, foreign]) expect((await list(other, access)).status).toBe(401);
  });

  test('opens nothing else, and a token of a machine opens no connection', async () => {
    const directory = await newDirectory();
    const headers = { authorization: `Bearer ${await accessOf(directory)}` };
    for (const path of ['/auth/me', '/auth/verify-session', '/oauth2/userinfo', '/auth/admin/api/tenants'])
      expect([path, (await service.get(path, { headers })).status]).toEqual([path, 401]);
    const machine = await newMachine(directory.tenant);
    const { body } = await postForm(service, '/oauth2/token', GRANT, { headers: basicOf(machine) });
    expect((await list(directory, body.access_token)).status).toBe(401);
    const asked = { token: await accessOf(directory) };
    const introspected = await postForm(service, '/oauth2/introspect', asked, { headers: basicOf(machine) });
    expect(introspected.body).toEqual({ active: false });
    for (const path of ['introspect', 'revoke', 'par', 'device_authorization']) {
      const reply = await postForm(service, `/oauth2/${path}`, asked, {
        headers: basic(directory.id, directory.token),
      });
      expect([path, ...answerOf(reply)]).toEqual([path, ...refusal('INVALID_CLIENT')]);
    }
  });

  test('ends after an hour', async () => {
    const directory = await newDirectory();
    const access = await accessOf(directory);
    await later(HOUR - MINUTE, async () => expect((await list(directory, access)).status).toBe(200));
    await later(HOUR, async () => {
      expect((await list(directory, access)).status).toBe(401);
      expect((await list(directory, await accessOf(directory))).status).toBe(200);
    });
  });

  test('ends with the secret that it was given for, on the next request', async () => {
    const directory = await newDirectory();
    const access = await accessOf(directory);
    const second = await rotate(directory, 1);
    // Both live.
    for (const token of [directory.token, second])
      expect((await list(directory, await accessOf({ ...directory, token }))).status).toBe(200);
    expect((await list(directory, access)).status).toBe(200);
    await later(HOUR, async () => expect(answerOf(await post(directory))).toEqual(refusal('INVALID_CLIENT')));
    const third = await rotate(directory, 0);
    expect((await list(directory, access)).status).toBe(401);
    for (const token of [directory.token, second])
      expect(answerOf(await post({ ...directory, token }))).toEqual(refusal('INVALID_CLIENT'));
    expect((await list(directory, await accessOf({ ...directory, token: third }))).status).toBe(200);
  });

  test('is refused with 403 while the connection is paused, which gives tokens still', async () => {
    const directory = await newDirectory();
    const access = await accessOf(directory);
    await change(directory, { isPaused: true });
    for (const token of [access, await accessOf(directory)]) expect((await list(directory, token)).status).toBe(403);
    await change(directory, { isPaused: false });
    expect((await list(directory, access)).status).toBe(200);
  });

  test.each([
    [
      'the connection',
      ({ tenant: { id }, id: connection }: Directory) => ['DELETE', `${connectionsOf({ id })}/${connection}`],
    ],
    ['the tenant', ({ tenant: { id } }: Directory) => ['DELETE', `/auth/admin/api/tenants/${id}`]],
    [
      'a tenant that is off',
      ({ tenant: { id } }: Directory) => ['PATCH', `/auth/admin/api/tenants/${id}`, { isActive: false }],
    ],
  ])('ends with %s, and there is no other one', async (_, end) => {
    const directory = await newDirectory();
    const access = await accessOf(directory);
    const [method, path, body] = end(directory) as [string, string, object?];
    expect((await service.admin(method, path, body)).status).toBe(200);
    expect((await list(directory, access)).status).toBe(401);
    expect(answerOf(await post(directory))).toEqual(refusal('INVALID_CLIENT'));
  });

  test('that was changed, cut or made up is none', async () => {
    const directory = await newDirectory();
    const access = await accessOf(directory);
    expect(await openAccessToken(access)).toMatchObject({ id: directory.id });
    const changed = `${access.slice(0, 20)}${access[20] === 'A' ? 'B' : 'A'}${access.slice(21)}`;
    for (const text of [
      changed,
      access.slice(0, -1),
      `${access}A`,
      access.replace('v', 'w'),
      'v1.',
      'v1.AAAA',
      'x.y.z',
      '',
    ])
      expect([text, (await list(directory, text)).status]).toEqual([text, 401]);
  });
});

describe('wrong credentials of a directory', () => {
  test('are refused alike: of another connection, of another tenant, mistyped and missing', async () => {
    const mine = await newDirectory();
    const second = await directoryOf(service, mine.tenant);
    const foreign = await newDirectory();
    const { id, token } = mine;
    const unknown = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`;
    const fields: Record<string, string>[] = [
      { client_id: id, client_secret: second.token },
      { client_id: id, client_secret: foreign.token },
      { client_id: second.id, client_secret: token },
      { client_id: unknown, client_secret: token },
      { client_id: id, client_secret: `${token.slice(0, -1)}_` },
      { client_id: id, client_secret: 'x' },
      { client_id: id },
    ];
    const replies = [];
    for (const each of fields) replies.push(await postForm(service, '/oauth2/token', { ...GRANT, ...each }));
    for (const reply of replies) {
      expect(answerOf(reply)).toEqual(refusal('INVALID_CLIENT'));
      expect(reply.body.error).toBe('invalid_client');
    }
    const two = { ...GRANT, client_id: id, client_secret: token };
    expect(answerOf(await postForm(service, '/oauth2/token', two, { headers: basic(id, token) }))).toEqual(
      refusal('INVALID_INPUT'),
    );
  });

  test('are counted for their network, where the right ones work on', async () => {
    const { id, token } = await newDirectory();
    const ip = freshIp();
    const wrong = { ...GRANT, client_id: id, client_secret: 'x' };
    const statuses = new Set<number>();
    for (let asked = 0; asked < 400 && !statuses.has(429); asked++)
      statuses.add((await postForm(service, '/oauth2/token', wrong, { ip })).status);
    expect([...statuses]).toEqual([401, 429]);
    const right = { ...GRANT, client_id: id, client_secret: token };
    expect((await postForm(service, '/oauth2/token', right, { ip })).status).toBe(200);
  });
});
