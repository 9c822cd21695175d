// Threat: at the other service, a stranger registered another person's address, or owns an account that has it here. A line
// must leave each account to the owner of its address.
import { describe, expect, test } from '@jest/globals';
import { hash as bcrypt } from 'bcryptjs';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, audited, claimsOf, publishedAbout, refusal } from '../../support/api.ts';
import { newPhone } from '../../support/factors.ts';
import { importedLine, importLines } from '../../support/imports.ts';
import { codeTo } from '../../support/messages.ts';
import { bearer, newEmail, newPassword } from '../../support/service.ts';
import { logIn, PROVIDER, roundTrip, stranger, tenantWith, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();
const SEED = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const idsAt = (person: { sub: string }) => [{ provider: PROVIDER, providerId: person.sub }];
const userOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}`)).body;
const one = async (more: Record<string, unknown>, call: Record<string, unknown> = {}) =>
  (await importLines(service, tenant, [importedLine(more)], call))[0];

const loginByCode = async (email: string) => {
  await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: email, channel: 'email' });
  const code = await codeTo(service, 'svc.passwordless_code_requested', email);
  const credentials = { identifier: email, channels: ['email'], code };
  return service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
};
const reset = async (email: string, password = newPassword()) => {
  await service.post('/auth/forgot-password', { tenantId: tenant.id, email });
  const code = await codeTo(service, 'svc.password_reset_requested', email);
  const { body } = await service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, email, code });
  return service.post('/auth/reset-password', { token: body.resetToken, newPassword: password });
};

describe('an address that the other service has not verified', () => {
  test.each([
    ['logs in by code', loginByCode],
    ['resets the password', reset],
  ])('leaves its stranger nothing when its owner %s', async (_, act) => {
    const [email, phone, password] = [newEmail(), newPhone(), newPassword()];
    const attacker = stranger({ email: newEmail() });
    const line = {
      email,
      phone,
      passwordHash: await bcrypt(password, 4),
      identities: idsAt(attacker),
      totp: [{ secret: SEED }],
    };
    const { userId } = await one(line);
    const before = await userOf(userId);
    expect([before.identities.length, before.mfa.totpDevices.length]).toEqual([1, 1]);

    expect((await act(email)).status).toBe(200);
    const { user, identities, mfa } = await userOf(userId);
    expect([identities, mfa.totpDevices, user.isMfaEnabled, user.phone]).toEqual([[], [], false, null]);
    expect(answerOf(await service.login({ tenant, email, password }))).toEqual(refusal('INVALID_CREDENTIALS'));
    const elsewhere = await logIn(service, tenant, realm, attacker);
    expect(claimsOf(elsewhere.body.accessToken).sub).not.toBe(userId);
  });

  test('keeps the password of the person who verifies it with it', async () => {
    const [email, password] = [newEmail(), newPassword()];
    await one({ email, passwordHash: await bcrypt(password, 4) });
    const headers = bearer((await service.login({ tenant, email, password })).body);
    await service.post('/auth/send-email-verification', {}, { headers });
    const code = await codeTo(service, 'svc.email_verification_requested', email);
    expect((await service.post('/auth/verify-email', { code }, { headers })).status).toBe(200);
    expect((await service.login({ tenant, email, password })).status).toBe(200);
  });

  test('does not link the identity of its owner to what a stranger opens', async () => {
    const email = newEmail();
    await one({ email, passwordHash: await bcrypt('x', 4) });
    expect(answerOf(await roundTrip(service, tenant, realm, stranger({ email })))).toEqual(
      refusal('ACCOUNT_LINK_REQUIRED'),
    );
  });
});

test('where addresses are verified first, an identity with an unverified address opens nothing', async () => {
  const own = await tenantWith(service, realm, { signup: { mode: 'verifyFirst' } });
  const person = stranger({ email: newEmail(), email_verified: false });
  await importLines(service, own, [importedLine({ email: person.email, identities: idsAt(person) })]);
  expect(answerOf(await roundTrip(service, own, realm, person))).toEqual(refusal('EMAIL_VERIFICATION_REQUIRED'));
});

describe('a merge', () => {
  const merge = { onExisting: 'merge' };

  test('gives nothing to an account that another address opens', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const stamp = { phoneVerifiedAt: '2026-01-01T00:00:00Z' };
    const { body } = await service.admin('POST', USERS, { tenantId: tenant.id, email, phone, ...stamp });
    const owner = stranger({ email });
    const password = newPassword();
    const line = { email, isEmailVerified: true, identities: idsAt(owner), passwordHash: await bcrypt(password, 4) };
    expect(await one(line, merge)).toMatchObject({ outcome: 'refused', code: 'MERGE_NOT_PROVED' });
    expect((await userOf(body.user.id)).identities).toEqual([]);
    expect((await service.login({ tenant, email, password })).status).toBe(401);
    // The number is one person at both services.
    const both = { ...line, phone, isPhoneVerified: true };
    expect(await one(both, merge)).toMatchObject({ outcome: 'merged', userId: body.user.id });
  });

  test('gives nothing to an account with a number that only the other service has verified', async () => {
    const [email, phone, password] = [newEmail(), newPhone(), newPassword()];
    const stamp = { emailVerifiedAt: '2026-01-01T00:00:00Z' };
    const { body } = await service.admin('POST', USERS, { tenantId: tenant.id, email, phone, ...stamp });
    const line = { email: undefined, phone, isPhoneVerified: true, passwordHash: await bcrypt(password, 4) };
    for (const more of [{}, { email }])
      expect(await one({ ...line, ...more }, merge)).toMatchObject({ outcome: 'refused', code: 'MERGE_NOT_PROVED' });
    expect((await userOf(body.user.id)).user.phoneVerifiedAt).toBeNull();
    expect((await service.login({ tenant, email, password })).status).toBe(401);
  });

  test('is refused where a stranger was imported with the address', async () => {
    const [email, password] = [newEmail(), newPassword()];
    await one({ email, passwordHash: await bcrypt(password, 4) });
    const line = { email, isEmailVerified: true, identities: idsAt(stranger({ email })) };
    expect(await one(line, { ...merge, source: 'other' })).toMatchObject({
      outcome: 'refused',
      code: 'MERGE_NOT_PROVED',
    });
  });

  test('follows an address that its user gave up to no one', async () => {
    const { body } = await service.admin('POST', USERS, { tenantId: tenant.id, email: newEmail() });
    const { id, email } = body.user;
    await service.admin('PATCH', `${USERS}/${id}`, { email: newEmail() });
    const result = await one({ email, isEmailVerified: true }, merge);
    expect(result).toMatchObject({ outcome: 'created' });
    expect(result.userId).not.toBe(id);
  });

  test('of two accounts by an address and a number of one line is refused', async () => {
    const stamp = { emailVerifiedAt: '2026-01-01T00:00:00Z', phoneVerifiedAt: '2026-01-01T00:00:00Z' };
    const [first, phone] = [await createUser(service, tenant, { emailVerifiedAt: stamp.emailVerifiedAt }), newPhone()];
    await createUser(service, tenant, { phone, ...stamp });
    const line = { email: first.email, isEmailVerified: true, phone, isPhoneVerified: true };
    expect(await one(line, merge)).toMatchObject({ outcome: 'refused', code: 'USER_ALREADY_EXISTS' });
  });

  test('writes neither hash nor subject to the audit log', async () => {
    const email = newEmail();
    const { body } = await service.admin('POST', USERS, { tenantId: tenant.id, email });
    const { id } = body.user;
    const passwordHash = await bcrypt(newPassword(), 4);
    const person = stranger({ email });
    const line = importedLine({ email, isEmailVerified: true, passwordHash, identities: idsAt(person) });
    expect((await importLines(service, tenant, [line], merge))[0]).toMatchObject({ outcome: 'merged', userId: id });
    const entries = await audited(service, id, (found) => found.length > 1);
    const text = JSON.stringify([entries, await publishedAbout(service, 'svc.user_updated', { userId: id })]);
    expect(text).toContain(id);
    for (const secret of [passwordHash, person.sub, line.sourceId, 'im1$', 'importedAs'])
      expect(text).not.toContain(secret);
    expect(claimsOf((await logIn(service, tenant, realm, person)).body.accessToken).sub).toBe(id);
  });
});

test.each([
  ['in capitals', (email: string) => email.toUpperCase()],
  ['with capitals in its domain', (email: string) => email.replace('example.com', 'EXAMPLE.Com')],
])('an address %s is the one that an account has', async (_, spelled) => {
  const victim = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  expect(await one({ email: spelled(victim.email), isEmailVerified: true })).toMatchObject({
    outcome: 'skipped',
    userId: victim.id,
  });
});

test.each([
  ['full-width letters', (email: string) => email.replace('example', 'ｅxample')],
  ['a letter that folds to another one', (email: string) => email.replace('user', 'uſer')],
  ['a zero-width space', (email: string) => email.replace('@', '\u200b@')],
])('an address with %s is refused', async (_, spelled) => {
  const victim = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  expect(await one({ email: spelled(victim.email), isEmailVerified: true }, { onExisting: 'merge' })).toMatchObject({
    outcome: 'refused',
    code: 'INVALID_INPUT',
  });
});

test('ids of two sources, and of two spellings, are different people', async () => {
  const ids = ['ada', 'Ada', 'a\u0301da', '\u00e1da', 'b"],["ada'];
  const lines = ids.map((sourceId) => importedLine({ sourceId }));
  const results = await importLines(service, tenant, lines, { source: 'spelled' });
  expect(results.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'created'));
  const others = ids.map((sourceId) => importedLine({ sourceId }));
  expect((await importLines(service, tenant, others, { source: 'spelled-2' })).map(({ outcome }) => outcome)).toEqual(
    ids.map(() => 'created'),
  );
});

test('a line as deep as a body may be long is refused, and its neighbour is imported', async () => {
  const raw = `{"tenantId":"${tenant.id}","source":"deep","lines":[${'['.repeat(30_000)}${']'.repeat(30_000)},${JSON.stringify(importedLine())}]}`;
  const headers = { cookie: await service.adminCookie(), 'content-type': 'application/json' };
  const { status, body } = await service.send('POST', '/auth/admin/api/transfers/import', { raw, headers });
  expect([status, body.results.map(({ outcome }: { outcome: string }) => outcome)]).toEqual([
    201,
    ['refused', 'created'],
  ]);
});
