// Tests POST /auth/admin/api/transfers/import.
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hash as bcrypt } from 'bcryptjs';
import { MOST_LINES } from '../../../lib/transfer/bounds.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, feedAtRest, later, MINUTE, published, refusal } from '../../support/api.ts';
import { callers, newDomain } from '../../support/blocked-domains.ts';
import { newPhone } from '../../support/factors.ts';
import { IMPORT, importedLine, importLines, SOURCE } from '../../support/imports.ts';
import { everyRow } from '../../support/rows.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';
import { nextCode } from '../../support/totp.ts';
import { until } from '../../support/until.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const send = (body: Record<string, unknown>) =>
  service.admin('POST', IMPORT, { tenantId: tenant.id, source: SOURCE, lines: [importedLine()], ...body });
const one = async (more: Record<string, unknown>, call: Record<string, unknown> = {}) =>
  (await importLines(service, tenant, [importedLine(more)], call))[0];
const userOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}`)).body;
const created = { outcome: 'created', userId: expect.stringMatching(/^usr_/) };
const SEED = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The public key of a passkey (COSE_Key, ES256): a point of the curve from an authenticator of ours. */
const passkeyOf = async (more: Record<string, unknown> = {}) => {
  const { generateKeyPairSync } = await import('node:crypto');
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const [head, before, between] = [
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from('215820', 'hex'),
    Buffer.from('225820', 'hex'),
  ];
  const publicKey = Buffer.concat([head, before, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]);
  return {
    credentialId: randomBytes(16).toString('base64url'),
    publicKey: publicKey.toString('base64url'),
    handle: createHash('sha256').update(x).digest('base64url'),
    rpId: 'localhost',
    ...more,
  };
};

describe('POST /auth/admin/api/transfers/import 201', () => {
  test('creates a user who logs in with the password of before, and twice', async () => {
    const [email, password] = [newEmail(), newPassword()];
    const passwordHash = await bcrypt(password, 4);
    const result = await one({ email: email.toUpperCase(), isEmailVerified: true, passwordHash });
    expect(result).toMatchObject(created);
    for (let login = 0; login < 2; login++) expect((await service.login({ tenant, email, password })).status).toBe(200);
    expect((await service.login({ tenant, email, password: newPassword() })).status).toBe(401);
  });

  test('stores what the line has, and nothing that it does not say', async () => {
    const own = await service.tenant();
    const [email, phone] = [newEmail(), newPhone()];
    const role = (await service.admin('POST', '/auth/admin/api/roles', { tenantId: own.id, name: 'Editor' })).body.role;
    const line = importedLine({
      email,
      phone,
      isPhoneVerified: true,
      name: 'Ada Lovelace',
      locale: 'de-AT',
      metadata: { plan: 'pro' },
      isActive: false,
      createdAt: '2019-02-03T04:05:06+01:00',
      roles: ['editor-old', 'Editor'],
    });
    const [result] = await importLines(service, own, [line], { roles: { 'editor-old': 'Editor' } });
    const { user, mfa, identities } = await userOf(result.userId);
    expect(user).toMatchObject({
      email,
      phone,
      name: 'Ada Lovelace',
      locale: 'de-AT',
      metadata: { plan: 'pro' },
      isActive: false,
      emailVerifiedAt: null,
      phoneVerifiedAt: expect.any(String),
      createdAt: '2019-02-03T03:05:06.000Z',
      mustChangePassword: false,
      isMfaEnabled: false,
    });
    expect(user.userAccesses[0].roles.map(({ id }: { id: string }) => id)).toEqual([role.id]);
    expect([mfa.totpDevices, identities]).toEqual([[], []]);
  });

  test('imports an authenticator, whose code completes a login', async () => {
    const [email, password] = [newEmail(), newPassword()];
    await one({ email, isEmailVerified: true, passwordHash: await bcrypt(password, 4), totp: [{ secret: SEED }] });
    const login = await service.login({ tenant, email, password });
    expect(login.body.isRequiresMfa).toBe(true);
    const headers = { authorization: `Bearer ${login.body.accessToken}` };
    const proof = { method: 'totp', otp: nextCode(SEED) };
    expect((await service.post('/auth/mfa/verify', proof, { headers })).status).toBe(200);
    expect(JSON.stringify(await everyRow())).not.toContain(SEED);
  });

  test('publishes svc.user_created and an audit event of the admin, and sends nothing', async () => {
    const own = await service.tenant();
    const line = importedLine({
      isEmailVerified: true,
      passwordHash: await bcrypt('x', 4),
      metadata: { salary: 4711 },
    });
    const [result] = await importLines(service, own, [line]);
    expect(await published(service, 'svc.user_created', own.id)).toMatchObject([
      { detail: { userId: result.userId, email: line.email } },
    ]);
    const [audit] = await auditedAction(service, 'user.created', own.id);
    expect(audit).toMatchObject({
      adminId: expect.stringMatching(/^adm_/),
      targetId: result.userId,
      after: { email: line.email, password: 'set', 'metadata.salary': 'set' },
    });
    expect(JSON.stringify(audit)).not.toMatch(/4711|\$2b/);
  });

  test('skips what it has imported, also when the line has changed since', async () => {
    const line = importedLine();
    const [first] = await importLines(service, tenant, [line]);
    const again = await importLines(service, tenant, [line, { ...line, email: newEmail() }]);
    expect(again.map(({ outcome, userId, code }) => [outcome, userId, code])).toEqual([
      ['skipped', first.userId, undefined],
      ['skipped', first.userId, undefined],
    ]);
    const [other] = await importLines(service, tenant, [{ ...line, email: newEmail() }], { source: 'auth0-test' });
    expect(other).toMatchObject(created);
  });

  test('skips what it has imported although its role is gone', async () => {
    const own = await service.tenant();
    const body = { tenantId: own.id, name: 'Editor' };
    const { role } = (await service.admin('POST', '/auth/admin/api/roles', body)).body;
    const line = importedLine({ roles: ['Editor'] });
    const [{ userId }] = await importLines(service, own, [line]);
    await service.admin('DELETE', `/auth/admin/api/roles/${role.id}`);
    const [bad, again] = await importLines(service, own, [importedLine({ roles: ['Editor'] }), line]);
    expect(bad).toMatchObject({ outcome: 'refused', code: 'ROLE_NOT_FOUND' });
    expect(again).toEqual({ sourceId: line.sourceId, outcome: 'skipped', userId });
  });

  test('imports a user again who was deleted, and leaves nothing of a deleted one', async () => {
    const own = await service.tenant();
    const line = importedLine();
    const [first] = await importLines(service, own, [line]);
    expect((await service.admin('DELETE', `${USERS}/${first.userId}`)).status).toBe(200);
    const claims = (await everyRow()).filter(({ pk }) => pk.startsWith(`T#${own.id}#IMP#`));
    expect(claims).toEqual([]);
    expect((await importLines(service, own, [line]))[0]).toMatchObject(created);
  });

  test('leaves nothing of a deleted tenant', async () => {
    const own = await service.tenant();
    await importLines(service, own, [importedLine(), importedLine()]);
    await feedAtRest(service);
    await service.admin('DELETE', `/auth/admin/api/tenants/${own.id}`);
    await until(async () => !(await everyRow()).some(({ pk }) => pk.startsWith(`T#${own.id}#IMP#`)));
  });

  test('skips an account that the address has already', async () => {
    const user = await createUser(service, tenant);
    expect(await one({ email: user.email, isEmailVerified: true, name: 'Eve' })).toMatchObject({
      outcome: 'skipped',
      userId: user.id,
      code: 'USER_ALREADY_EXISTS',
    });
    expect((await userOf(user.id)).user.name).toBeNull();
  });

  test('merges what an account lacks, and changes nothing that its owner has', async () => {
    const password = newPassword();
    const stamp = { emailVerifiedAt: '2026-01-01T00:00:00Z' };
    const user = await createUser(service, tenant, { ...stamp, password, metadata: { plan: 'free' } });
    const line = {
      email: user.email,
      isEmailVerified: true,
      name: 'Ada',
      metadata: { plan: 'pro', team: 'a' },
      passwordHash: await bcrypt('another password', 4),
      totp: [{ secret: SEED }],
    };
    const dry = await one(line, { onExisting: 'merge', isDryRun: true });
    expect(await one(line, { onExisting: 'merge' })).toEqual({ ...dry, sourceId: expect.any(String) });
    expect(dry).toMatchObject({ outcome: 'merged', userId: user.id });
    const { user: after, mfa } = await userOf(user.id);
    expect(after).toMatchObject({ name: 'Ada', metadata: { plan: 'free', team: 'a' }, isMfaEnabled: false });
    expect(mfa.totpDevices).toEqual([]);
    expect((await service.login({ tenant, email: user.email, password })).status).toBe(200);
  });

  test('gives a password and a proof to an account that an admin made without', async () => {
    const { body } = await service.admin('POST', USERS, { tenantId: tenant.id, email: newEmail() });
    const { id, email } = body.user;
    const password = newPassword();
    const passwordHash = await bcrypt(password, 4);
    expect(await one({ email, isEmailVerified: true, passwordHash }, { onExisting: 'merge' })).toMatchObject({
      outcome: 'merged',
      userId: id,
    });
    expect((await userOf(id)).user.emailVerifiedAt).not.toBeNull();
    expect((await service.login({ tenant, email, password })).status).toBe(200);
  });

  test('reports what a dry run would do, and writes nothing', async () => {
    const own = await service.tenant();
    const user = await createUser(service, own);
    const [first, sameId] = [importedLine(), importedLine()];
    const lines = [
      first,
      importedLine({ email: first.email }),
      { ...sameId },
      { ...sameId, email: newEmail() },
      importedLine({ email: user.email }),
      importedLine({ locale: 'not a tag' }),
    ];
    const count = async () => {
      await feedAtRest(service);
      // The feed records what happened after it has published it.
      const rows = (await everyRow()).filter(({ type }) => !type.startsWith('audit-'));
      return rows.filter(({ pk }) => pk.startsWith(`T#${own.id}`)).length;
    };
    const before = await count();
    const dry = await importLines(service, own, lines, { isDryRun: true });
    expect(await count()).toBe(before);
    const real = await importLines(service, own, lines);
    const shown = (results: typeof dry) => results.map(({ outcome, code, message }) => [outcome, code, message]);
    expect(shown(dry)).toEqual(shown(real));
    expect(shown(real).map(([outcome]) => outcome)).toEqual([
      'created',
      'refused',
      'created',
      'skipped',
      'skipped',
      'refused',
    ]);
  });

  test('leaves passkeys of another domain out, and says so', async () => {
    expect(await one({ passkeys: [await passkeyOf({ rpId: 'old.example' })] })).toMatchObject({
      ...created,
      code: 'PASSKEYS_LEFT_OUT',
    });
  });

  test('imports passkeys of this domain, once', async () => {
    const passkey = await passkeyOf();
    const result = await one({ passkeys: [passkey] });
    expect(result.code).toBeUndefined();
    const list = await service.admin('GET', `${USERS}/${result.userId}/passkeys`);
    expect(list.body.data).toHaveLength(1);
    // After a change of the domain, they are of the one before.
    const row = (await everyRow()).find(({ pk, sk }) => pk.includes(result.userId.slice(4)) && sk === 'USER');
    expect(row).toMatchObject({ hasPasskey: true, passkeyRpId: 'localhost' });
    expect(await one({ passkeys: [passkey] })).toMatchObject({ outcome: 'refused', code: 'PASSKEY_TAKEN' });
  });

  test.each<[string, string, Record<string, unknown> | (() => Promise<Record<string, unknown>>)]>([
    ['INVALID_INPUT', 'an unknown field', { isAdmin: true }],
    ['INVALID_INPUT', 'a bad locale', { locale: 'x' }],
    ['INVALID_INPUT', 'no id', { sourceId: '' }],
    ['INVALID_INPUT', 'an id that is none', { sourceId: 7 }],
    ['INVALID_INPUT', 'a bad email address', { email: 'ada' }],
    ['INVALID_INPUT', 'a number without a country', { phone: '030 12345' }],
    ['INVALID_INPUT', 'a verified number that it lacks', { isPhoneVerified: true }],
    [
      'INVALID_INPUT',
      'a verified address that it lacks',
      { email: undefined, phone: newPhone(), isEmailVerified: true },
    ],
    ['INVALID_INPUT', 'a time to come', { createdAt: '2999-01-01T00:00:00Z' }],
    ['INVALID_INPUT', 'a short seed', { totp: [{ secret: 'JBSWY3DPEHPK3PXP' }] }],
    [
      'INVALID_INPUT',
      'a key that is none',
      { passkeys: [{ credentialId: 'AA', publicKey: 'AA', handle: 'AA', rpId: 'localhost' }] },
    ],
    ['INVALID_INPUT', 'two handles', async () => ({ passkeys: [await passkeyOf(), await passkeyOf()] })],
    ['INVALID_INPUT', 'large metadata', { metadata: { a: Array(3).fill('x'.repeat(3000)) } }],
    ['LINE_TOO_LARGE', 'a long text', { name: 'x'.repeat(5000) }],
    ['LINE_TOO_LARGE', 'much text', { metadata: { a: Array(5).fill('x'.repeat(4000)) } }],
    ['EMAIL_OR_PHONE_REQUIRED', 'no address', { email: undefined }],
    [
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'a blocked domain',
      async () => {
        const domain = newDomain();
        await callers(service).add([domain]);
        return { email: `ada@mail.${domain}` };
      },
    ],
    ['ROLE_NOT_FOUND', 'an unknown role', { roles: ['Owner'] }],
    ['PROVIDER_NOT_FOUND', 'an unknown provider', { identities: [{ provider: 'missing', providerId: '1' }] }],
    ['PASSWORD_HASH_UNKNOWN', 'an unknown hash', { passwordHash: 'plain text' }],
    ['PASSWORD_HASH_MALFORMED', 'half a hash', { passwordHash: '$2b$10$abc' }],
    ['PASSWORD_HASH_TOO_COSTLY', 'a cost of 31', { passwordHash: `$2b$31$${'a'.repeat(53)}` }],
  ])('refuses a line with the code %s for %s, and imports its neighbour', async (code, _, more) => {
    const given = typeof more === 'function' ? await more() : more;
    const [bad, good] = await importLines(service, tenant, [importedLine(given), importedLine()]);
    expect(bad).toMatchObject({ outcome: 'refused', code, message: expect.any(String) });
    expect(bad.userId).toBeUndefined();
    expect(good).toMatchObject(created);
  });

  test('refuses to merge unless both sides have proved the address', async () => {
    const stamp = { emailVerifiedAt: '2026-01-01T00:00:00Z' };
    const [proved, unproved] = [await createUser(service, tenant, stamp), await service.signup(tenant)];
    for (const [email, isEmailVerified] of [
      [proved.email, false],
      [unproved.email, true],
    ])
      expect(await one({ email, isEmailVerified }, { onExisting: 'merge' })).toMatchObject({
        outcome: 'refused',
        code: 'MERGE_NOT_PROVED',
      });
  });
});

