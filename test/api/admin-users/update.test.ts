// Tests PATCH /auth/admin/api/users/{id}.
import { describe, expect, test } from '@jest/globals';
import { createUser, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, published, refusal } from '../../support/api.ts';
import { enrol, inboxOf } from '../../support/mfa.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const update = (id: string, body: Record<string, unknown>) => service.admin('PATCH', `${USERS}/${id}`, body);
type CreatedUser = Awaited<ReturnType<typeof createUser>>;
/** Logs the user in and returns a call on that session. */
async function openSession(user: CreatedUser) {
  const { body } = await service.login(user);
  return async () => answerOf(await service.get('/auth/me', { headers: bearer(body) }));
}
const LIVE = [200, undefined];
/** Returns the user as created, with the given fields and any time of change. */
const changed = ({ user }: CreatedUser, fields: Record<string, unknown>) => {
  const updatedAt = expect.any(String);
  return { ...user, ...fields, userAccesses: [{ ...user.userAccesses[0], updatedAt }], updatedAt };
};

describe('PATCH /auth/admin/api/users/{id} 200', () => {
  test('changes only the fields that were sent', async () => {
    const user = await createUser(service, tenant, { metadata: { a: 1 }, phone: '+4930555000111' });
    const { status, body } = await update(user.id, { metadata: { b: [2] } });
    expect(status).toBe(200);
    expect(body.user).toEqual(changed(user, { metadata: { b: [2] } }));
  });

  test('ends sessions and rejects logins of a deactivated user until reactivation', async () => {
    const user = await createUser(service, tenant);
    const call = await openSession(user);
    expect(await call()).toEqual(LIVE);
    expect((await update(user.id, { isActive: false })).body.user.isActive).toBe(false);
    expect(await call()).toEqual(refusal('ACCOUNT_INACTIVE'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    await update(user.id, { isActive: true });
    expect(await call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.login(user)).status).toBe(200);
  });

  test('replaces the password and ends the sessions', async () => {
    const user = await createUser(service, tenant);
    const call = await openSession(user);
    const password = newPassword();
    await update(user.id, { password });
    expect(await call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await service.login({ ...user, password })).status).toBe(200);
  });

  test('marks a new address unverified, ends the sessions and frees the old address', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const call = await openSession(user);
    const email = newEmail();
    expect((await update(user.id, { email })).body.user).toMatchObject({ email, emailVerifiedAt: null });
    expect(await call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.login({ ...user, email })).status).toBe(200);
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await createUser(service, tenant, { email: user.email })).id).not.toBe(user.id);
  });

  test('verifies an address, also in the call that changes it', async () => {
    const user = await createUser(service, tenant);
    const at = '2026-01-01T00:00:00.000Z';
    const email = newEmail();
    expect((await update(user.id, { email, emailVerifiedAt: at })).body.user).toMatchObject({ emailVerifiedAt: at });
    expect((await update(user.id, { emailVerifiedAt: null })).body.user).toMatchObject({
      email,
      emailVerifiedAt: null,
    });
  });

  test('keeps verification and sessions when the address only changes its case', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const call = await openSession(user);
    const { body } = await update(user.id, { email: user.email.toUpperCase(), isActive: true });
    expect(body.user.emailVerifiedAt).toBe('2026-01-01T00:00:00.000Z');
    expect(await call()).toEqual(LIVE);
  });

  test('adds, replaces and removes a phone number', async () => {
    const user = await createUser(service, tenant);
    const [one, two] = ['+4930777000001', '+4930777000002'];
    expect((await update(user.id, { phone: one })).body.user.phone).toBe(one);
    expect((await update(user.id, { phone: two })).body.user.phone).toBe(two);
    expect((await createUser(service, tenant, { phone: one })).user.phone).toBe(one);
    expect((await update(user.id, { phone: null })).body.user.phone).toBeNull();
  });

  test('switches a login method off and on', async () => {
    const user = await createUser(service, tenant);
    await update(user.id, { emailLoginEnabled: false });
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    await update(user.id, { emailLoginEnabled: true });
    expect((await service.login(user)).status).toBe(200);
  });

  test('switches MFA on and off for a user with a verified authenticator', async () => {
    const user = await createUser(service, tenant);
    await enrol(service, { tokens: (await service.login(user)).body });
    for (const isMfaEnabled of [false, true]) {
      expect((await update(user.id, { isMfaEnabled })).body.user).toEqual(changed(user, { isMfaEnabled }));
      expect((await service.login(user)).body.isRequiresMfa).toBe(isMfaEnabled);
    }
    expect(await inboxOf(service, user.email, 3)).toEqual([
      'svc.mfa_device_added',
      'svc.two_factor_disabled',
      'svc.two_factor_enabled',
    ]);
  });

  test('switches MFA on for a user with a verified address', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const call = await openSession(user);
    expect((await update(user.id, { isMfaEnabled: true })).body.user.isMfaEnabled).toBe(true);
    expect(await call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.login(user)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['email'] });
  });

  test('refuses fields that an admin may not write, such as the tenant, and changes nothing', async () => {
    const other = await service.tenant();
    const user = await createUser(service, tenant);
    const forged = { id: 'x', tenantId: other.id, tenantIds: [other.id], passwordHash: 'x', epoch: 0, version: 9 };
    for (const [name, value] of Object.entries(forged)) {
      const reply = await update(user.id, { name: 'Changed', [name]: value });
      expect([...answerOf(reply), reply.body.message]).toEqual([
        ...refusal('INVALID_INPUT'),
        `${name}: cannot be set here`,
      ]);
    }
    const { body } = await update(user.id, { metadata: {} });
    expect(body.user).toEqual(changed(user, {}));
    expect((await service.login(user)).status).toBe(200);
  });

  test('publishes svc.user_updated and an audit event with the fields that differ', async () => {
    const own = await service.tenant();
    const user = await createUser(service, own);
    await update(user.id, { isActive: false, password: newPassword(), metadata: { salary: 4711 } });
    const updatedFields = expect.arrayContaining(['isActive', 'password', 'metadata']);
    expect(await published(service, 'svc.user_updated', own.id)).toMatchObject([
      { detail: { userId: user.id, updatedFields } },
    ]);
    const [audit] = await auditedAction(service, 'user.updated', own.id);
    expect(audit).toMatchObject({
      before: { isActive: true, mustChangePassword: false, password: 'set' },
      after: {
        isActive: false,
        mustChangePassword: true,
        password: 'changed',
        'metadata.salary': 'set',
        updatedFields,
      },
    });
    expect(JSON.stringify(audit)).not.toMatch(/4711|argon|scrypt/);
  });

  test('names the previous address in svc.user_updated only when it changed', async () => {
    const own = await service.tenant();
    const user = await createUser(service, own);
    const email = newEmail();
    await update(user.id, { email, phone: '+4915112345678' });
    await update(user.id, { email, isActive: false });
    const details = (await published(service, 'svc.user_updated', own.id)).map(({ detail }) => detail);
    const [first] = details.filter((each) => 'previousEmail' in (each as object));
    expect(first).toMatchObject({ email, previousEmail: user.email, previousPhone: null });
    expect(details.filter((each) => 'previousEmail' in (each as object))).toHaveLength(1);
  });

  test('applies twenty parallel changes', async () => {
    const user = await createUser(service, tenant);
    const replies = await race(20, (caller) =>
      caller % 2
        ? update(user.id, { emailVerifiedAt: new Date(caller * 1000).toISOString() })
        : update(user.id, { isActive: caller % 4 === 0 }),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 20 });
    const { body } = await service.admin('GET', `${USERS}/${user.id}`);
    expect(body.user.emailVerifiedAt).not.toBeNull();
  });
});

