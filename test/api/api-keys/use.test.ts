// Checks how a key itself is asked about, exchanged, and refused when it is not good.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { answerOf, DAY, giveRoles, later, MINUTE, refusal } from '../../support/api.ts';
import { grant, KEYS, keysOfTenant, keyUser, newKey, PROJECTS, use } from '../../support/api-keys.ts';
import { basicOf, newApplication, newMachine, newSigner, postForm } from '../../support/applications.ts';
import { freshIp } from '../../support/http.ts';
import { worker } from '../../support/resources.ts';
import { bearer, prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_CEILINGS: 'client-ip=12,machine-token=12,api-key-use=200' });
beforeAll(() => service.adminCookie());
const owner = prepared(() => keyUser(service));
const api = prepared(() => newMachine(owner.tenant));

const VERIFY = `${KEYS}/verify`;
const TOKEN = `${KEYS}/token`;
const verify = (key: string, more: Record<string, unknown> = {}, headers = basicOf(api)) =>
  service.post(VERIFY, { key, ...more }, { headers });
const exchange = (key: string) => service.post(TOKEN, {}, { headers: bearer(key) });
const INACTIVE = { active: false };

/** A key of a machine that may do everything with projects. */
async function machineKey(tenant: Tenant, more: Record<string, unknown> = {}) {
  const roleId = await grant(service, tenant, PROJECTS);
  const machine = await newMachine(tenant, { roleIds: [roleId as never] });
  const body = { applicationId: machine.application.id, name: 'Robot', scopes: ['projects.read'] };
  const made = await service.admin('POST', keysOfTenant(tenant), { ...body, ...more });
  if (made.status !== 201) throw new Error(made.text);
  return { machine, id: made.body.apiKey.id as string, key: made.body.key as string };
}

