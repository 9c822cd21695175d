// Tests POST /auth/admin/api/transfers/export.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { digest } from '../../../lib/crypto/secrets.ts';
import { opened } from '../../../lib/transfer/sealed.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import { EXPORT, exportTenant, newRecipient } from '../../support/exports.ts';
import { enrol, newPhone } from '../../support/factors.ts';
import { importedLine, importLines } from '../../support/imports.ts';
import { addPasskey, authenticatorFor, optionsFor, sendProof } from '../../support/passkeys.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';
import { nextCode } from '../../support/totp.ts';
import { until } from '../../support/until.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const { key, recipient } = newRecipient();
const otherSpelling = (x: string) => x.slice(0, -1) + String.fromCharCode(x.charCodeAt(x.length - 1) + 1);
const send = (more: Record<string, unknown> = {}) =>
  service.admin('POST', EXPORT, { tenantId: tenant.id, recipient, ...more });

describe('POST /auth/admin/api/transfers/export 201', () => {
  test('returns what the user has, and seals the secrets', async () => {
    const own = await service.tenant();
    await service.admin('POST', '/auth/admin/api/roles', { tenantId: own.id, name: 'Editor' });
    const line = importedLine({
      isEmailVerified: true,
      phone: newPhone(),
      name: 'Ada Lovelace',
      locale: 'de-AT',
      metadata: { plan: 'pro', list: [1, { deep: null }] },
      isActive: false,
      createdAt: '2019-02-03T03:05:06.000Z',
      isMfaEnabled: true,
      roles: ['Editor'],
      totp: [{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', name: 'Phone' }],
    });
    const [{ userId }] = await importLines(service, own, [line]);
    const { lines, opened: all } = await exportTenant(service, own);
    expect(all).toEqual([{ ...line, sourceId: userId }]);
    expect(JSON.stringify(lines)).not.toContain('JBSWY');
    expect(lines[0]).toHaveProperty('sealed', expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/));
  });

  test('leaves out a user who was deleted between two pages, and meets each other one once', async () => {
    const own = await service.tenant();
    const lines = Array.from({ length: 103 }, () => importedLine());
    const results = [
      ...(await importLines(service, own, lines.slice(0, 100))),
      ...(await importLines(service, own, lines.slice(100))),
    ];
    const first = await send({ tenantId: own.id });
    expect(first.body.data).toHaveLength(100);
    const met = new Set(first.body.data.map(({ sourceId }: { sourceId: string }) => sourceId));
    const rest = results.map(({ userId }) => userId).filter((id) => !met.has(id));
    expect((await service.admin('DELETE', `${USERS}/${rest[0]}`)).status).toBe(200);
    const second = await send({ tenantId: own.id, cursor: first.body.meta.nextCursor });
    expect(second.body.data.map(({ sourceId }: { sourceId: string }) => sourceId).sort()).toEqual(rest.slice(1).sort());
    expect(second.body.meta.nextCursor).toBeNull();
  });

  test('returns nothing of a tenant without users', async () => {
    const own = await service.tenant();
    expect((await send({ tenantId: own.id })).body).toEqual({ data: [], meta: { nextCursor: null } });
  });

  test('records once for an export who began it and whose key it is for', async () => {
    const own = await service.tenant();
    await createUser(service, own);
    await send({ tenantId: own.id });
    const entries = await auditedAction(service, 'tenant.exported', own.id);
    expect(entries).toMatchObject([
      { targetId: own.id, after: { recipient: digest(recipient.x), isContinued: false } },
    ]);
  });

  test('goes on for seven days, and is recorded again after an hour', async () => {
    const own = await service.tenant();
    await importLines(
      service,
      own,
      Array.from({ length: 100 }, () => importedLine()),
    );
    await importLines(service, own, [importedLine()]);
    const cursor = (await send({ tenantId: own.id })).body.meta.nextCursor;
    const next = () => send({ tenantId: own.id, cursor });
    const entries = async () =>
      (await auditedAction(service, 'tenant.exported', own.id)).map(
        ({ after }) => (after as { isContinued: boolean }).isContinued,
      );
    expect((await next()).body.data).toHaveLength(1);
    expect(await entries()).toEqual([false]);
    await later(6 * DAY, async () => expect((await next()).body.data).toHaveLength(1));
    await until(async () => (await entries()).length === 2, 'an entry');
    expect((await entries()).sort()).toEqual([false, true]);
    await later(8 * DAY, async () => expect(answerOf(await next())).toEqual(refusal('CURSOR_INVALID')));
  });

  test('seals secrets to their line: they open in no other', async () => {
    const own = await service.tenant();
    for (let n = 0; n < 2; n++) await createUser(service, own, { password: newPassword() });
    const [one, two] = (await send({ tenantId: own.id })).body.data;
    expect(await opened(one, key)).toHaveProperty('passwordHash', expect.stringMatching(/^\$gatehouse\$/));
    await expect(opened({ ...one, sealed: two.sealed }, key)).rejects.toThrow('another line');
    await expect(opened({ ...one, email: newEmail() }, key)).rejects.toThrow('another line');
    await expect(opened(one, newRecipient().key)).rejects.toThrow();
  });
});

describe('an export that is imported', () => {
  test('lets everyone log in as before', async () => {
    const [from, to] = [await service.tenant(), await service.tenant()];
    const person = await enrol(service, from);
    const imported = importedLine({ isEmailVerified: true, passwordHash: '5ebe2294ecd0e0f08eab7690d2a6ee69' });
    await importLines(service, from, [imported]);
    const withKey = await service.signup(from);
    const authenticator = authenticatorFor(service);
    await addPasskey(service, withKey, authenticator);

    const { opened: lines } = await exportTenant(service, from);
    const results = await importLines(service, to, lines);
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    // From the second tenant, they may move on before they have logged in.
    const { opened: again } = await exportTenant(service, to);
    const last = await service.tenant();
    await importLines(service, last, again);

    for (const tenant of [to, last]) {
      const login = await service.login({ tenant, email: person.email, password: person.password });
      expect(login.body.isRequiresMfa).toBe(true);
      const headers = { authorization: `Bearer ${login.body.accessToken}` };
      const proof = { method: 'totp', otp: nextCode(person.secret) };
      expect((await service.post('/auth/mfa/verify', proof, { headers })).status).toBe(200);
      const { email } = imported;
      expect((await service.login({ tenant, email, password: 'secret' })).status).toBe(200);
      expect((await service.login({ tenant, email, password: 'Secret' })).status).toBe(401);
    }
    const passkeys = (lines.find((line) => line.email === withKey.email) as { passkeys: unknown[] }).passkeys;
    expect(passkeys).toHaveLength(1);
    const login = await service.login({ tenant: to, email: withKey.email, password: withKey.password });
    const options = await optionsFor(service, login.body, '/verify-options');
    expect(answerOf(await sendProof(service, login.body, authenticator.get(options)))[0]).toBe(200);
  });

  test('of an owner of some tenants has no pepper, and works in this deployment', async () => {
    const [from, to] = [await service.tenant(), await service.tenant()];
    const { email, password } = await service.signup(from);
    const owner = await scopedAdmin(service, 'owner', [from.id]);
    const { body } = await owner.send('POST', EXPORT, { tenantId: from.id, recipient });
    const line = await opened(body.data[0], key);
    const { passwordHash } = line as { passwordHash: string };
    expect(passwordHash).toMatch(/^\$gatehouse-bound\$1\.[\w-]{43}\$gh1\$/);
    await importLines(service, to, [line]);
    expect((await service.login({ tenant: to, email, password })).status).toBe(200);
    const altered = importedLine({ passwordHash: passwordHash.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
    expect(await importLines(service, to, [altered])).toMatchObject([{ code: 'PASSWORD_HASH_UNKNOWN' }]);
  });
});

describe('POST /auth/admin/api/transfers/export 400', () => {
  test('TENANT_ID_REQUIRED', async () =>
    expect(answerOf(await send({ tenantId: '' }))).toEqual(refusal('TENANT_ID_REQUIRED')));

  test('CURSOR_INVALID for a cursor of another tenant, key or admin', async () => {
    const own = await service.tenant();
    await importLines(
      service,
      own,
      Array.from({ length: 100 }, () => importedLine()),
    );
    await importLines(service, own, [importedLine()]);
    const cursor = (await send({ tenantId: own.id })).body.meta.nextCursor;
    const invalid = refusal('CURSOR_INVALID');
    expect(answerOf(await send({ cursor }))).toEqual(invalid);
    expect(answerOf(await send({ tenantId: own.id, cursor, recipient: newRecipient().recipient }))).toEqual(invalid);
    const other = await scopedAdmin(service, 'owner');
    expect(answerOf(await other.send('POST', EXPORT, { tenantId: own.id, recipient, cursor }))).toEqual(invalid);
    expect((await send({ tenantId: own.id, cursor })).status).toBe(201);
  });

  test.each([
    ['a private key', { ...recipient, d: key.d }],
    ['another curve', { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) }],
    ['a key for signatures', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })],
    // The last character of 43 has two bits that say nothing (RFC 4648 3.5).
    ['another spelling of the same key', { ...recipient, x: otherSpelling(recipient.x) }],
    ['a key that is too short', { ...recipient, x: recipient.x.slice(1) }],
    // RFC 7748 6.1: all secrets with it are zero.
    ['the point of order 1', { ...recipient, x: Buffer.alloc(32).toString('base64url') }],
    [
      'a point of order 8',
      {
        ...recipient,
        x: Buffer.from('e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800', 'hex').toString('base64url'),
      },
    ],
    ['no key', undefined],
  ])('INVALID_INPUT for %s', async (_, wrong) => {
    const reply = await send({ recipient: wrong });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
    expect(reply.text).not.toContain(key.d);
  });
});

describe('POST /auth/admin/api/transfers/export 403', () => {
  test('REAUTH_REQUIRED for a login that is 16 minutes old', async () => {
    const admin = await scopedAdmin(service, 'owner');
    const reply = await later(16 * MINUTE, () => admin.send('POST', EXPORT, { tenantId: tenant.id, recipient }));
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('FORBIDDEN for an operator', async () => {
    const body = { tenantId: tenant.id, recipient };
    const operator = await scopedAdmin(service, 'operator');
    expect(answerOf(await operator.send('POST', EXPORT, body))).toEqual(refusal('FORBIDDEN'));
  });
});

describe('POST /auth/admin/api/transfers/export 404', () => {
  test('TENANT_NOT_FOUND for an unknown tenant, and for one that the owner is not limited to', async () => {
    expect(answerOf(await send({ tenantId: 'ten_unknown' }))).toEqual(refusal('TENANT_NOT_FOUND'));
    const other = await service.tenant();
    const owner = await scopedAdmin(service, 'owner', [other.id]);
    const reply = await owner.send('POST', EXPORT, { tenantId: tenant.id, recipient });
    expect(answerOf(reply)).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});
