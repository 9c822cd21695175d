// Tests the passkeys of an admin: GET, POST, PATCH and DELETE below /auth/admin/passkeys, and their options.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers } from '../../support/admins.ts';
import { answerOf, audited, later, MINUTE, refusal } from '../../support/api.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));
const keys = prepared(() => passkeyCallers(service));

const fresh = async () => {
  const who = await call.account();
  return { ...who, cookie: await call.session(who) };
};

describe('POST /auth/admin/passkeys/options 201', () => {
  test('names the admin by random bytes, and excludes the passkeys that they have', async () => {
    const { cookie, email } = await fresh();
    const options = await keys.optionsFor(cookie, '/options');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Gatehouse' },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: `${email} (admin)`, displayName: `${email} (admin)` },
      excludeCredentials: [],
    });
    const authenticator = authenticatorFor(service);
    await keys.add(cookie, authenticator);
    const next = await keys.optionsFor(cookie, '/options');
    expect(next.user.id).toBe(authenticator.passkeys[0]?.userHandle);
    expect(next.excludeCredentials).toMatchObject([{ id: authenticator.passkeys[0]?.id }]);
  });
});

describe('POST /auth/admin/passkeys 201', () => {
  test("adds the passkey, ends other sessions of the admin, keeps the caller's, and is audited", async () => {
    const { id, cookie, ...who } = await fresh();
    const other = await call.session({ id, ...who } as typeof who);
    const authenticator = authenticatorFor(service, { isSynced: true });
    const credential = authenticator.create(await keys.optionsFor(cookie, '/options'));
    const { status, body } = await keys.sendNew(cookie, credential, 'Laptop');
    expect([status, body]).toMatchObject([
      201,
      { id: expect.stringMatching(/^pky_/), name: 'Laptop', isSynced: true, lastUsedAt: null },
    ]);
    expect((await call.me(cookie)).body).toMatchObject({ hasPasskey: true, isMfaEnabled: false });
    expect(answerOf(await call.me(other))).toEqual(refusal('SESSION_INVALID'));
    const [entry] = await audited(service, id, (found) => found.length === 2);
    expect(entry).toMatchObject({
      action: 'admin.passkey_added',
      adminId: id,
      after: { passkeyId: body.id, passkeyName: 'Laptop' },
    });
  });

  test('asks each login for it from then on, beside the password', async () => {
    const admin = await keys.keyed();
    const { body } = await call.login(admin);
    expect([body.code, body.message]).toEqual(['PASSKEY_REQUIRED', 'This login needs your passkey.']);
    expect((await keys.loginWith(admin, admin.authenticator)).status).toBe(201);
  });
});

describe('POST /auth/admin/passkeys 400', () => {
  test('rejects a passkey of another page, a challenge of another session, and one that an admin has', async () => {
    const { cookie } = await fresh();
    const stranger = await fresh();
    const options = await keys.optionsFor(cookie, '/options');
    const elsewhere = authenticatorFor(service, { origin: 'https://evil.example' }).create(options);
    expect(answerOf(await keys.sendNew(cookie, elsewhere))).toEqual(refusal('PASSKEY_INVALID'));
    const credential = authenticatorFor(service).create(options);
    expect(answerOf(await keys.sendNew(stranger.cookie, credential))).toEqual(refusal('PASSKEY_INVALID'));
    expect((await keys.sendNew(cookie, credential)).status).toBe(201);
    expect(answerOf(await keys.sendNew(cookie, credential))).toEqual(refusal('PASSKEY_INVALID'));
  });

  test('rejects the twenty-first', async () => {
    const { cookie } = await fresh();
    const held = await keys.optionsFor(cookie, '/options');
    const spare = authenticatorFor(service, { alg: -8 }).create(held);
    for (let round = 0; round < 20; round++) await keys.add(cookie, authenticatorFor(service, { alg: -8 }));
    expect(answerOf(await keys.post(cookie, '/options'))).toEqual(refusal('PASSKEY_LIMIT_REACHED'));
    // Its handle is not the one that counts by now.
    expect(answerOf(await keys.sendNew(cookie, spare))).toEqual(refusal('PASSKEY_INVALID'));
  });

  test('rejects the twenty-first also with a challenge of before', async () => {
    const { cookie } = await fresh();
    await keys.add(cookie, authenticatorFor(service, { alg: -8 }));
    const spare = authenticatorFor(service, { alg: -8 }).create(await keys.optionsFor(cookie, '/options'));
    for (let round = 1; round < 20; round++) await keys.add(cookie, authenticatorFor(service, { alg: -8 }));
    expect(answerOf(await keys.sendNew(cookie, spare))).toEqual(refusal('PASSKEY_LIMIT_REACHED'));
  });
});

