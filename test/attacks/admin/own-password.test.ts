// A thief of an admin's session tries to keep the account by changing its password.
import { expect, test } from '@jest/globals';
import { callers, PATH } from '../../support/admins.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { newPassword, useService } from '../../support/service.ts';

const service = useService();
const call = callers(service);
const WRONG = refusal('CURRENT_PASSWORD_INCORRECT');

async function createThief() {
  const account = await call.account();
  const cookie = await call.session(account);
  const change = (body: unknown) => service.send('PATCH', `${PATH}/${account.id}`, { body, headers: { cookie } });
  return { account, cookie, change };
}

test('an admin session does not change its own password without the current one', async () => {
  const { account, cookie, change } = await createThief();
  const password = newPassword();
  expect(answerOf(await change({ password }))).toEqual(WRONG);
  expect(answerOf(await change({ password, currentPassword: newPassword() }))).toEqual(WRONG);
  expect(answerOf(await change({ password, currentPassword: password }))).toEqual(WRONG);
  expect((await call.me(cookie)).status).toBe(200);
  expect((await call.login(account)).status).toBe(201);
});

test('twenty parallel guesses of the current password are counted before any is compared', async () => {
  const { account, change } = await createThief();
  const guess = () => change({ password: newPassword(), currentPassword: newPassword() });
  const replies = await Promise.all(Array.from({ length: 20 }, guess));
  const codes = replies.map(({ body }) => body.code);
  expect(codes.filter((code) => code === 'CURRENT_PASSWORD_INCORRECT')).toHaveLength(10);
  expect(codes.filter((code) => code === 'ACCOUNT_LOCKED')).toHaveLength(10);
  const right = { password: newPassword(), currentPassword: account.password };
  expect(answerOf(await change(right))).toEqual(refusal('ACCOUNT_LOCKED'));
  // The login has a budget of its own, so the thief keeps no one out.
  expect((await call.login(account)).status).toBe(201);
});

test('of twenty parallel changes with the current password exactly one counts', async () => {
  const { account, change } = await createThief();
  const passwords = Array.from({ length: 5 }, newPassword);
  const { password: currentPassword } = account;
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => change({ password: passwords[at % 5], currentPassword })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const logins = await Promise.all(passwords.map((password) => call.login({ ...account, password })));
  expect(logins.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('the current password alone changes nothing and is no change', async () => {
  const { account, change } = await createThief();
  expect(answerOf(await change({ currentPassword: account.password }))).toEqual(refusal('INVALID_INPUT'));
});

test('an old session changes no password of another admin, and a recent one ends the sessions of that admin', async () => {
  const { cookie } = await createThief();
  const other = await call.account();
  const session = await call.session(other);
  const change = () =>
    service.send('PATCH', `${PATH}/${other.id}`, { body: { password: newPassword() }, headers: { cookie } });
  expect(answerOf(await later(16 * MINUTE, change))).toEqual(refusal('REAUTH_REQUIRED'));
  expect((await call.me(session)).status).toBe(200);
  expect((await change()).status).toBe(200);
  expect(answerOf(await call.me(session))).toEqual(refusal('SESSION_INVALID'));
});