describe('PATCH /auth/admin/api/users/{id} 400', () => {
  test.each([
    ['an empty body', {}, 'INVALID_INPUT'],
    ['only unknown fields', { unknown: 1 }, 'INVALID_INPUT'],
    ['a removal of the only address', { email: null }, 'EMAIL_OR_PHONE_REQUIRED'],
    ['an invalid address', { email: 'x' }, 'INVALID_INPUT'],
    ['an invalid phone number', { phone: 'x' }, 'INVALID_INPUT'],
    ['a verification date without a phone number', { phoneVerifiedAt: '2026-01-01T00:00:00Z' }, 'INVALID_INPUT'],
    ['phone login without a phone number', { phoneLoginEnabled: true }, 'INVALID_INPUT'],
    ['a platform user', { isPlatformUser: true }, 'PLATFORM_ACCESS_DISABLED'],
    ['platform roles', { platformRoleIds: ['rol_x'] }, 'PLATFORM_ACCESS_DISABLED'],
    ['a short password', { password: 'Zq7$x' }, 'PASSWORD_TOO_SHORT'],
    ['a long password', { password: 'Zq7$'.repeat(33) }, 'PASSWORD_TOO_LONG'],
    ['a common password', { password: 'password123' }, 'PASSWORD_TOO_COMMON'],
    ['metadata of 9 KB', { metadata: { a: ['x'.repeat(4000), 'x'.repeat(4000), 'x'.repeat(1000)] } }, 'INVALID_INPUT'],
  ] as const)('rejects %s', async (_, patch, code) => {
    const user = await createUser(service, tenant);
    expect(answerOf(await update(user.id, patch))).toEqual(refusal(code));
    expect((await service.login(user)).status).toBe(200);
  });

  test("rejects the user's own name as password", async () => {
    const user = await createUser(service, tenant, { email: 'ermintrude@example.com' });
    expect(answerOf(await update(user.id, { password: 'my ermintrude 9' }))).toEqual(
      refusal('PASSWORD_CONTAINS_IDENTIFIER'),
    );
  });
});

