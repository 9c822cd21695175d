// Tests GET /auth/admin/api/users/{id}/sign-in-status. Each obstacle is compared with what a login gets.
import { describe, expect, test } from '@jest/globals';
import { createUser, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import { wrongCode } from '../../support/factors.ts';
import { act, enrolled, pending } from '../../support/mfa.ts';
import { newEmail, useService } from '../../support/service.ts';

const service = useService();
const VERIFIED = { emailVerifiedAt: '2026-01-01T00:00:00Z' };

const path = (id: string) => `${USERS}/${id}/sign-in-status`;
const statusOf = async (id: string) => (await service.admin('GET', path(id))).body;
const codesOf = async (id: string): Promise<string[]> =>
  (await statusOf(id)).obstacles.map(({ code }: { code: string }) => code);
const change = async (id: string, body: object) => {
  const reply = await service.admin('PATCH', `${USERS}/${id}`, body);
  if (reply.status !== 200) throw new Error(reply.text);
};

describe('GET /auth/admin/api/users/{id}/sign-in-status 200', () => {
  test('is empty for a user who can log in', async () => {
    const user = await createUser(service, await service.tenant());
    expect(await statusOf(user.id)).toEqual({
      canSignIn: true,
      obstacles: [],
      ways: [
        { method: 'password', address: 'email', isOpen: true },
        { method: 'code', address: 'email', isOpen: true },
      ],
      passkeys: { count: 0, mode: 'optional', isFirstFactor: true },
      checkedAt: expect.stringMatching(/Z$/),
    });
  });

  test('says until when a password is locked, and counts no attempt', async () => {
    const user = await createUser(service, await service.tenant());
    const wrong = () => service.login({ ...user, password: 'Wrong 7$q' });
    for (let round = 0; round < 9; round++) await wrong();
    for (let round = 0; round < 5; round++) expect(await codesOf(user.id)).toEqual([]);
    expect(answerOf(await wrong())).toEqual(refusal('INVALID_CREDENTIALS'));
    const { obstacles, canSignIn } = await statusOf(user.id);
    expect(obstacles).toEqual([
      {
        code: 'PASSWORD_LOCKED',
        message: expect.stringContaining('too many wrong passwords'),
        method: 'password',
        address: 'email',
        isBlocking: true,
        since: null,
        until: expect.any(String),
        remedy: 'POST /auth/admin/api/users/{id}/unlock',
      },
    ]);
    const left = Date.parse(obstacles[0].until) - Date.now();
    expect([left > 14 * MINUTE, left <= 15 * MINUTE, canSignIn]).toEqual([true, true, true]);
    expect(answerOf(await service.login(user))).toEqual(refusal('ACCOUNT_LOCKED'));
    await later(15 * MINUTE, async () => {
      expect(await codesOf(user.id)).toEqual([]);
      expect((await service.login(user)).status).toBe(200);
    });
  });

  test('names a lock that no quarter of an hour ends, after eighty wrong passwords', async () => {
    const user = await createUser(service, await service.tenant());
    const wrong = () => service.login({ ...user, password: 'Wrong 7$q' });
    for (let round = 0; round < 8; round++)
      await later(round * 16 * MINUTE, async () => {
        for (let guess = 0; guess < 10; guess++) await wrong();
      });
    await later(9 * 16 * MINUTE, async () => {
      expect(answerOf(await service.login(user))).toEqual(refusal('ACCOUNT_LOCKED'));
      const { obstacles } = await statusOf(user.id);
      expect(obstacles).toMatchObject([{ code: 'PASSWORD_LOCKED' }]);
      expect(Date.parse(obstacles[0].until) - Date.now()).toBeGreaterThan(300 * DAY);
    });
  });

  test('says that wrong codes used up the guesses, and that a longer code still works', async () => {
    const tenant = await service.tenant();
    const user = await createUser(service, tenant);
    const credentials = { identifier: user.email, channels: ['email'], code: '000000' };
    for (let round = 0; round < 15; round++)
      await service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
    const { obstacles, canSignIn } = await statusOf(user.id);
    expect([obstacles, canSignIn]).toMatchObject([
      [{ code: 'CODE_GUESSES_USED', method: 'code', isBlocking: false }],
      true,
    ]);
  });

  test('says that the second factor is locked', async () => {
    const user = await enrolled(service);
    const tokens = await pending(service, user);
    for (let round = 0; round < 10; round++)
      await act(service, tokens, 'verify', { method: 'totp', otp: wrongCode(user.secret) });
    const status = await statusOf(user.id);
    expect(status).toMatchObject({ canSignIn: false, obstacles: [{ code: 'SECOND_FACTOR_LOCKED', method: null }] });
  });

  test('says that the account is disabled', async () => {
    const user = await createUser(service, await service.tenant());
    await change(user.id, { isActive: false });
    expect(await statusOf(user.id)).toMatchObject({
      canSignIn: false,
      obstacles: [{ code: 'ACCOUNT_DISABLED', method: null, remedy: 'PATCH /auth/admin/api/users/{id}' }],
    });
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
  });

  test('says that the tenant is inactive', async () => {
    const user = await createUser(service, await service.tenant());
    await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { isActive: false });
    expect(await statusOf(user.id)).toMatchObject({
      canSignIn: false,
      obstacles: [{ code: 'TENANT_INACTIVE', remedy: 'PATCH /auth/admin/api/tenants/{id}' }],
    });
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
  });

  test('says that the address must be verified first, for the password alone', async () => {
    const tenant = await service.tenant({ signup: { mode: 'verifyFirst' } });
    const user = await createUser(service, tenant);
    expect(await statusOf(user.id)).toMatchObject({
      canSignIn: true,
      obstacles: [{ code: 'ADDRESS_UNVERIFIED', method: 'password', address: 'email' }],
      ways: [{ isOpen: false }, { method: 'code', isOpen: true }],
    });
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    await change(user.id, VERIFIED);
    expect(await codesOf(user.id)).toEqual([]);
    expect((await service.login(user)).status).toBe(200);
  });

  test('says that an address is switched off, and which', async () => {
    const user = await createUser(service, await service.tenant(), VERIFIED);
    await change(user.id, { emailLoginEnabled: false });
    expect((await statusOf(user.id)).obstacles).toMatchObject([
      { code: 'ADDRESS_SWITCHED_OFF', method: 'password', address: 'email' },
      { code: 'ADDRESS_SWITCHED_OFF', method: 'code', address: 'email' },
    ]);
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
  });

  test('says that a number opens nothing while the e-mail address identifies the user', async () => {
    const user = await createUser(service, await service.tenant(), { ...VERIFIED, phone: '+4915112390001' });
    expect((await statusOf(user.id)).obstacles).toMatchObject([
      { code: 'ADDRESS_UNPROVED', method: 'code', address: 'phone' },
    ]);
  });

  test('says that there is no password, and that an invitation is open or has expired', async () => {
    const tenant = await service.tenant();
    const { body } = await service.admin('POST', USERS, { tenantId: tenant.id, email: newEmail() });
    expect(await statusOf(body.user.id)).toMatchObject({
      canSignIn: true,
      obstacles: [{ code: 'NO_PASSWORD', method: 'password', address: 'email' }],
    });
    const person = { tenantId: tenant.id, email: newEmail(), expiresInSeconds: 600 };
    const { id } = (await service.admin('POST', '/auth/admin/api/invitations', person)).body.invitation;
    const remedy = 'POST /auth/admin/api/invitations/{id}/resend';
    expect((await statusOf(id)).obstacles).toMatchObject([
      { code: 'NO_PASSWORD' },
      { code: 'INVITATION_OPEN', isBlocking: false, since: expect.any(String), until: expect.any(String), remedy },
    ]);
    await later(11 * MINUTE, async () => expect(await codesOf(id)).toEqual(['NO_PASSWORD', 'INVITATION_EXPIRED']));
  });

  test('says that the password must be changed, which closes no way', async () => {
    const user = await createUser(service, await service.tenant(), { mustChangePassword: true });
    expect(await statusOf(user.id)).toMatchObject({
      canSignIn: true,
      obstacles: [{ code: 'MUST_CHANGE_PASSWORD', isBlocking: false }],
    });
  });

  test('says that a required second factor is missing, or is set up during the login', async () => {
    const tenant = await service.tenant({ mfa: { policy: 'required', methods: ['totp'] } });
    const user = await createUser(service, tenant);
    const { obstacles, canSignIn } = await statusOf(user.id);
    expect(canSignIn).toBe(true);
    expect(obstacles[0]).toMatchObject({ code: 'SECOND_FACTOR_TO_SET_UP', isBlocking: false });
    const optional = await service.tenant({ mfa: { policy: 'optional', methods: ['email', 'totp'] } });
    const other = await createUser(service, optional, VERIFIED);
    await change(other.id, { isMfaEnabled: true });
    const settings = { mfa: { policy: 'optional', methods: ['totp'] } };
    await service.admin('PATCH', `/auth/admin/api/tenants/${optional.id}`, { settings });
    expect(await statusOf(other.id)).toMatchObject({
      canSignIn: false,
      obstacles: [
        { code: 'SECOND_FACTOR_MISSING', method: 'password' },
        { code: 'SECOND_FACTOR_MISSING', method: 'code' },
      ],
    });
  });
});

test('GET /auth/admin/api/users/{id}/sign-in-status 400 rejects a parameter', async () => {
  const user = await createUser(service, await service.tenant());
  expect(answerOf(await service.admin('GET', `${path(user.id)}?verbose=1`))).toEqual(refusal('INVALID_INPUT'));
});

test.each(UNKNOWN_USER_IDS)(
  'GET /auth/admin/api/users/{id}/sign-in-status 404 rejects the unknown user id %s',
  async (id) => {
    expect(answerOf(await service.admin('GET', path(id)))).toEqual(refusal('USER_NOT_FOUND'));
  },
);
