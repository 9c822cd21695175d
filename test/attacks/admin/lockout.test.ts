// Threat: a stranger with many networks shuts an admin out, by using up the guesses that all networks share. The admin
// gets in by a code that is sent to them, a new password or an unlock, without the secret key, and the number of guesses stays the same.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isConfirmed } from '../../../lib/domain/admins/confirmation.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { type Admin, findByEmail } from '../../../lib/store/admins/admins.ts';
import { callers, fillRow } from '../../support/admins.ts';
import { answerOf, MINUTE, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { adminCodeTo, messagesTo } from '../../support/messages.ts';
import { race } from '../../support/race.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));
const NEEDED = refusal('EMAIL_CODE_REQUIRED');
const sent = (email: string) => messagesTo(service, 'svc.admin_code_requested', email, 0);

describe('an admin whose guesses strangers have used up', () => {
  test('logs in from a new network with the code that was sent', async () => {
    const own = await call.account();
    await fillRow(service, own.email);
    expect(answerOf(await call.login(own))).toEqual(NEEDED);
    const emailCode = await adminCodeTo(service, own.email);
    expect(emailCode).toMatch(/^\d{20}$/);
    expect((await call.login({ ...own, emailCode })).status).toBe(201);
    expect((await call.login(own)).status).toBe(201);
  });

  test('logs in with the code from a known network, whose reserve others in it have used up', async () => {
    const [own, ip] = [await call.account(), freshIp()];
    expect((await call.login(own, { ip })).status).toBe(201);
    await fillRow(service, own.email);
    for (let window = 0; window < 2; window++) {
      const guess = () => call.login({ ...own, password: newPassword() }, { ip });
      await Promise.all(Array.from({ length: 10 }, guess));
      advance(16 * MINUTE);
    }
    expect(answerOf(await call.login(own, { ip }))).toEqual(NEEDED);
    const emailCode = await adminCodeTo(service, own.email);
    expect((await call.login({ ...own, emailCode }, { ip })).status).toBe(201);
    expect((await call.login(own, { ip })).status).toBe(201);
  });

  test('logs in with the code of a message that a stranger caused, at most three of which are sent', async () => {
    const own = await call.account();
    await fillRow(service, own.email);
    const stranger = () => call.login({ ...own, password: newPassword() }, { ip: freshIp() });
    const replies = await Promise.all(Array.from({ length: 20 }, stranger));
    for (const reply of replies) expect(answerOf(reply)).toEqual(NEEDED);
    const emailCode = await adminCodeTo(service, own.email, 3);
    expect(await sent(own.email)).toHaveLength(3);
    expect((await call.login({ ...own, emailCode })).status).toBe(201);
  });

  test('gets in after an owner set a new password', async () => {
    const own = await call.account();
    await fillRow(service, own.email);
    const password = newPassword();
    await call.update(own.id, { password });
    expect((await call.login({ ...own, password })).status).toBe(201);
  });

  test('renews a proof in a session from a new network with the code', async () => {
    const own = await call.account();
    const cookie = await call.session(own);
    await fillRow(service, own.email);
    const { password } = own;
    expect(answerOf(await call.reauthenticate(cookie, { password }, { ip: freshIp() }))).toEqual(NEEDED);
    const emailCode = await adminCodeTo(service, own.email);
    expect((await call.reauthenticate(cookie, { password, emailCode }, { ip: freshIp() })).status).toBe(201);
  });
});

describe('guesses at an address before it has an admin', () => {
  test('do not count against an admin who is created', async () => {
    const email = newEmail();
    await fillRow(service, email);
    const own = await call.account({ email });
    expect((await call.login({ ...own, email })).status).toBe(201);
  });

  test('do not count against an admin who accepts an invitation', async () => {
    const { email, token } = await call.invited();
    await fillRow(service, email);
    const password = newPassword();
    await call.accept({ token, password });
    expect((await call.login({ email, password })).status).toBe(201);
  });
});

describe('a code by e-mail', () => {
  test('opens nothing without the password, and allows twenty guesses in parallel calls', async () => {
    const own = await call.account();
    await fillRow(service, own.email);
    await call.login(own);
    const emailCode = await adminCodeTo(service, own.email);
    const guess = () => call.login({ ...own, password: newPassword(), emailCode }, { ip: freshIp() });
    let compared = 0;
    // The clock stays ahead: the mailer would wait for turns that it took in the future.
    for (const wait of [0, 16 * MINUTE, 16 * MINUTE]) {
      advance(wait);
      const replies = await Promise.all(Array.from({ length: 20 }, guess));
      compared += replies.filter(({ body }) => body.code === 'INVALID_CREDENTIALS').length;
    }
    expect(compared).toBe(20);
  });

  test('starts one session when twenty logins race with it', async () => {
    const own = await call.account();
    await fillRow(service, own.email);
    await call.login(own);
    const emailCode = await adminCodeTo(service, own.email);
    const replies = await race(20, () => call.login({ ...own, emailCode }, { ip: freshIp() }));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const session = replies.find(({ status }) => status === 201);
    expect(session?.body.admin.email).toBe(own.email);
  });

  test('is refused for another admin, password, login or count of unlocks', async () => {
    const own = await call.account();
    await fillRow(service, own.email);
    await call.login(own);
    const code = await adminCodeTo(service, own.email);
    const admin = (await findByEmail(own.email)) as Admin;
    expect(await isConfirmed(admin, code)).toBe(true);
    const changes: Partial<Admin>[] = [
      { id: 'adm_other' as Admin['id'] },
      { passwordHash: 'x' },
      { lastLoginAt: 1 },
      { unlocks: 1 },
    ];
    for (const change of changes) expect(await isConfirmed({ ...admin, ...change }, code)).toBe(false);
  });
});
