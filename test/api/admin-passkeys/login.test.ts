// Tests logins of admins with a passkey, alone and beside a password, and the proof that one renews.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, audited, COOKIES, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { cookieHeader, freshIp } from '../../support/http.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));
const keys = prepared(() => passkeyCallers(service));
const INVALID = refusal('PASSKEY_INVALID');

describe('POST /auth/admin/passkeys/login-options', () => {
  test('201 is the same for every visitor, and asks for verification unless a password comes with it', async () => {
    const { options } = await keys.begin();
    expect(options).toEqual({
      challenge: expect.any(String),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
    expect((await keys.begin({ isSecond: true })).options.userVerification).toBe('preferred');
  });

  test('400 rejects a caller to whom nothing can be bound', async () => {
    expect(answerOf(await service.post('/auth/admin/passkeys/login-options', {}))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('POST /auth/admin/passkeys/login 201', () => {
  test('begins a session with a recent proof, and says who it is', async () => {
    const { id, authenticator } = await keys.keyed();
    const reply = await keys.loginBy(authenticator);
    expect([reply.status, reply.body]).toMatchObject([201, { message: 'Logged in.', admin: { id, hasPasskey: true } }]);
    const cookie = cookieHeader(reply);
    expect((await call.me(cookie)).body).toMatchObject({ id });
    expect((await keys.post(cookie, '/options')).status).toBe(201);
    expect((await keys.list(cookie)).body.passkeys[0].lastUsedAt).not.toBeNull();
  });

  test('is enough for an admin with an authenticator app, too', async () => {
    const secured = await call.secured();
    const authenticator = authenticatorFor(service);
    await keys.add(secured.cookie, authenticator);
    expect((await keys.loginBy(authenticator)).status).toBe(201);
  });

  test('is bound to the browser by its cookie', async () => {
    const { authenticator } = await keys.keyed();
    const begun = await service.post('/auth/admin/passkeys/login-options', {}, { headers: COOKIES });
    const credential = authenticator.get(begun.body.options);
    const from = (cookie: string) => keys.sendLogin({ credential }, { headers: { ...COOKIES, cookie } });
    expect(answerOf(await from(''))).toEqual(INVALID);
    expect((await from(cookieHeader(begun))).status).toBe(201);
  });
});

describe('POST /auth/admin/passkeys/login 400', () => {
  test('rejects a passkey that is unknown, did not verify its user, or says nothing of its owner', async () => {
    const weak = await keys.keyed({}, { verifiesUser: false });
    expect(answerOf(await keys.loginBy(weak.authenticator))).toEqual(INVALID);
    const { authenticator } = await keys.keyed();
    const { credential, codeVerifier } = await keys.use(authenticator);
    const nameless = { ...credential, response: { ...credential.response, userHandle: null } };
    expect(answerOf(await keys.sendLogin({ credential: nameless, codeVerifier }))).toEqual(INVALID);
    const unknown = { ...credential, id: 'x'.repeat(22), rawId: 'x'.repeat(22) };
    expect(answerOf(await keys.sendLogin({ credential: unknown, codeVerifier }))).toEqual(INVALID);
    expect((await keys.sendLogin({ credential, codeVerifier })).status).toBe(201);
  });

  test('is published for the admin, and not counted against their password', async () => {
    const { id, authenticator, ...who } = await keys.keyed({}, { verifiesUser: false });
    for (let round = 0; round < 12; round++) expect(answerOf(await keys.loginBy(authenticator))).toEqual(INVALID);
    const about = { adminId: id, reason: 'passkey' };
    expect(await publishedAbout(service, 'svc.admin_login_failed', about)).not.toEqual([]);
    expect((await keys.loginWith({ id, ...who }, authenticator)).status).toBe(201);
  });
});

test('POST /auth/admin/passkeys/login 429 and the renewal of a proof count the network', async () => {
  const { cookie, authenticator } = await keys.keyed();
  const ip = freshIp();
  const { credential } = await keys.use(authenticator);
  await race(50, () => keys.sendLogin({ credential, codeVerifier: 'wrong' }, { ip }));
  for (const reply of [
    await keys.sendLogin({ credential }, { ip }),
    await keys.post(cookie, '/verify', { credential }, { ip }),
  ])
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
});

describe('POST /auth/admin/login with a passkey', () => {
  test('201 accepts one that only shows that its user is present', async () => {
    const { authenticator, ...who } = await keys.keyed({}, { verifiesUser: false });
    expect((await keys.loginWith(who, authenticator)).status).toBe(201);
  });

  test('201 accepts the code or the passkey of an admin who has both', async () => {
    const { secret, cookie, ...who } = await call.secured();
    const authenticator = authenticatorFor(service);
    await keys.add(cookie, authenticator);
    const either = refusal('CODE_OR_PASSKEY_REQUIRED');
    expect(answerOf(await call.login(who))).toEqual(either);
    expect(answerOf(await call.reauthenticate(cookie, { password: who.password }))).toEqual(either);
    nextStep();
    expect((await call.login({ ...who, otp: totp(secret) })).status).toBe(201);
    expect((await keys.loginWith(who, authenticator)).status).toBe(201);
  });

  test('400 rejects the passkey of another admin, and 401 a wrong password before it', async () => {
    const [one, other] = [await keys.keyed(), await keys.keyed()];
    expect(answerOf(await keys.loginWith(one, other.authenticator))).toEqual(INVALID);
    const wrong = { ...one, password: other.password };
    expect(answerOf(await keys.loginWith(wrong, one.authenticator))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await keys.loginWith(one, one.authenticator)).status).toBe(201);
  });
});

describe('POST /auth/admin/reauthenticate with a passkey', () => {
  test('201 renews the proof by the password and the passkey, and 400 rejects a wrong one', async () => {
    const { cookie, password, authenticator } = await keys.keyed({}, { verifiesUser: false });
    const other = await keys.keyed();
    await later(16 * MINUTE, async () => {
      expect(answerOf(await call.reauthenticate(cookie, { password }))).toEqual(refusal('PASSKEY_REQUIRED'));
      const theirs = { password, ...(await keys.use(other.authenticator, { isSecond: true })) };
      expect(answerOf(await call.reauthenticate(cookie, theirs))).toEqual(INVALID);
      const own = { password, ...(await keys.use(authenticator, { isSecond: true })) };
      expect((await call.reauthenticate(cookie, own)).status).toBe(201);
      expect((await keys.post(cookie, '/options')).status).toBe(201);
    });
  });
});

describe('POST /auth/admin/passkeys/verify', () => {
  test('201 renews the proof with one touch, and is audited', async () => {
    const { id, cookie, authenticator } = await keys.keyed();
    await later(16 * MINUTE, async () => {
      expect(answerOf(await keys.post(cookie, '/options'))).toEqual(refusal('REAUTH_REQUIRED'));
      const reply = await keys.verify(cookie, authenticator);
      expect([reply.status, reply.body]).toMatchObject([201, { message: 'Proved.', provedAt: expect.any(String) }]);
      expect((await keys.post(cookie, '/options')).status).toBe(201);
    });
    const entries = await audited(service, id, (found) => found.length === 3);
    expect(entries[0]).toMatchObject({ action: 'admin.proved', adminId: id });
  });

  test('400 rejects a passkey that did not verify its user, one of another admin, and a challenge that was used', async () => {
    const weak = await keys.keyed({}, { verifiesUser: false });
    expect(answerOf(await keys.verify(weak.cookie, weak.authenticator))).toEqual(INVALID);
    const { cookie, authenticator } = await keys.keyed();
    const options = await keys.optionsFor(cookie, '/verify-options');
    const stranger = await keys.keyed();
    const theirs = stranger.authenticator.get({ ...options, allowCredentials: [] });
    expect(answerOf(await keys.post(cookie, '/verify', { credential: theirs }))).toEqual(INVALID);
    const credential = authenticator.get(options);
    expect((await keys.post(cookie, '/verify', { credential })).status).toBe(201);
    expect(answerOf(await keys.post(cookie, '/verify', { credential }))).toEqual(INVALID);
  });
});
