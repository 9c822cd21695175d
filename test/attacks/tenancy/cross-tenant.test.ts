// Threat: an attacker with an account in one tenant reaches into another: by its id, by an e-mail address that exists
// in both, or by a malformed tenant reference. Tenants share nothing, and there is no default tenant to fall back to.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { NO_TENANT } from '../../../lib/platform/ids.ts';
import { addDevice, enrol, nextStep, pendingLogin, recover, recoveryCodes, verify } from '../../support/factors.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newEmail, newPassword, type Tenant, type User, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
let one: Tenant;
let other: Tenant;
let email: string;
let ann: User;
let sameAddress: User;
beforeAll(async () => {
  [one, other] = [await service.tenant(), await service.tenant()];
  email = newEmail();
  [ann, sameAddress] = [await service.signup(one, email), await service.signup(other, email)];
});

const me = (user: User, headers = {}) => service.get('/auth/me', { headers: { ...bearer(user.tokens), ...headers } });

describe('one e-mail address in two tenants', () => {
  test('belongs to two separate accounts', async () => {
    const [first, second] = [await me(ann), await me(sameAddress)];
    expect(first.body.email).toBe(second.body.email);
    expect(first.body.id).not.toBe(second.body.id);
  });

  test('has a separate password in each', async () => {
    expect((await service.login({ ...ann, password: sameAddress.password })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await service.login({ ...sameAddress, password: ann.password })).body.code).toBe('INVALID_CREDENTIALS');
  });

  test('is locked, logged out and given a new password in one without affecting the other', async () => {
    const address = newEmail();
    const [here, there] = [await service.signup(one, address), await service.signup(other, address)];
    await race(12, () => service.login({ ...here, password: newPassword() }));
    expect((await service.login(here)).body.code).toBe('ACCOUNT_LOCKED');
    expect((await service.login(there)).status).toBe(200);
    await service.post('/auth/logout-all', {}, { headers: bearer(here.tokens) });
    expect((await me(here)).status).toBe(401);
    expect((await me(there)).status).toBe(200);
    const change = { currentPassword: there.password, newPassword: newPassword() };
    expect((await service.post('/auth/change-password', change, { headers: bearer(there.tokens) })).status).toBe(200);
    expect((await service.login({ ...there, password: change.newPassword })).status).toBe(200);
  });
});

describe('a second factor of one tenant', () => {
  test('is refused for the account with the same address in the other tenant', async () => {
    const address = newEmail();
    const [here, there] = [await enrol(service, one, address), await enrol(service, other, address)];
    const codes = await recoveryCodes(service, here.tokens);
    const login = await pendingLogin(service, there);
    nextStep();
    expect((await verify(service, login, totp(here.secret))).body.code).toBe('MFA_CODE_INVALID');
    expect((await recover(service, login, codes[0] as string)).body.code).toBe('MFA_RECOVERY_CODE_INVALID');
    const options = { headers: bearer(there.tokens) };
    const removal = await service.send('DELETE', `/auth/mfa/devices/${here.deviceId}`, options);
    expect(removal.body.code).toBe('MFA_DEVICE_NOT_FOUND');
    // The attempt in the other tenant did not use up the codes.
    const own = await pendingLogin(service, here);
    expect((await verify(service, own, totp(here.secret))).status).toBe(200);
    expect((await recover(service, await pendingLogin(service, here), codes[0] as string)).status).toBe(200);
    expect((await verify(service, login, totp(there.secret))).status).toBe(200);
  });

  test('is enabled and removed without affecting the account with the same address in the other tenant', async () => {
    const address = newEmail();
    const [here, there] = [await enrol(service, one, address), await service.signup(other, address)];
    expect((await service.login(there)).body.isRequiresMfa).toBe(false);
    expect((await me(there)).body.isMfaEnabled).toBe(false);
    await addDevice(service, there.tokens);
    const headers = bearer(here.tokens);
    expect((await service.send('DELETE', `/auth/mfa/devices/${here.deviceId}`, { headers })).status).toBe(200);
    expect((await service.login(here)).body.isRequiresMfa).toBe(false);
    expect((await service.login(there)).body.isRequiresMfa).toBe(true);
  });
});