test('POST /auth/admin/passkeys 403 and the removal of one need a recent login', async () => {
  const { cookie, passkey, authenticator } = await keys.keyed();
  const credential = authenticatorFor(service).create(await keys.optionsFor(cookie, '/options'));
  await later(16 * MINUTE, async () => {
    for (const reply of [
      await keys.post(cookie, '/options'),
      await keys.sendNew(cookie, credential),
      await keys.remove(cookie, passkey.id),
    ])
      expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
    expect((await keys.verify(cookie, authenticator)).status).toBe(201);
    expect((await keys.remove(cookie, passkey.id)).status).toBe(200);
  });
});

describe('GET /auth/admin/passkeys 200', () => {
  test('lists them oldest first, with what browsers are told, and no key', async () => {
    const { cookie, passkey, authenticator, email } = await keys.keyed();
    const second = await keys.add(cookie, authenticatorFor(service), 'Key');
    const { body, text } = await keys.list(cookie);
    expect(body.passkeys).toMatchObject([passkey, second]);
    expect(body.signals).toMatchObject({
      rpId: 'localhost',
      userId: authenticator.passkeys[0]?.userHandle,
      name: `${email} (admin)`,
    });
    expect(body.signals.allAcceptedCredentialIds).toHaveLength(2);
    expect(text).not.toMatch(/publicKey|handle"/);
  });

  test('is empty for an admin without one', async () => {
    const { cookie } = await fresh();
    expect((await keys.list(cookie)).body).toEqual({ passkeys: [], signals: null });
  });
});

describe('PATCH /auth/admin/passkeys/{id}', () => {
  test('200 renames a passkey, and is audited', async () => {
    const { id, cookie, passkey } = await keys.keyed();
    expect((await keys.rename(cookie, passkey.id, 'Key ring')).status).toBe(200);
    expect((await keys.list(cookie)).body.passkeys).toMatchObject([{ name: 'Key ring' }]);
    const [entry] = await audited(service, id, (found) => found.length === 3);
    expect(entry).toMatchObject({ action: 'admin.passkey_renamed', after: { passkeyName: 'Key ring' } });
  });

  test('404 rejects a passkey that is gone, unknown, or of another admin', async () => {
    const { cookie } = await keys.keyed();
    const other = await keys.keyed();
    for (const id of [other.passkey.id, `pky_${'0'.repeat(22)}`, 'x'])
      expect(answerOf(await keys.rename(cookie, id, 'Mine'))).toEqual(refusal('PASSKEY_NOT_FOUND'));
  });
});

describe('DELETE /auth/admin/passkeys/{id}', () => {
  test('200 removes it, and the password alone is enough again', async () => {
    const { id, cookie, passkey, authenticator, ...who } = await keys.keyed();
    const other = keys.cookieOf(await keys.loginBy(authenticator));
    expect((await keys.remove(cookie, passkey.id)).status).toBe(200);
    expect(answerOf(await call.me(other))).toEqual(refusal('SESSION_INVALID'));
    expect((await call.me(cookie)).body).toMatchObject({ hasPasskey: false });
    expect((await call.login(who)).status).toBe(201);
    const [entry] = await audited(service, id, (found) => found[0]?.action === 'admin.passkey_removed');
    expect(entry).toMatchObject({ before: { passkeyId: passkey.id } });
  });

  test('404 rejects a passkey that is gone, unknown, or of another admin', async () => {
    const { cookie, passkey } = await keys.keyed();
    const other = await keys.keyed();
    expect((await keys.remove(cookie, passkey.id)).status).toBe(200);
    for (const id of [passkey.id, other.passkey.id, 'x'])
      expect(answerOf(await keys.remove(cookie, id))).toEqual(refusal('PASSKEY_NOT_FOUND'));
    expect((await keys.list(other.cookie)).body.passkeys).toHaveLength(1);
  });
});
