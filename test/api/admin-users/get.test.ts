// Tests GET /auth/admin/api/users/{id}.
import { describe, expect, test } from '@jest/globals';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { create, type Item } from '../../../lib/store/dynamo/table.ts';
import { partitionOf } from '../../../lib/store/keys.ts';
import { createUser, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { act, complete, enrol } from '../../support/mfa.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const get = (id: string) => service.admin('GET', `${USERS}/${id}`);

describe('GET /auth/admin/api/users/{id} 200', () => {
  test('returns a user who has only an address', async () => {
    const { body: created } = await service.admin('POST', USERS, { email: 'bare@example.com', tenantId: tenant.id });
    const { status, body } = await get(created.user.id);
    expect(status).toBe(200);
    const none = {
      enabledInConfig: true,
      hasIdentity: false,
      verified: false,
      canPasswordLogin: false,
      canOtpLogin: false,
    };
    expect(body).toEqual({
      user: created.user,
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
      isActingAllowed: false,
    });
  });

  test('returns sessions, authenticators, trusted devices and identities without their secrets', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
    const { body: tokens } = await service.login(user, { headers: firefox });
    const { secret, deviceId } = await enrol(service, { tokens }, { deviceName: 'Phone' });
    const codes: string[] = (await act(service, tokens, 'generate-recovery-code')).body.codes;
    const { trustToken = '' } = await complete(service, { ...user, secret }, { trustDevice: true });
    const at = '2026-01-01T00:00:00.000Z';
    await storeIdentity(user.id, at);
    const { body, text } = await get(user.id);
    expect(body.sessions).toMatchObject([
      { userId: user.id, ipAddress: expect.stringMatching(/^127\./) },
      { userId: user.id, deviceName: 'Firefox on Linux' },
    ]);
    const date = expect.stringMatching(/Z$/);
    expect(body.mfa).toEqual({
      isEnabled: true,
      allowUserToggle: true,
      availableMethods: ['totp', 'email', 'sms'],
      enabledMethods: ['totp', 'email'],
      hasRecoveryCode: true,
      totpDevices: [{ id: deviceId, deviceName: 'Phone', verified: true, lastUsedAt: date, createdAt: date }],
    });
    expect(body.trustedDevices).toEqual([
      {
        id: trustToken.split('.')[0],
        userAgent: '',
        ipAddress: expect.stringMatching(/^127\./),
        expiresAt: date,
        lastUsedAt: null,
        createdAt: date,
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
    expect(text).not.toMatch(/passwordHash|scrypt|"hash"|secret/);
    for (const secretValue of [secret, trustToken.split('.')[1] as string, ...codes])
      expect(text).not.toContain(secretValue);
  });
});

/** Stores an identity of the user at a provider, as a login with that provider would. */
async function storeIdentity(id: string, date: string): Promise<void> {
  const at = Date.parse(date);
  const item = {
    ...partitionOf(tenant.id as TenantId, id as UserId),
    sk: 'IDN#1',
    type: 'identity',
    id: 'idn_1',
    hash: 'x',
    epoch: 1,
    provider: 'google',
    issuer: 'x',
    subject: '4711',
    metadata: {},
    createdAt: at,
    updatedAt: at,
  };
  await create(item as Item);
}

describe('GET /auth/admin/api/users/{id} 404', () => {
  test.each(UNKNOWN_USER_IDS)('rejects the unknown id %s', async (id) => {
    expect(answerOf(await get(id))).toEqual(refusal('USER_NOT_FOUND'));
  });

  test('rejects a deleted user and a user of a deleted tenant', async () => {
    const user = await createUser(service, tenant);
    await service.admin('DELETE', `${USERS}/${user.id}`);
    const other = await createUser(service, await service.tenant());
    await service.admin('DELETE', `/auth/admin/api/tenants/${other.tenant.id}`);
    for (const { id } of [user, other]) expect(answerOf(await get(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