describe('POST /auth/admin/api/transfers/import 400', () => {
  test('rejects a missing tenant', async () => {
    for (const tenantId of [undefined, ''])
      expect(answerOf(await send({ tenantId }))).toEqual(refusal('TENANT_ID_REQUIRED'));
  });

  test.each([
    ['no lines', { lines: [] }],
    ['101 lines', { lines: Array(MOST_LINES + 1).fill({}) }],
    ['lines that are no list', { lines: {} }],
    ['a source that is no name', { source: 'Auth0 #1' }],
    ['an unknown mode', { onExisting: 'replace' }],
    ['an unknown field', { isForced: true }],
  ])('rejects %s', async (_, body) => {
    expect(answerOf(await send(body))).toEqual(refusal('INVALID_INPUT'));
  });
});

test('POST /auth/admin/api/transfers/import 403 requires a recent login', async () => {
  const headers = { cookie: await service.adminCookie() };
  const body = { tenantId: tenant.id, source: SOURCE, lines: [importedLine()] };
  const reply = await later(16 * MINUTE, () => service.post(IMPORT, body, { headers }));
  expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
});

test('POST /auth/admin/api/transfers/import 404 rejects a tenant that does not exist, or is deleted', async () => {
  const gone = await service.tenant();
  await service.admin('DELETE', `/auth/admin/api/tenants/${gone.id}`);
  for (const tenantId of ['x', `ten_${'0'.repeat(22)}`, gone.id])
    expect(answerOf(await send({ tenantId }))).toEqual(refusal('TENANT_NOT_FOUND'));
});

test('POST /auth/admin/api/transfers/import 413 rejects a body of more than 64 KB', async () => {
  const lines = Array.from({ length: 10 }, () => importedLine({ name: 'x'.repeat(8000) }));
  expect(answerOf(await send({ lines }))).toEqual(refusal('PAYLOAD_TOO_LARGE'));
});
