// Threat: an attacker becomes the first admin by guessing the secret key, or by racing the person who has it.
// Guesses are limited per IP address, and reveal only right or wrong. Admin sign-up works exactly once.
import { expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { freshIp, type Send } from '../../support/http.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const HOUR = 3_600_000;
const service = useService();

const signup = (body: Record<string, unknown>, options?: Send) =>
  service.post('/auth/admin/signup', { email: newEmail(), password: newPassword(), ...body }, options);
const guess = (options?: Send) => signup({ secretKey: newPassword() }, options);
const code = async (reply: ReturnType<typeof signup>) => (await reply).body.code;

test('admin sign-up with a wrong or malformed secret key does not reveal other errors in the body', async () => {
  const key = service.secretKey;
  const wrong = [key.slice(0, -1), `${key}x`, key.toUpperCase(), ` ${key}`, key.slice(1), '', 'x'.repeat(1024)];
  for (const secretKey of wrong) expect(await code(signup({ secretKey }))).toBe('INVALID_SECRET_KEY');
  expect(await code(signup({ secretKey: 'x', password: 'weak' }))).toBe('INVALID_SECRET_KEY');
  expect(await code(signup({ secretKey: 'x', email: 'no address' }))).toBe('INVALID_SECRET_KEY');
  expect(
    await code(signup({ secretKey: 'x', metadata: { a: 'x'.repeat(4000), b: 'x'.repeat(4000), c: 'x'.repeat(4000) } })),
  ).toBe('INVALID_SECRET_KEY');
  for (const secretKey of [[key], { key }, 1, true, null, undefined, 'x'.repeat(1025)])
    expect(await code(signup({ secretKey }))).toBe('INVALID_INPUT');
  const inQuery = await service.post(`/auth/admin/signup?secretKey=${key}`, {
    email: newEmail(),
    password: newPassword(),
  });
  expect(inQuery.body.code).toBe('INVALID_INPUT');
});

test('one IP address may guess the secret key ten times an hour, and its headers are ignored', async () => {
  advance(HOUR);
  const ip = freshIp();
  const replies = await race(15, (caller) => guess({ ip, headers: { 'x-forwarded-for': `203.0.113.${caller}` } }));
  expect(outcomes(replies)).toEqual({ '401 INVALID_SECRET_KEY': 10, '429 RATE_LIMITED': 5 });
  const stopped = await signup({ secretKey: service.secretKey }, { ip });
  expect([stopped.status, stopped.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(stopped.headers['retry-after']).toMatch(/^[1-9]\d*$/);
});

test('wrong secret keys of strangers do not keep the person with the correct one out', async () => {
  advance(HOUR);
  const replies = await race(80, () => guess());
  expect(outcomes(replies)).toEqual({ '401 INVALID_SECRET_KEY': 80 });
  expect(await code(signup({ secretKey: service.secretKey, password: 'weak' }))).toBe('PASSWORD_TOO_SHORT');
});

test('a rate-limited IP address does not stop the correct secret key from another one', async () => {
  advance(HOUR);
  const ip = freshIp();
  await race(60, () => guess({ ip }));
  const weak = await signup({ secretKey: service.secretKey, password: 'weak' });
  expect(weak.body.code).toBe('PASSWORD_TOO_SHORT');
});

test('admin sign-up with the correct secret key is not limited after fifteen weak passwords', async () => {
  advance(HOUR);
  const ip = freshIp();
  for (let round = 0; round < 15; round++)
    expect(await code(signup({ secretKey: service.secretKey, password: 'weak' }, { ip }))).toBe('PASSWORD_TOO_SHORT');
});

test('one of thirty parallel sign-ups with the secret key becomes the first admin', async () => {
  advance(HOUR);
  const accounts = Array.from({ length: 30 }, () => ({ email: newEmail(), password: newPassword() }));
  const replies = await race(30, (caller) => signup({ ...accounts[caller], secretKey: service.secretKey }));
  expect(outcomes(replies)).toEqual({ 201: 1, '403 ADMIN_BOOTSTRAP_CLOSED': 29 });
  const logins = await race(30, (caller) => service.post('/auth/admin/login', accounts[caller]));
  expect(logins.map(({ status }) => status === 201)).toEqual(replies.map(({ status }) => status === 201));
  const rows = (await everyRow()).filter(({ pk }) => pk === 'P#ADMINS');
  expect(tally(rows.map(({ type }) => type))).toEqual({
    admin: 1,
    'admin-email': 1,
    'admin-bootstrap': 1,
    'admin-count': 1,
  });
});

test('after the first admin, sign-up still checks the secret key first and then refuses the correct one too', async () => {
  advance(HOUR);
  expect(await code(guess())).toBe('INVALID_SECRET_KEY');
  expect(await code(signup({ secretKey: service.secretKey }))).toBe('ADMIN_BOOTSTRAP_CLOSED');
  expect(await code(signup({ secretKey: service.secretKey, password: 'weak' }))).toBe('ADMIN_BOOTSTRAP_CLOSED');
});
