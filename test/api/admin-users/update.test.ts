// PATCH /auth/admin/api/users/{id}
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, NOBODY, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, published, refusal } from '../../support/api.ts';
import { enrol, inboxOf } from '../../support/mfa.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

const update = (id: string, body: Record<string, unknown>) => service.admin('PATCH', `${USERS}/${id}`, body);
type Made = Awaited<ReturnType<typeof createUser>>;
/** The user's next call on a session that was live a moment ago. */
async function session(user: Made) {
  const { body } = await service.login(user);
  return async () => answerOf(await service.get('/auth/me', { headers: bearer(body) }));
}
const LIVE = [200, undefined];
/** The user as he was made, but for some fields and the time of the change. */
const changed = ({ user }: Made, fields: Record<string, unknown>) => {
  const updatedAt = expect.any(String);
  return { ...user, ...fields, userAccesses: [{ ...user.userAccesses[0], updatedAt }], updatedAt };
};

describe('200', () => {
  test('changes what was sent and nothing else', async () => {
    const user = await createUser(service, tenant, { metadata: { a: 1 }, phone: '+4930555000111' });
    const { status, body } = await update(user.id, { metadata: { b: [2] } });
    expect(status).toBe(200);
    expect(body.user).toEqual(changed(user, { metadata: { b: [2] } }));
  });

  test('deactivated: his next call fails, and so does his login; reactivated he is back', async () => {
    const user = await createUser(service, tenant);
    const call = await session(user);
    expect(await call()).toEqual(LIVE);
    expect((await update(user.id, { isActive: false })).body.user.isActive).toBe(false);
    expect(await call()).toEqual(refusal('ACCOUNT_INACTIVE'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    await update(user.id, { isActive: true });
    expect(await call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.login(user)).status).toBe(200);
  });

  test('a new password ends the sessions; only it works', async () => {
    const user = await createUser(service, tenant);
    const call = await session(user);
    const password = newPassword();
    await update(user.id, { password });
    expect(await call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await service.login({ ...user, password })).status).toBe(200);
  });

  test('a new address is unverified, ends the sessions, and gives the old one free', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const call = await session(user);
    const email = newEmail();
    expect((await update(user.id, { email })).body.user).toMatchObject({ email, emailVerifiedAt: null });
    expect(await call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.login({ ...user, email })).status).toBe(200);
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await createUser(service, tenant, { email: user.email })).id).not.toBe(user.id);
  });

  test('an address can be verified by the admin, also in the call that changes it', async () => {
    const user = await createUser(service, tenant);
    const at = '2026-01-01T00:00:00.000Z';
    const email = newEmail();
    expect((await update(user.id, { email, emailVerifiedAt: at })).body.user).toMatchObject({ emailVerifiedAt: at });
    expect((await update(user.id, { emailVerifiedAt: null })).body.user).toMatchObject({
      email,
      emailVerifiedAt: null,
    });
  });

  test('the same address, in other letters, changes nothing about it', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const call = await session(user);
    const { body } = await update(user.id, { email: user.email.toUpperCase(), isActive: true });
    expect(body.user.emailVerifiedAt).toBe('2026-01-01T00:00:00.000Z');
    expect(await call()).toEqual(LIVE);
  });

  test('a number can be added, replaced and taken away', async () => {
    const user = await createUser(service, tenant);
    const [one, two] = ['+4930777000001', '+4930777000002'];
    expect((await update(user.id, { phone: one })).body.user.phone).toBe(one);
    expect((await update(user.id, { phone: two })).body.user.phone).toBe(two);
    expect((await createUser(service, tenant, { phone: one })).user.phone).toBe(one);
    expect((await update(user.id, { phone: null })).body.user.phone).toBeNull();
  });

  test('a login method can be switched off and on', async () => {
    const user = await createUser(service, tenant);
    await update(user.id, { emailLoginEnabled: false });
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    await update(user.id, { emailLoginEnabled: true });
    expect((await service.login(user)).status).toBe(200);
  });

  test('MFA can be switched on with a verified authenticator, and off', async () => {
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

  test('MFA can be switched on with a verified address', async () => {
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const call = await session(user);
    expect((await update(user.id, { isMfaEnabled: true })).body.user.isMfaEnabled).toBe(true);
    expect(await call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.login(user)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['email'] });
  });

  test('ignores what an admin may not write, the tenant above all', async () => {
    const other = await service.tenant();
    const user = await createUser(service, tenant);
    const clever = {
      id: 'x',
      tenantId: other.id,
      tenantIds: [other.id],
      passwordHash: 'x',
      epoch: 0,
      createdAt: 'x',
      version: 9,
    };
    const { body } = await update(user.id, { ...clever, metadata: {} });
    expect(body.user).toEqual(changed(user, {}));
    expect((await service.login(user)).status).toBe(200);
  });

  test('publishes svc.user_updated and the audit event with what differed', async () => {
    const own = await service.tenant();
    const user = await createUser(service, own);
    await update(user.id, { isActive: false, password: newPassword(), metadata: { salary: 1 } });
    const updatedFields = expect.arrayContaining(['isActive', 'password', 'metadata']);
    expect(await published(service, 'svc.user_updated', own.id)).toMatchObject([
      { detail: { userId: user.id, updatedFields } },
    ]);
    const [audit] = await auditedAction(service, 'user.updated', own.id);
    expect(audit).toMatchObject({ before: { isActive: true }, after: { isActive: false, updatedFields } });
    expect(JSON.stringify(audit)).not.toContain('salary');
  });

  test('says in svc.user_updated what an address was before, if it is another one now', async () => {
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

  test('twenty changes at once are all made', async () => {
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

describe('400', () => {
  test.each([
    ['nothing', {}, 'INVALID_INPUT'],
    ['only unknown fields', { unknown: 1 }, 'INVALID_INPUT'],
    ['no address left', { email: null }, 'EMAIL_OR_PHONE_REQUIRED'],
    ['an address that is none', { email: 'x' }, 'INVALID_INPUT'],
    ['a number that is none', { phone: 'x' }, 'INVALID_INPUT'],
    ['a verified number that is not there', { phoneVerifiedAt: '2026-01-01T00:00:00Z' }, 'INVALID_INPUT'],
    ['login by a number that is not there', { phoneLoginEnabled: true }, 'INVALID_INPUT'],
    ['a platform user', { isPlatformUser: true }, 'PLATFORM_ACCESS_DISABLED'],
    ['platform roles', { platformRoleIds: ['rol_x'] }, 'PLATFORM_ACCESS_DISABLED'],
    ['a short password', { password: 'Zq7$x' }, 'PASSWORD_TOO_SHORT'],
    ['a long password', { password: 'Zq7$'.repeat(33) }, 'PASSWORD_TOO_LONG'],
    ['a common password', { password: 'password123' }, 'PASSWORD_TOO_COMMON'],
    ['metadata of 9 KB', { metadata: { a: ['x'.repeat(4000), 'x'.repeat(4000), 'x'.repeat(1000)] } }, 'INVALID_INPUT'],
  ] as const)('%s', async (_, patch, code) => {
    const user = await createUser(service, tenant);
    expect(answerOf(await update(user.id, patch))).toEqual(refusal(code));
    expect((await service.login(user)).status).toBe(200);
  });

  test('his own name as a password', async () => {
    const user = await createUser(service, tenant, { email: 'ermintrude@example.com' });
    expect(answerOf(await update(user.id, { password: 'my ermintrude 9' }))).toEqual(
      refusal('PASSWORD_CONTAINS_IDENTIFIER'),
    );
  });
});

describe('403', () => {
  test('MFA without a verified factor', async () => {
    const user = await createUser(service, tenant);
    expect(answerOf(await update(user.id, { isMfaEnabled: true }))).toEqual(
      refusal('MFA_CANNOT_ENABLE_WITHOUT_METHOD'),
    );
  });

  test('an address of a blocked domain', async () => {
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
    const user = await createUser(service, tenant);
    expect(answerOf(await update(user.id, { email: 'x@blocked.example' }))).toEqual(
      refusal('EMAIL_DOMAIN_NOT_ALLOWED'),
    );
  });
});

describe('404', () => {
  test.each(NOBODY)('%s', async (id) => {
    expect(answerOf(await update(id, { isActive: false }))).toEqual(refusal('USER_NOT_FOUND'));
  });

  test('deleted', async () => {
    const user = await createUser(service, tenant);
    await service.admin('DELETE', `${USERS}/${user.id}`);
    expect(answerOf(await update(user.id, { isActive: true }))).toEqual(refusal('USER_NOT_FOUND'));
  });
});

describe('409', () => {
  test('an address that is taken: nothing of the change is made', async () => {
    const [one, two] = [await createUser(service, tenant), await createUser(service, tenant)];
    expect(answerOf(await update(one.id, { email: two.email, isActive: false }))).toEqual(
      refusal('USER_ALREADY_EXISTS'),
    );
    expect((await service.login(one)).status).toBe(200);
    expect((await service.login(two)).status).toBe(200);
  });

  test('of twenty users who are to get one address at once one gets it', async () => {
    const email = newEmail();
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser(service, tenant)));
    const replies = await race(20, (caller) => update(users[caller]!.id, { email }));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 409: 19 });
  });
});