describe('POST /auth/api-keys/verify', () => {
  test('says whom a key acts for and what it may do now', async () => {
    const { id, key } = await newKey(owner, { scopes: ['projects.read', 'projects.create'] });
    const { body } = await verify(key);
    const expected = { active: true, id, tenantId: owner.tenant.id, scopes: ['projects.create', 'projects.read'] };
    expect(body).toEqual({ ...expected, ownerId: expect.stringMatching(/^usr_/), expiresAt: expect.any(String) });
  });

  test('says nothing of a key that is mistyped, unknown, over or revoked', async () => {
    const { id, key } = await newKey(owner, { expiresInDays: 1 });
    const other = await newKey(await keyUser(service));
    for (const each of ['x', key.slice(0, -1), `${key}0`, other.key])
      expect((await verify(each)).body).toEqual(INACTIVE);
    await later(DAY + MINUTE, async () => expect((await verify(key)).body).toEqual(INACTIVE));
    await owner.delete(`${KEYS}/${id}`);
    expect((await verify(key)).body).toEqual(INACTIVE);
  });

  test('a key with networks is good for an address in them alone', async () => {
    const { key } = await newKey(owner, { networks: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'] });
    for (const ip of ['203.0.113.9', '2001:db8::1', '198.51.100.7', '::ffff:203.0.113.9'])
      expect([ip, (await verify(key, { ip })).body.active]).toEqual([ip, true]);
    for (const ip of ['203.0.114.1', '2001:db9::1', '198.51.100.8', undefined])
      expect([ip, (await verify(key, { ip })).body]).toEqual([ip, INACTIVE]);
    expect(answerOf(await verify(key, { ip: '203.0.113.0/24' }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('an application that cannot keep a secret, or is another, may not ask', async () => {
    const { key } = await newKey(owner);
    const native = await newApplication({ kind: 'native', tenantIds: [owner.tenant.id as never] });
    expect(answerOf(await verify(key, {}, {}))).toEqual(refusal('INVALID_CLIENT'));
    expect(answerOf(await verify(key, {}, basicOf({ ...api, secret: 'wrong' })))).toEqual(refusal('INVALID_CLIENT'));
    expect(answerOf(await verify(key, {}, basicOf(native)))).toEqual(refusal('INVALID_CLIENT'));
    const elsewhere = await newMachine(await service.tenant());
    expect((await verify(key, {}, basicOf(elsewhere))).body).toEqual(INACTIVE);
  });

  test('an application may prove itself by an assertion', async () => {
    const { key } = await newKey(owner);
    const { application, sign } = await newSigner(owner.tenant);
    const clientAssertion = await sign(application.id, service.baseUrl);
    expect((await verify(key, { clientAssertion }, {})).body.active).toBe(true);
    expect(answerOf(await verify(key, { clientAssertion }, {}))).toEqual(refusal('INVALID_CLIENT'));
  });

  test('refusals of one network are counted', async () => {
    const ip = freshIp();
    const guess = () => service.post(VERIFY, { key: 'x' }, { ip, headers: basicOf({ ...api, secret: 'wrong' }) });
    for (let at = 0; at < 12; at++) await guess();
    expect(answerOf(await guess())).toEqual(refusal('RATE_LIMITED'));
    expect((await service.post(VERIFY, { key: 'x' }, { ip, headers: basicOf(api) })).body).toEqual(INACTIVE);
  });
});

describe('POST /auth/api-keys/token', () => {
  test('a service verifies the token offline, and the account API refuses it', async () => {
    const { id, key } = await newKey(owner);
    const { status, body } = await exchange(key);
    expect([status, body.tokenType, body.expiresIn]).toEqual([200, 'Bearer', 300]);
    expect(decodeJwt(body.accessToken)).toMatchObject({
      sub: id,
      client_id: id,
      owner: expect.stringMatching(/^usr_/),
      tid: owner.tenant.id,
      roles: [],
      permissions: ['projects.create', 'projects.read'],
      scope: 'projects.create projects.read',
    });
    for (const path of ['/auth/me', '/projects', '/auth/verify-session'])
      expect(answerOf(await service.get(path, { headers: bearer(body.accessToken) }))).toEqual(
        refusal('INVALID_TOKEN'),
      );
    expect(answerOf(await exchange(body.accessToken))).toEqual(refusal('INVALID_TOKEN'));
  });

  test('introspection knows it, until its key is revoked', async () => {
    const { id, key } = await newKey(owner);
    const { accessToken } = (await exchange(key)).body;
    const ask = async () =>
      (await postForm(service, '/oauth2/introspect', { token: accessToken }, { headers: basicOf(api) })).body;
    expect(await ask()).toMatchObject({ active: true, sub: id, owner: expect.stringMatching(/^usr_/) });
    await owner.delete(`${KEYS}/${id}`);
    expect(await ask()).toEqual({ active: false });
  });

  test('a key whose owner has none of its scopes any more gets none', async () => {
    const user = await worker(service, PROJECTS, owner.tenant);
    const { key } = await newKey(user);
    await giveRoles(user, []);
    expect(answerOf(await exchange(key))).toEqual(refusal('INVALID_SCOPE'));
  });

  test('a key in a loop gets as many as a machine', async () => {
    const { key } = await newKey(owner);
    for (let at = 0; at < 12; at++) await exchange(key);
    expect(answerOf(await exchange(key))).toEqual(refusal('RATE_LIMITED'));
  });
});

describe('the key of a machine', () => {
  test('acts as the machine, with its own limits', async () => {
    const { id, key, machine } = await machineKey(owner.tenant);
    expect((await use(service, key)).status).toBe(200);
    const body = { name: 'P', slug: `p-${Math.random()}` };
    const create = (by: string) => service.post('/projects', body, { headers: bearer(by) });
    expect(answerOf(await create(key))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    expect((await verify(key)).body).toMatchObject({ id, ownerId: machine.application.id, scopes: ['projects.read'] });
    expect(decodeJwt((await exchange(key)).body.accessToken)).toMatchObject({ sub: id, owner: machine.application.id });
    const writer = await machineKey(owner.tenant, { scopes: ['projects.create'] });
    expect((await create(writer.key)).status).toBe(201);
  });

  test('ends with the machine, and works while users of the tenant may have none', async () => {
    const { key, machine } = await machineKey(await service.tenant());
    const path = `/auth/admin/api/applications/${machine.application.id}`;
    expect((await use(service, key)).status).toBe(200);
    await service.admin('PATCH', path, { isActive: false });
    expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
    await service.admin('PATCH', path, { isActive: true });
    expect((await use(service, key)).status).toBe(200);
    await service.admin('PATCH', path, { tenantIds: [owner.tenant.id] });
    expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
    await service.admin('DELETE', path);
    expect(answerOf(await use(service, key))).toEqual(refusal('INVALID_TOKEN'));
  });
});

describe('the limit of one key', () => {
  test('refuses it after so many uses in a minute, and no other key', async () => {
    const user = await keyUser(service);
    const [busy, idle] = [await newKey(user), await newKey(user)];
    const statuses: number[] = [];
    for (let at = 0; at < 301; at++) statuses.push((await use(service, busy.key)).status);
    expect([statuses.indexOf(429), (await use(service, idle.key)).status]).toEqual([299, 200]);
    expect(answerOf(await use(service, busy.key))).toEqual(refusal('RATE_LIMITED'));
    await later(MINUTE + 1000, async () => expect((await use(service, busy.key)).status).toBe(200));
  });
});
