// Threat: a key works after what gave it has ended, or a key makes more of itself. Races of twenty.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf, pathOf } from '../../../lib/contract/operation.ts';
import type { RoleId } from '../../../lib/platform/ids.ts';
import { groupOf } from '../../../lib/records/declare/group.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { USERS } from '../../support/admin-users.ts';
import { answerOf, disable, refusal } from '../../support/api.ts';
import { ADMIN_KEYS, grant, KEYS, keysOfTenant, keyTenant, keyUser, newKey, use } from '../../support/api-keys.ts';
import { newMachine } from '../../support/applications.ts';
import { freshIp } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { codeTo } from '../../support/messages.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newPassword, prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService({ GATEHOUSE_CEILINGS: 'client-ip=30' });
beforeAll(() => service.adminCookie());
const tenant = prepared(() => keyTenant(service));
const REFUSED = refusal('INVALID_TOKEN');
const TENANTS = '/auth/admin/api/tenants';

const keyed = async (within = tenant) => {
  const user = await keyUser(service, within);
  return { user, id: claimsOf(user.tokens.accessToken).sub, made: await newKey(user) };
};

describe('a key is refused with its next use', () => {
  test('while its user is disabled', async () => {
    const { user, id, made } = await keyed();
    await disable(user);
    expect(answerOf(await use(service, made.key))).toEqual(REFUSED);
    await service.admin('PATCH', `${USERS}/${id}`, { isActive: true });
    expect((await use(service, made.key)).status).toBe(200);
  });

  test('once its user is deleted, and nothing of it stays', async () => {
    const { user, id, made } = await keyed();
    await use(service, made.key);
    await user.delete('/auth/me');
    expect(answerOf(await use(service, made.key))).toEqual(REFUSED);
    service.local.followChanges();
    for (let left = 200; left > 0; left--) {
      const rows = await everyRow();
      if (
        !rows.some(
          ({ pk, sk, type }) =>
            (pk.includes(id) && sk.startsWith('USER')) || (type === 'api-key-use' && pk.includes(made.id)),
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the key of a deleted user is still stored');
  });

  test('while its tenant is off, or lets users have none', async () => {
    const own = await keyTenant(service);
    const { made } = await keyed(own);
    const change = (body: unknown) => service.admin('PATCH', `${TENANTS}/${own.id}`, body);
    await change({ isActive: false });
    expect(answerOf(await use(service, made.key))).toEqual(REFUSED);
    await change({ isActive: true });
    expect((await use(service, made.key)).status).toBe(200);
    await change({ settings: { apiKeys: null } });
    expect(answerOf(await use(service, made.key))).toEqual(REFUSED);
  });

  test('while its user must change the password that an admin chose', async () => {
    const user = await keyUser(service, tenant);
    const { sub } = claimsOf(user.tokens.accessToken);
    await service.admin('PATCH', `${USERS}/${sub}`, { password: user.password, mustChangePassword: false });
    const headers = bearer((await service.login(user)).body);
    const { key } = (await service.post(KEYS, { name: 'K', scopes: ['projects.read'] }, { headers })).body;
    const password = newPassword();
    await service.admin('PATCH', `${USERS}/${sub}`, { password, mustChangePassword: true });
    expect(answerOf(await use(service, key))).toEqual(REFUSED);
    const { body } = await service.login({ ...user, password });
    const changed = { currentPassword: password, newPassword: newPassword() };
    await service.post('/auth/change-password', changed, { headers: bearer(body) });
    expect((await use(service, key)).status).toBe(200);
  });

  test('for good once an account that was never proved is given to another person', async () => {
    const { id, made } = await keyed();
    await service.admin('PATCH', `${USERS}/${id}`, { password: newPassword(), mustChangePassword: false });
    expect(answerOf(await use(service, made.key))).toEqual(REFUSED);
  });

  test('for good after the password was reset, as a thief may have made it', async () => {
    const { user, made } = await keyed();
    const { tenant: id } = user;
    const address = { tenantId: id.id, email: user.email };
    await service.post('/auth/forgot-password', address);
    const code = await codeTo(service, 'svc.password_reset_requested', user.email);
    const { body } = await service.post('/auth/verify-forgot-password-otp', { ...address, code });
    const reset = { token: body.resetToken, newPassword: newPassword() };
    expect((await service.post('/auth/reset-password', reset)).status).toBe(200);
    expect(answerOf(await use(service, made.key))).toEqual(REFUSED);
  });

  test('but not after a change of the password or a logout everywhere', async () => {
    const { user, made } = await keyed();
    await user.post('/auth/logout-all', {});
    expect((await use(service, made.key)).status).toBe(200);
  });
});

test('a key of another tenant reads nothing here', async () => {
  const { user } = await keyed();
  const project = await user.post('/projects', { name: 'P', slug: `p-${Math.random()}` });
  const other = await keyed(await keyTenant(service));
  const read = await service.get(`/projects/${project.body.id}`, { headers: bearer(other.made.key) });
  expect(answerOf(read)).toEqual(refusal('CRUD_NOT_FOUND'));
});

describe('races of twenty', () => {
  test('one rotation wins, and without overlap one new secret works', async () => {
    const { user, made } = await keyed();
    const rotate = (overlapHours: number) => race(20, () => user.post(`${KEYS}/${made.id}/rotate`, { overlapHours }));
    expect(outcomes(await rotate(24))).toEqual({ 200: 1, '409 API_KEY_ROTATED': 19 });
    const replies = await rotate(0);
    const keys = [made.key, ...replies.flatMap(({ body: { key } }) => key ?? [])];
    const statuses = await Promise.all(keys.map(async (key) => (await use(service, key)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('no use succeeds that begins after the revocation has a reply', async () => {
    const { user, made } = await keyed();
    let isRevoked = false;
    const late: number[] = [];
    await race(21, async (caller) => {
      if (caller === 20) {
        await user.delete(`${KEYS}/${made.id}`);
        isRevoked = true;
        return;
      }
      for (let at = 0; at < 10; at++) {
        const wasRevoked = isRevoked;
        const { status } = await use(service, made.key, { ip: `127.0.7.${caller + 1}` });
        if (wasRevoked) late.push(status);
      }
    });
    expect(answerOf(await use(service, made.key))).toEqual(REFUSED);
    expect(late.filter((status) => status === 200)).toEqual([]);
  });

  test('ten keys are made and no eleventh', async () => {
    const user = await keyUser(service, tenant);
    const replies = await race(20, () => user.post(KEYS, { name: 'K', scopes: ['projects.read'] }));
    expect(outcomes(replies)).toEqual({ 200: 10, '400 API_KEY_LIMIT_REACHED': 10 });
    expect((await user.get(KEYS)).body.apiKeys).toHaveLength(10);
  });

  test('one revocation wins', async () => {
    const { user, made } = await keyed();
    const replies = await race(20, () => user.delete(`${KEYS}/${made.id}`));
    expect(outcomes(replies)).toEqual({ 200: 1, '404 API_KEY_NOT_FOUND': 19 });
  });

  test('no key outlives its user who is deleted meanwhile', async () => {
    const user = await keyUser(service, tenant);
    const body = { name: 'K', scopes: ['projects.read'] };
    const replies = await race(20, (caller) => (caller ? user.post(KEYS, body) : user.delete('/auth/me')));
    const keys = replies.flatMap(({ body: { key } }) => key ?? []);
    for (const key of keys) expect(answerOf(await use(service, key))).toEqual(REFUSED);
    expect(replies.every(({ status }) => status < 500)).toBe(true);
  });
});

describe('guessing', () => {
  const rows = Object.keys(groupOf(resources));

  test.each(rows)('%s counts refused keys by network, and lets the right one in', async (route) => {
    const { made } = await keyed();
    const ip = freshIp();
    const { made: gone, user } = await keyed();
    await user.delete(`${KEYS}/${gone.id}`);
    const call = (key: string) =>
      service.send(methodOf(route), pathOf(route).replace('{id}', 'x'), { headers: bearer(key), ip });
    await race(30, () => call(gone.key));
    expect(answerOf(await call(gone.key))).toEqual(refusal('RATE_LIMITED'));
    expect([401, 429]).not.toContain((await call(made.key)).status);
  });

  test('a key that is mistyped is neither read nor counted', async () => {
    const { made } = await keyed();
    const ip = freshIp();
    const typo = `${made.key.slice(0, 70)}${made.key[70] === 'a' ? 'b' : 'a'}${made.key.slice(71)}`;
    for (let at = 0; at < 40; at++) expect(answerOf(await use(service, typo, { ip }))).toEqual(REFUSED);
  });
});

test('no operation that changes an account admits keys', () => {
  const admitting = operations.filter(({ operation: { admits, access } }) => admits?.apiKey || access === 'key');
  const ofService = admitting.filter(({ group }) => group !== 'resources').map(({ route }) => route);
  expect(ofService).toEqual([`POST ${KEYS}/token`]);
});

describe('a key that has ended for good', () => {
  test('by a reset of the password is not listed, gets no new secret, and takes no place', async () => {
    const user = await keyUser(service, tenant);
    const made = await newKey(user);
    for (let more = 1; more < 10; more++) await newKey(user);
    const address = { tenantId: tenant.id, email: user.email };
    await service.post('/auth/forgot-password', address);
    const code = await codeTo(service, 'svc.password_reset_requested', user.email);
    const { body } = await service.post('/auth/verify-forgot-password-otp', { ...address, code });
    const password = newPassword();
    await service.post('/auth/reset-password', { token: body.resetToken, newPassword: password });
    const headers = bearer((await service.login({ ...user, password })).body);
    expect((await service.get(KEYS, { headers })).body.apiKeys).toEqual([]);
    expect(answerOf(await service.post(`${KEYS}/${made.id}/rotate`, {}, { headers }))).toEqual(
      refusal('API_KEY_NOT_FOUND'),
    );
    const again = await service.post(KEYS, { name: 'Again', scopes: ['projects.read'] }, { headers });
    expect([again.status, (await use(service, again.body.key)).status]).toEqual([200, 200]);
    expect((await service.get(KEYS, { headers })).body.apiKeys).toHaveLength(1);
  });

  test('with its machine gets no new secret', async () => {
    const machine = await newMachine(tenant, {
      roleIds: [(await grant(service, tenant, ['projects.read'])) as RoleId],
    });
    const given = { applicationId: machine.application.id, name: 'Import', scopes: ['projects.read'] };
    const { apiKey } = (await service.admin('POST', keysOfTenant(tenant), given)).body;
    await service.admin('DELETE', `/auth/admin/api/applications/${machine.application.id}`);
    expect(answerOf(await service.admin('POST', `${ADMIN_KEYS}/${apiKey.id}/rotate`, {}))).toEqual(
      refusal('API_KEY_NOT_FOUND'),
    );
  });
});

test.each(['requiresDpop', 'refusesSecrets'])(
  'a machine with %s gets no key, and one that it has is refused',
  async (name) => {
    const machine = await newMachine(tenant, {
      roleIds: [(await grant(service, tenant, ['projects.read'])) as RoleId],
    });
    const given = { applicationId: machine.application.id, name: 'Import', scopes: ['projects.read'] };
    const { key } = (await service.admin('POST', keysOfTenant(tenant), given)).body;
    expect((await use(service, key)).status).toBe(200);
    await service.admin('PATCH', `/auth/admin/api/applications/${machine.application.id}`, { [name]: true });
    expect(answerOf(await use(service, key))).toEqual(REFUSED);
    expect(answerOf(await service.admin('POST', keysOfTenant(tenant), given))).toEqual(refusal('INVALID_INPUT'));
  },
);
