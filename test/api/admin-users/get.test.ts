// GET /auth/admin/api/users/{id}
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DeviceId, newDeviceId, type TenantId, type UserId } from '../../../lib/platform/ids.ts';
import { totpDeviceKey } from '../../../lib/store/factors.ts';
import { partitionOf } from '../../../lib/store/keys.ts';
import { create, type Item } from '../../../lib/store/table.ts';
import { type Service, startService, type Tenant } from '../../support/service.ts';
import { answerOf, refusal } from '../support.ts';
import { createUser, NOBODY, USERS } from './support.ts';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.stop());

const get = (id: string) => service.admin('GET', `${USERS}/${id}`);

describe('200', () => {
  test('a user who has nothing but an address', async () => {
    const { body: made } = await service.admin('POST', USERS, { email: 'bare@example.com', tenantId: tenant.id });
    const { status, body } = await get(made.user.id);
    expect(status).toBe(200);
    const none = {
      enabledInConfig: true,
      hasIdentity: false,
      verified: false,
      canPasswordLogin: false,
      canOtpLogin: false,
    };
    expect(body).toEqual({
      user: made.user,
      identities: [],
      trustedDevices: [],
      loginCapabilities: {
        email: { ...none, hasIdentity: true, canOtpLogin: true },
        phone: none,
        passwordless: { enabledInConfig: expect.any(Boolean), allowSignUp: expect.any(Boolean) },
        social: { enabledProviders: [], identityProviders: [] },
        mfa: { enabledInConfig: true, requiredForAll: false, requiredForUser: false },
      },
      mfa: {
        isEnabled: false,
        allowUserToggle: true,
        availableMethods: ['totp', 'email', 'sms'],
        enabledMethods: [],
        hasRecoveryCode: false,
        totpDevices: [],
      },
      sessions: [],
    });
  });

  test('sessions, authenticators, trusted devices and identities, and never what is secret about them', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    await service.login(user, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } });
    const device = newDeviceId();
    await plant(user.id, device);
    const { body, text } = await get(user.id);
    expect(body.sessions).toMatchObject([
      { userId: user.id, deviceName: 'Firefox on Linux', ipAddress: expect.stringMatching(/^127\./) },
    ]);
    const at = '2026-01-01T00:00:00.000Z';
    expect(body.mfa).toMatchObject({
      enabledMethods: ['totp'],
      hasRecoveryCode: true,
      totpDevices: [{ id: device, deviceName: 'Phone', verified: true, lastUsedAt: null, createdAt: at }],
    });
    expect(body.trustedDevices).toEqual([
      {
        id: 'dev_trusted',
        userAgent: 'Chrome',
        ipAddress: '::1',
        expiresAt: '2100-01-01T00:00:00.000Z',
        lastUsedAt: null,
        createdAt: at,
      },
    ]);
    expect(body.identities).toEqual([
      {
        id: 'idn_1',
        provider: 'google',
        providerId: '4711',
        metadata: {},
        createdAt: at,
        updatedAt: at,
        userId: user.id,
      },
    ]);
    expect(body.loginCapabilities).toMatchObject({
      email: { hasIdentity: true, verified: true, canPasswordLogin: true },
      social: { identityProviders: ['google'] },
    });
    expect(text).not.toMatch(/canary|passwordHash|scrypt|"hash"|secret/);
  });
});

/** Factors, as the operations that make them will. */
async function plant(id: string, device: DeviceId): Promise<void> {
  const [t, u] = [tenant.id as TenantId, id as UserId];
  const at = Date.parse('2026-01-01T00:00:00Z');
  const dates = { createdAt: at, updatedAt: at, lastUsedAt: null };
  const later = Date.parse('2100-01-01T00:00:00Z');
  const { pk } = partitionOf(t, u);
  const items: (Item & Record<string, unknown>)[] = [
    {
      ...totpDeviceKey(t, u, device),
      type: 'totp-device',
      id: device,
      name: 'Phone',
      secret: 'canary',
      verifiedAt: at,
      ...dates,
    },
    {
      pk,
      sk: 'TRU#1',
      type: 'trusted-device',
      id: 'dev_trusted',
      hash: 'canary',
      ip: '::1',
      userAgent: 'Chrome',
      expiresAt: later,
      ...dates,
    },
    {
      pk,
      sk: 'TRU#2',
      type: 'trusted-device',
      id: 'dev_expired',
      hash: 'canary',
      ip: '::1',
      userAgent: 'Chrome',
      expiresAt: 1,
      ...dates,
    },
    {
      pk,
      sk: 'IDN#1',
      type: 'identity',
      id: 'idn_1',
      provider: 'google',
      issuer: 'x',
      subject: '4711',
      metadata: {},
      ...dates,
    },
    { pk, sk: 'RCV', type: 'recovery-codes', codes: ['canary'] },
  ];
  await Promise.all(items.map((item) => create(item)));
}

describe('404', () => {
  test.each(NOBODY)('%s', async (id) => {
    expect(answerOf(await get(id))).toEqual(refusal('USER_NOT_FOUND'));
  });

  test('deleted, and of a deleted tenant', async () => {
    const user = await createUser(service, tenant);
    await service.admin('DELETE', `${USERS}/${user.id}`);
    const other = await createUser(service, await service.tenant());
    await service.admin('DELETE', `/auth/admin/api/tenants/${other.tenant.id}`);
    for (const { id } of [user, other]) expect(answerOf(await get(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