describe('PATCH /auth/admin/api/users/{id} 403', () => {
  test('rejects switching MFA on without a verified factor', async () => {
    const user = await createUser(service, tenant);
    expect(answerOf(await update(user.id, { isMfaEnabled: true }))).toEqual(
      refusal('MFA_CANNOT_ENABLE_WITHOUT_METHOD'),
    );
  });

  test('rejects an address of a blocked domain', async () => {
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
    const user = await createUser(service, tenant);
    expect(answerOf(await update(user.id, { email: 'x@blocked.example' }))).toEqual(
      refusal('EMAIL_DOMAIN_NOT_ALLOWED'),
    );
  });
});

describe('PATCH /auth/admin/api/users/{id} 404', () => {
  test.each(UNKNOWN_USER_IDS)('rejects the unknown id %s', async (id) => {
    expect(answerOf(await update(id, { isActive: false }))).toEqual(refusal('USER_NOT_FOUND'));
  });

  test('rejects a deleted user', async () => {
    const user = await createUser(service, tenant);
    await service.admin('DELETE', `${USERS}/${user.id}`);
    expect(answerOf(await update(user.id, { isActive: true }))).toEqual(refusal('USER_NOT_FOUND'));
  });
});

describe('PATCH /auth/admin/api/users/{id} 409', () => {
  test('rejects a taken address and changes nothing', async () => {
    const [one, two] = [await createUser(service, tenant), await createUser(service, tenant)];
    expect(answerOf(await update(one.id, { email: two.email, isActive: false }))).toEqual(
      refusal('USER_ALREADY_EXISTS'),
    );
    expect((await service.login(one)).status).toBe(200);
    expect((await service.login(two)).status).toBe(200);
  });

  test('gives one address to one of twenty users in parallel calls', async () => {
    const email = newEmail();
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser(service, tenant)));
    const replies = await race(20, (caller) => update(users[caller]!.id, { email }));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 409: 19 });
  });
});
