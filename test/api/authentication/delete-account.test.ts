// Tests DELETE /auth/me: people delete their own account.
import { describe, expect, test } from '@jest/globals';
import { USERS } from '../../support/admin-users.ts';
import {
  answerOf,
  COOKIES,
  claimsOf,
  cookieSession,
  later,
  MINUTE,
  publishedAbout,
  refusal,
} from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newPassword, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const remove = ({ tokens }: User) => service.send('DELETE', '/auth/me', { headers: bearer(tokens) });

describe('200', () => {
  test('ends the sessions, shuts the account and frees its address', async () => {
    const user = await service.signup(tenant);
    const id = claimsOf(user.tokens.accessToken).sub as string;
    const second = (await service.login(user)).body;
    expect((await remove(user)).status).toBe(200);
    for (const tokens of [user.tokens, second])
      expect(answerOf(await service.get('/auth/me', { headers: bearer(tokens) }))).toEqual(refusal('ACCOUNT_INACTIVE'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect(answerOf(await service.admin('GET', `${USERS}/${id}`))).toEqual(refusal('USER_NOT_FOUND'));
    const [deleted] = await publishedAbout(service, 'svc.user_deleted', { userId: id });
    expect(deleted?.detail).toMatchObject({ tenantId: tenant.id, email: user.email });
    const again = { email: user.email, password: newPassword(), tenantId: tenant.id };
    expect((await service.post('/auth/signup', again)).status).toBe(200);
  });

  test('clears the cookies of the browser', async () => {
    const user = await service.signup(tenant);
    const session = await cookieSession(service, user);
    const headers = { ...COOKIES, cookie: cookieHeader(session), 'x-csrf-token': session.body.csrfToken };
    const reply = await service.send('DELETE', '/auth/me', { headers });
    expect([
      reply.status,
      reply.setCookies.filter((each: string) => /^(__Host-)?svc_[^=]*=;.*Max-Age=0/i.test(each)),
    ]).toEqual([200, expect.arrayContaining([expect.any(String)])]);
  });

  test('leaves an account with the same address in another tenant', async () => {
    const user = await service.signup(tenant);
    const other = await service.signup(await service.tenant(), user.email);
    await remove(user);
    expect((await service.get('/auth/me', { headers: bearer(other.tokens) })).status).toBe(200);
  });
});

test('403 for a login that is not recent', async () => {
  const user = await service.signup(tenant);
  const { body: tokens } = await later(-16 * MINUTE, () => service.login(user));
  const { refreshToken } = tokens;
  const { body: fresh } = await service.post('/auth/refresh-token', { refreshToken });
  expect(answerOf(await remove({ ...user, tokens: fresh }))).toEqual(refusal('REAUTH_REQUIRED'));
});

test('of twenty deletions at once, one succeeds', async () => {
  const user = await service.signup(tenant);
  const seen = outcomes(await race(20, () => remove(user)));
  expect(seen['200']).toBe(1);
  expect(
    Object.keys(seen).filter((each) => !['200', '401 SESSION_NOT_FOUND', '401 ACCOUNT_INACTIVE'].includes(each)),
  ).toEqual([]);
});

test('a deletion that races the end of all sessions leaves either the account or nothing, never an error', async () => {
  const user = await service.signup(tenant);
  const [deleted] = await Promise.all([
    remove(user),
    service.post('/auth/logout-all', {}, { headers: bearer(user.tokens) }),
  ]);
  const login = await service.login(user);
  expect(login.status).toBe(deleted.status === 200 ? 401 : 200);
});
