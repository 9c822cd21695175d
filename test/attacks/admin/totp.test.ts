// Threat: an attacker with an admin's password or session gets past the authenticator: by guessing, by using a code
// again, through clock changes, or by reading the table.
// Guesses are counted before the comparison and not reset by a correct password. A time step is accepted once. The
// secret is stored sealed.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { unseal } from '../../../lib/crypto/seal.ts';
import { rootSecret } from '../../../lib/platform/aws/secrets.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { callers, nextStep } from '../../support/admins.ts';
import { later } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { startObserved } from '../../support/observed-service.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { newEmail, newPassword, prepared, running } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const observed = running(() => startObserved());
const service = prepared(() => observed.service);
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

const rowOf = async (id: string) => (await everyRow()).find((row) => row.type === 'admin' && row.id === id)!;

test('an admin login with a wrong password gets the same reply after the same work, with or without an authenticator or code', async () => {
  const [plain, secured] = [await call.account(), await call.secured()];
  nextStep();
  const password = newPassword();
  const expected = await observed.observe(() => call.login({ email: plain.email, password }));
  expect(expected).toMatchObject({ status: 401, hashes: 1 });
  for (const email of [plain.email, secured.email, newEmail()])
    for (const otp of [undefined, '000000', totp(secured.secret)])
      expect(await observed.observe(() => call.login({ email, password, otp }))).toEqual(expected);
  expect((await call.login({ ...secured, otp: totp(secured.secret) })).status).toBe(201);
});

describe('guessing an admin’s TOTP code', () => {
  test('is limited to ten an hour, in parallel too, and not reset by the correct password', async () => {
    const { secret, ...account } = await call.secured();
    nextStep();
    const wrong = totp(secret, -5);
    const replies = await race(60, () => call.login({ ...account, otp: wrong }));
    for (let round = 0; round < 12; round++) {
      replies.push(await call.login({ ...account, otp: wrong }));
      expect((await call.login(account)).body.code).toBe('MFA_REQUIRED');
    }
    expect(outcomes(replies)).toEqual({ '400 MFA_CODE_INVALID': 10, '429 ACCOUNT_LOCKED': 62 });
    const loginCorrectly = () => call.login({ ...account, otp: totp(secret) });
    expect((await loginCorrectly()).body.code).toBe('ACCOUNT_LOCKED');
    expect((await later(16 * MINUTE, loginCorrectly)).body.code).toBe('ACCOUNT_LOCKED');
    expect((await later(HOUR, loginCorrectly)).status).toBe(201);
  });

  test('does not lock other admins, and does not count without the password', async () => {
    const [victim, other] = [await call.secured(), await call.secured()];
    nextStep();
    for (let round = 0; round < 9; round++)
      await call.login({ email: victim.email, password: newPassword(), otp: '000000' });
    expect((await call.login({ ...victim, otp: totp(victim.secret) })).status).toBe(201);
    for (let round = 0; round < 11; round++) await call.login({ ...victim, otp: totp(victim.secret, -5) });
    expect((await call.login({ ...other, otp: totp(other.secret) })).status).toBe(201);
  });

  test('starts at zero for a new authenticator', async () => {
    const { secret, cookie, ...account } = await call.secured();
    nextStep();
    for (let round = 0; round < 10; round++) await call.login({ ...account, otp: totp(secret, -5) });
    const next = (await call.setUp(cookie)).body.secret;
    expect((await call.verify(cookie, totp(next))).status).toBe(201);
    nextStep();
    expect((await call.login({ ...account, otp: totp(next) })).status).toBe(201);
  });
});

describe('an admin’s TOTP code', () => {
  test('opens one session in twenty-five parallel logins with limits on', async () => {
    const { secret, ...account } = await call.secured();
    nextStep();
    const otp = totp(secret);
    const replies = await race(25, () => call.login({ ...account, otp }));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status !== 201 && status !== 400 && status !== 429)).toEqual([]);
    const sessions = (await everyRow()).filter((row) => row.type === 'admin-session' && row.adminId === account.id);
    // One session set up the authenticator, the other is the login that succeeded.
    expect(sessions).toHaveLength(2);
  });

  test('is refused when a code of a later time step was already used', async () => {
    const { secret, ...account } = await call.secured();
    nextStep();
    nextStep();
    expect((await call.login({ ...account, otp: totp(secret) })).status).toBe(201);
    expect((await call.login({ ...account, otp: totp(secret, -1) })).body.code).toBe('MFA_CODE_INVALID');
  });

  test('is not accepted again when the clock jumps back, and later codes work', async () => {
    const { secret, ...account } = await call.secured();
    nextStep();
    const used = totp(secret);
    expect((await call.login({ ...account, otp: used })).status).toBe(201);
    for (const back of [1000, 30_000, MINUTE, HOUR, 24 * HOUR]) {
      advance(-back);
      for (const otp of [used, totp(secret), totp(secret, -1)])
        expect([400, 429]).toContain((await call.login({ ...account, otp })).status);
      advance(back);
    }
    nextStep();
    await later(HOUR, async () => expect((await call.login({ ...account, otp: totp(secret) })).status).toBe(201));
  });

  test('sets up an authenticator by the service’s clock when it jumped back, and still counts once', async () => {
    const account = await call.account();
    const cookie = await call.session(account);
    const { secret } = (await call.setUp(cookie)).body;
    nextStep();
    const code = totp(secret);
    await later(-HOUR, async () => {
      expect((await call.verify(cookie, code)).body.code).toBe('MFA_CODE_INVALID');
      expect((await call.verify(cookie, totp(secret))).status).toBe(201);
      expect((await call.login({ ...account, otp: totp(secret) })).body.code).toBe('MFA_CODE_INVALID');
    });
    expect((await call.login({ ...account, otp: code })).status).toBe(201);
  });
});

