// Threat: an ended session stays valid, because a racing call revives it or a cache still holds it.
// Sessions are ended by one write that every later call sees.
import { describe, expect, test } from '@jest/globals';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newPassword, prepared, type User, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_LIMITS: 'off' });
const tenant = prepared(() => service.tenant());

type Tokens = User['tokens'];
const me = (tokens: Tokens) => service.get('/auth/me', { headers: bearer(tokens) });
const refresh = ({ refreshToken }: Tokens) => service.post('/auth/refresh-token', { refreshToken });
const logoutAll = (tokens: Tokens) => service.post('/auth/logout-all', {}, { headers: bearer(tokens) });
const sessions = async (user: User, count: number): Promise<Tokens[]> =>
  (await race(count, () => service.login(user))).map(({ body }) => body);
async function expectDead(all: Tokens[]): Promise<void> {
  expect(outcomes(await Promise.all(all.map(me)))).toEqual({ '401 SESSION_NOT_FOUND': all.length });
  expect(outcomes(await Promise.all(all.map(refresh)))).toEqual({ '401 SESSION_NOT_FOUND': all.length });
}

describe('POST /auth/logout', () => {
  test('ends the session for every later call', async () => {
    const { tokens } = await service.signup(tenant);
    await service.post('/auth/logout', {}, { headers: bearer(tokens) });
    const replies = await race(50, (caller) => (caller % 2 ? me(tokens) : refresh(tokens)));
    expect(outcomes(replies)).toEqual({ '401 SESSION_NOT_FOUND': 50 });
  });

  test('succeeds for twenty parallel callers and leaves other sessions alone', async () => {
    const user = await service.signup(tenant);
    const other = (await service.login(user)).body;
    const replies = await race(20, () => service.post('/auth/logout', {}, { headers: bearer(user.tokens) }));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    expect((await me(other)).status).toBe(200);
  });

  test('ends the session although refreshes run in parallel', async () => {
    const { tokens } = await service.signup(tenant);
    const replies = await race(30, (caller) =>
      caller === 10 ? service.post('/auth/logout', {}, { headers: bearer(tokens) }) : refresh(tokens),
    );
    await expectDead(replies.filter(({ body }) => body.accessToken).map(({ body }) => body));
    await expectDead([tokens]);
  });
});

describe('POST /auth/logout-all', () => {
  test('ends every session of the account and of no other account', async () => {
    const [user, neighbour] = [await service.signup(tenant), await service.signup(tenant)];
    const all = await sessions(user, 5);
    await logoutAll(user.tokens);
    await expectDead([user.tokens, ...all]);
    expect((await me(neighbour.tokens)).status).toBe(200);
    expect((await me((await service.login(user)).body)).status).toBe(200);
  });

  test('ends every session although refreshes run in parallel', async () => {
    const user = await service.signup(tenant);
    const all = [user.tokens, ...(await sessions(user, 7))];
    const replies = await race(40, (caller) => (caller === 20 ? logoutAll(user.tokens) : refresh(all[caller % 8]!)));
    expect(replies[20]?.status).toBe(200);
    await expectDead([...all, ...replies.filter(({ body }) => body.accessToken).map(({ body }) => body)]);
  });

  test('ends every earlier session when logins run in parallel, and no later one', async () => {
    const user = await service.signup(tenant);
    const before = await sessions(user, 4);
    const [ended, ...logins] = await race(20, (caller) => (caller ? service.login(user) : logoutAll(user.tokens)));
    expect(ended?.status).toBe(200);
    expect(outcomes(logins)).toEqual({ 200: 19 });
    await expectDead([user.tokens, ...before]);
    const after = (await service.login(user)).body;
    expect((await me(after)).status).toBe(200);
  });

  test('ends all sessions when twenty parallel callers send it', async () => {
    const user = await service.signup(tenant);
    const all = [user.tokens, ...(await sessions(user, 9))];
    const replies = await race(20, (caller) => logoutAll(all[caller % all.length]!));
    expect(replies.every(({ status }) => status === 200 || status === 401)).toBe(true);
    await expectDead(all);
  });
});

describe('POST /auth/change-password', () => {
  const change = (user: User, to: string, tokens = user.tokens) =>
    service.post(
      '/auth/change-password',
      { currentPassword: user.password, newPassword: to },
      { headers: bearer(tokens) },
    );

  test('ends every session including the caller’s, and only the new password logs in', async () => {
    const user = await service.signup(tenant);
    const all = [user.tokens, ...(await sessions(user, 5))];
    const password = newPassword();
    expect((await change(user, password)).status).toBe(200);
    await expectDead(all);
    expect((await service.login(user)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await service.login({ ...user, password })).status).toBe(200);
  });

  test('ends every session of the old password when logins and refreshes run in parallel', async () => {
    const user = await service.signup(tenant);
    const password = newPassword();
    const replies = await race(30, (caller) =>
      caller === 10 ? change(user, password) : caller % 2 ? service.login(user) : refresh(user.tokens),
    );
    expect(replies[10]?.status).toBe(200);
    await expectDead([user.tokens, ...replies.filter(({ body }) => body.accessToken).map(({ body }) => body)]);
  });

  test('succeeds for one of twenty parallel callers, whose password is stored', async () => {
    const user = await service.signup(tenant);
    const passwords = Array.from({ length: 20 }, newPassword);
    const replies = await race(20, (caller) => change(user, passwords[caller]!));
    const winner = replies.findIndex(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => status < 500)).toBe(true);
    const logins = await Promise.all(passwords.map((password) => service.login({ ...user, password })));
    expect(logins.flatMap(({ status }, index) => (status === 200 ? [index] : []))).toEqual([winner]);
  });
});
