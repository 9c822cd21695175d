// Tests what GET /auth/admin/api/users/{id}/sign-in-status says about passkeys. Each obstacle is compared with what a login gets.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { type Tenant, useService } from '../../support/service.ts';

const service = useService();
const statusOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}/sign-in-status`)).body;
const settle = (tenant: Tenant, settings: object) =>
  service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings });

async function owner(more: Parameters<typeof passkeys.owner>[2] = {}, settings: Record<string, unknown> = {}) {
  const user = await passkeys.owner(service, await service.tenant(settings), more);
  return { ...user, id: claimsOf(user.tokens.accessToken).sub as string };
}
const passkeyWay = (isOpen: boolean) => expect.arrayContaining([{ method: 'passkey', address: null, isOpen }]);

describe('GET /auth/admin/api/users/{id}/sign-in-status 200', () => {
  test('lists a passkey as a way that is open, and what the tenant does with them', async () => {
    const user = await owner();
    expect(await statusOf(user.id)).toMatchObject({
      canSignIn: true,
      obstacles: [],
      ways: passkeyWay(true),
      passkeys: { count: 1, mode: 'optional', isFirstFactor: true },
    });
  });

  test('says that an account gets in by its passkey alone when every other way is closed', async () => {
    const user = await owner();
    await service.admin('PATCH', `${USERS}/${user.id}`, { emailLoginEnabled: false });
    const status = await statusOf(user.id);
    expect(status.ways).toEqual([
      { method: 'password', address: 'email', isOpen: false },
      { method: 'code', address: 'email', isOpen: false },
      { method: 'passkey', address: null, isOpen: true },
    ]);
    expect(status.canSignIn).toBe(true);
    expect((await passkeys.login(service, user.tenant, user.authenticator)).status).toBe(200);
  });

  test.each([
    ['PASSKEYS_OFF', { passkeys: { mode: 'off' } }, 'PASSKEYS_NOT_ENABLED'],
    ['PASSKEY_NO_FIRST_FACTOR', { passkeys: { mode: 'optional', firstFactor: false } }, 'PASSKEYS_NOT_ENABLED'],
  ] as const)('%s closes the way with a passkey', async (code, settings, error) => {
    const user = await owner();
    await settle(user.tenant, settings);
    expect(await statusOf(user.id)).toMatchObject({
      obstacles: [{ code, method: 'passkey', isBlocking: true, remedy: 'PATCH /auth/admin/api/tenants/{id}' }],
      ways: passkeyWay(false),
    });
    expect(answerOf(await passkeys.login(service, user.tenant, user.authenticator))).toEqual(refusal(error));
  });

  test('PASSKEY_UNVERIFIED_USER closes the way with a key that verifies no user', async () => {
    const user = await owner({ verifiesUser: false });
    expect(await statusOf(user.id)).toMatchObject({
      obstacles: [{ code: 'PASSKEY_UNVERIFIED_USER', method: 'passkey', isBlocking: true }],
      ways: passkeyWay(false),
    });
  });

  test('PASSKEY_NEEDED tells that nothing but a passkey completes the other ways', async () => {
    const user = await owner();
    await settle(user.tenant, { passkeys: { mode: 'required' } });
    const status = await statusOf(user.id);
    expect(status).toMatchObject({
      canSignIn: true,
      obstacles: [
        { code: 'PASSKEY_NEEDED', method: 'password', isBlocking: false },
        { code: 'PASSKEY_NEEDED', method: 'code', isBlocking: false },
      ],
      passkeys: { mode: 'required' },
    });
    expect((await service.login(user)).body).toMatchObject({ nextStep: 'mfa', passkey: 'verify' });
  });

  test('SECOND_FACTOR_LOCKED leaves the way with a passkey open', async () => {
    const user = await mfa.enrolled(service);
    const authenticator = passkeys.authenticatorFor(service);
    await passkeys.addPasskey(service, user, authenticator);
    const tokens = await mfa.pending(service, user);
    for (let round = 0; round < 10; round++)
      await mfa.act(service, tokens, 'verify', { method: 'totp', otp: '000000' });
    const status = await statusOf(claimsOf(tokens.accessToken).sub as string);
    expect(status.obstacles.map(({ code, method }: { code: string; method: string }) => [code, method])).toEqual([
      ['SECOND_FACTOR_LOCKED', 'password'],
      ['SECOND_FACTOR_LOCKED', 'code'],
    ]);
    expect([status.canSignIn, status.ways]).toEqual([true, passkeyWay(true)]);
    expect((await passkeys.login(service, user.tenant, authenticator)).status).toBe(200);
  });

  test('counts none for a user without', async () => {
    const user = await createUser(service, await service.tenant());
    expect((await statusOf(user.id)).passkeys.count).toBe(0);
  });
});