describe('a token of one tenant', () => {
  test('keeps its own tenant when header, query and body name the other tenant', async () => {
    const headers = { ...bearer(ann.tokens), 'x-tenant-id': other.id, 'x-tenant': other.slug };
    const path = `/auth/me?tenantId=${other.id}&tid=${other.id}&userId=${claimsOf(sameAddress.tokens.accessToken).sub}`;
    expect((await service.get(path, { headers })).body.id).toBe(claimsOf(ann.tokens.accessToken).sub);
    const refreshed = await service.post('/auth/refresh-token', {
      refreshToken: ann.tokens.refreshToken,
      tenantId: other.id,
    });
    expect(claimsOf(refreshed.body.accessToken).tid).toBe(one.id);
  });

  test('is refused by admin operations', async () => {
    for (const id of [one.id, other.id]) {
      const options = { headers: bearer(ann.tokens) };
      const path = `/auth/admin/api/tenants/${id}`;
      expect((await service.get('/auth/admin/api/tenants', options)).status).toBe(401);
      expect((await service.send('PATCH', path, { ...options, body: { name: 'x' } })).status).toBe(401);
      expect((await service.send('DELETE', path, options)).status).toBe(401);
    }
  });
});

describe('a tenant reference', () => {
  const calls = (tenantId: unknown) => [
    service.post('/auth/login', { tenantId, credentials: { email: newEmail(), password: ann.password } }),
    service.post('/auth/signup', { tenantId, email: newEmail(), password: newPassword() }),
  ];
  const codes = async (tenantId: unknown) => outcomes(await Promise.all(calls(tenantId)));

  test.each([undefined, ''])('is required: %j returns TENANT_ID_REQUIRED', async (tenantId) => {
    expect(await codes(tenantId)).toEqual({ '400 TENANT_ID_REQUIRED': 2 });
  });

  test.each([null, 1, true, {}, [], ['x'], { $ne: '' }, 'x'.repeat(129)])(
    'must be a string: %j returns INVALID_INPUT',
    async (tenantId) => {
      expect(await codes(tenantId)).toEqual({ '400 INVALID_INPUT': 2 });
    },
  );

  test('is refused as an array that holds a valid id', async () => {
    expect(await codes([one.id])).toEqual({ '400 INVALID_INPUT': 2 });
  });

  test('to an unknown tenant is refused like a wrong password and stores nothing of it', async () => {
    // Beside limiters, the writes of a failure are made in the partitions of no tenant, so that it takes as long.
    const rows = async () =>
      (await everyRow()).filter(({ type, pk }) => type !== 'limiter' && !pk.startsWith(`T#${NO_TENANT}#`)).length;
    const before = await rows();
    const wrong = [
      `ten_${'0'.repeat(22)}`,
      'ten_x',
      one.id.toLowerCase(),
      `${one.id} `,
      `${one.id}\n`,
      `${one.id}#USER`,
    ];
    for (const tenantId of wrong) expect(await codes(tenantId)).toEqual({ '401 INVALID_CREDENTIALS': 2 });
    for (const tenantId of ['__proto__', one.slug, `T#${one.id}`, one.id.slice(4), '*', '../'])
      expect(await codes(tenantId)).toEqual({ '400 INVALID_INPUT': 2 });
    expect(await rows()).toBe(before);
  });
});

test('every record of a tenant is stored under its own key prefix and names no other tenant', async () => {
  const rows = (await everyRow()).filter(({ type }) => ['user', 'session', 'address-claim', 'outbox'].includes(type));
  const ids = [one.id, other.id];
  // Events about admins belong to no tenant and name none.
  const platformRows = rows.filter(({ pk }) => pk.startsWith('P#'));
  for (const id of ids) expect(JSON.stringify(platformRows)).not.toContain(id.slice(4));
  for (const row of rows.filter((each) => !platformRows.includes(each))) {
    const home = ids.find((id) => row.pk.startsWith(`T#${id}#`)) as string;
    const foreign = ids.find((id) => id !== home) as string;
    expect(home).toBeDefined();
    expect(JSON.stringify(row)).not.toContain(foreign.slice(4));
  }
});