describe('an admin session', () => {
  test('that began with the password alone ends when an authenticator is verified at the same time', async () => {
    const account = await call.account();
    const cookie = await call.session(account);
    const { secret } = (await call.setUp(cookie)).body;
    nextStep();
    const [verified, ...logins] = await race(10, (caller) =>
      caller ? call.login(account) : call.verify(cookie, totp(secret)),
    );
    expect(verified!.status).toBe(201);
    for (const reply of logins.filter(({ status }) => status === 201))
      expect((await call.me(cookieHeader(reply))).body.code).toBe('SESSION_INVALID');
    expect(logins.filter(({ status }) => status >= 500)).toEqual([]);
    expect((await call.me(cookie)).status).toBe(200);
  });

  test('stays logged out when it was verifying an authenticator during the logout', async () => {
    for (let round = 0; round < 10; round++) {
      const cookie = await call.session(await call.account());
      const { secret } = (await call.setUp(cookie)).body;
      const logout = () => service.post('/auth/admin/logout', {}, { headers: { cookie } });
      const [verified, loggedOut] = await race(2, (caller) => (caller ? logout() : call.verify(cookie, totp(secret))));
      expect([201, 400, 401]).toContain(verified!.status);
      if (loggedOut!.status === 201) expect((await call.me(cookie)).body.code).toBe('SESSION_INVALID');
    }
  });

  test('can complete a second authenticator set-up that it began while verifying the first', async () => {
    for (let round = 0; round < 10; round++) {
      const cookie = await call.session(await call.account());
      const { secret } = (await call.setUp(cookie)).body;
      const [verified, restarted] = await race(2, (caller) =>
        caller ? call.setUp(cookie) : call.verify(cookie, totp(secret)),
      );
      expect([201, 400]).toContain(verified!.status);
      expect([201, 401]).toContain(restarted!.status);
      if (restarted!.status === 201) expect((await call.verify(cookie, totp(restarted!.body.secret))).status).toBe(201);
    }
  });

  test('leaves no record when its admin is deleted while it changes the authenticator', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, cookie } = await call.secured();
      const [own] = await Promise.all([call.removeOwnTotp(cookie), call.setUp(cookie), call.remove(id)]);
      expect([200, 401]).toContain(own.status);
      expect(await rowOf(id)).toBeUndefined();
    }
  });

  test('leaves one audit event when another admin, the owner and the secret key remove the authenticator at once', async () => {
    const { id, cookie, ...account } = await call.secured();
    const key = { email: account.email, secretKey: service.secretKey, newPassword: newPassword(), removeTotp: true };
    const ways = [
      () => call.removeTotp(id),
      () => call.removeOwnTotp(cookie),
      () => service.post('/auth/admin/reset-password', key),
    ];
    const replies = await race(21, (caller) => ways[caller % 3]!());
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect((await rowOf(id)).totp).toBeUndefined();
    const events = (await everyRow()).flatMap(({ type, events }) => (type === 'outbox' ? (events as never[]) : []));
    const about = (events as { detail: Record<string, unknown> }[]).map(({ detail }) => detail);
    expect(about.filter(({ action, targetId }) => action === 'admin.totp_removed' && targetId === id)).toHaveLength(1);
  });
});

test('the table holds an admin’s TOTP secret sealed for that admin alone, before and after verification', async () => {
  const { id, cookie, secret } = await call.secured();
  const next = (await call.setUp(cookie)).body.secret;
  const row = await rowOf(id);
  expect(JSON.stringify(await everyRow())).not.toMatch(new RegExp(`${secret}|${next}`));
  const roots = await rootSecret('seal');
  const sealed = row as unknown as { totp: { secret: string }; totpSetup: { secret: string } };
  expect(unseal(roots, `admin-totp|${id}`, sealed.totp.secret)).toBe(secret);
  expect(unseal(roots, `admin-totp|${id}`, sealed.totpSetup.secret)).toBe(next);
  const other = (await call.account()).id;
  expect(() => unseal(roots, `admin-totp|${other}`, sealed.totp.secret)).toThrow('cannot unseal');
});
