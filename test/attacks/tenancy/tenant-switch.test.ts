// Threat: an attacker gets from their account into another's by switching tenant: with the same address, a found token,
// a replaced token, or a link that should have ended. Or they learn which tenants exist and who is in them.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshIp, type Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { startObserved } from '../../support/observed-service.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow, type Row } from '../../support/rows.ts';
import { bearer, prepared, running, type User } from '../../support/service.ts';
import { setField } from '../../support/stored-users.ts';
import { claimsOf, forge, headerOf } from '../../support/tokens.ts';

const observed = running(() => startObserved());
const service = prepared(() => observed.service);
beforeAll(() => service.adminCookie());

const newUser = async (settings?: Record<string, unknown>): Promise<User> =>
  service.signup(await service.tenant(settings));
const switchTo = (from: User, tenantId: string, refreshToken?: string, ip = freshIp()) =>
  service.post('/auth/switch-tenant', { tenantId, refreshToken }, { headers: bearer(from.tokens), ip });
const prove = (from: User, to: User, ip?: string) => switchTo(from, to.tenant.id, to.tokens.refreshToken, ip);
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
const rowsOf = async (user: User, type: string): Promise<Row[]> =>
  (await everyRow()).filter((row) => row.type === type && row.pk.endsWith(claimsOf(user.tokens.accessToken).sub));
const login = (jar: Jar, { email, password, tenant }: User) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });

describe('POST /auth/switch-tenant', () => {
  let from: User;
  beforeAll(async () => {
    from = await newUser();
  });
  const to = prepared(async () => service.signup(await service.tenant(), from.email));

  const attempts: [string, () => Promise<Reply> | Reply][] = [
    ['only the same address', () => switchTo(from, to.tenant.id)],
    ['an access token', () => switchTo(from, to.tenant.id, to.tokens.accessToken)],
    ['the caller’s own refresh token', () => switchTo(from, to.tenant.id, from.tokens.refreshToken)],
    [
      'a token with another signature',
      () => switchTo(from, to.tenant.id, to.tokens.refreshToken.replace(/.{6}$/, 'AAAAAA')),
    ],
    [
      'a token with an altered tenant',
      () => {
        const { refreshToken } = from.tokens;
        const claims = { ...claimsOf(refreshToken), tid: to.tenant.id };
        return switchTo(
          from,
          to.tenant.id,
          forge(headerOf(refreshToken), claims, () => Buffer.alloc(32)),
        );
      },
    ],
    ['a token of a third tenant', async () => switchTo(from, to.tenant.id, (await newUser()).tokens.refreshToken)],
    ['garbage', () => switchTo(from, to.tenant.id, 'a.b.c')],
    ['an unknown tenant', () => switchTo(from, `ten_${'9'.repeat(22)}`, to.tokens.refreshToken)],
  ];
  test.each(attempts)('refuses %s and stores nothing', async (_, attempt) => {
    const before = await rowsOf(to, 'session');
    const reply = await attempt();
    expect([reply.status, reply.body.code]).toEqual([403, 'NOT_A_MEMBER_OF_TENANT']);
    expect(await rowsOf(to, 'session')).toEqual(before);
    expect([...(await rowsOf(from, 'link')), ...(await rowsOf(to, 'link'))]).toEqual([]);
  });
});

describe('a refused switch of tenant', () => {
  test('returns one reply after the same work for an unknown, foreign, inactive, deleted or malformed tenant', async () => {
    const from = await newUser();
    const foreign = await service.signup(await service.tenant(), from.email);
    const disabled = await newUser();
    const [inactive, deleted] = [await newUser(), await newUser()];
    await setField(disabled, 'isActive', false);
    await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.tenant.id}`, { isActive: false });
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.tenant.id}`);
    const shown = (user: User) => ({ tenantId: user.tenant.id, refreshToken: user.tokens.refreshToken });
    const bodies: { tenantId: string; refreshToken?: string }[] = [
      { tenantId: foreign.tenant.id },
      { tenantId: `ten_${'q'.repeat(22)}` },
      { tenantId: 'ten_nonsense' },
      { tenantId: inactive.tenant.id },
      { tenantId: deleted.tenant.id },
      { ...shown(foreign), refreshToken: from.tokens.refreshToken },
      shown(disabled),
      shown(inactive),
      shown(deleted),
    ];
    const seen = [];
    for (const { tenantId, refreshToken } of bodies)
      seen.push(await observed.observe(() => switchTo(from, tenantId, refreshToken)));
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(seen[0]).toMatchObject({ status: 403, hashes: 0 });
  });
});

describe('a stolen refresh token', () => {
  test('gives access by switching for no longer than a login would', async () => {
    const { advance } = await import('../../../lib/platform/clock.ts');
    const [thief, victim] = [await newUser(), await newUser()];
    expect((await prove(thief, victim)).status).toBe(200);
    let stolen: User = victim;
    const DAY = 86_400_000;
    try {
      // The thief logs in to their own account again and again, and switches with the newest session they hold.
      for (let day = 0; day < 40; day += 5) {
        const own: User = { ...thief, tokens: (await service.login(thief)).body };
        const reply = await prove(own, stolen);
        if (reply.status === 200) stolen = { ...victim, tokens: reply.body };
        advance(5 * DAY);
      }
      const own: User = { ...thief, tokens: (await service.login(thief)).body };
      expect((await prove(own, stolen)).status).toBe(403);
      expect((await switchTo(own, victim.tenant.id)).status).toBe(403);
      expect((await service.post('/auth/refresh-token', { refreshToken: stolen.tokens.refreshToken })).status).toBe(
        401,
      );
    } finally {
      advance(-40 * DAY);
    }
  });
});

describe('parallel switches of tenant', () => {
  test('with one token from twenty tabs of one client make one session, one link on either side and one message each', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const ip = freshIp();
    const replies = await race(20, () => prove(from, to, ip));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    const live = await Promise.all(replies.map(({ body }) => me(body.accessToken)));
    expect(outcomes(live)).toEqual({ 200: 20 });
    expect(await rowsOf(to, 'session')).toHaveLength(1);
    expect([(await rowsOf(from, 'link')).length, (await rowsOf(to, 'link')).length]).toEqual([1, 1]);
    expect((await switchTo(from, to.tenant.id)).status).toBe(200);
  });

  test('from twenty tabs with one slot all succeed, and the browser’s other session lives on', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const jar = createJar(service);
    for (const user of [to, from]) await login(jar, user);
    const tabs = Array.from({ length: 20 }, () => jar.copy());
    const replies = await race(20, (at) => (tabs[at] as Jar).post('/auth/switch-tenant', { tenantId: to.tenant.id }));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    expect((await rowsOf(to, 'session')).length).toBeLessThanOrEqual(10);
    const seen = await Promise.all(tabs.map((tab) => tab.get('/auth/me')));
    expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await me(from.tokens.accessToken)).status).toBe(200);
  });

  test('leave no session when the account logs out everywhere at the same time', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const { status, body: tokens } = await prove(from, to);
    expect(status).toBe(200);
    const replies = await race(21, (caller) =>
      caller ? switchTo(from, to.tenant.id) : service.post('/auth/logout-all', {}, { headers: bearer(tokens) }),
    );
    expect(replies.every(({ status }) => [200, 403].includes(status))).toBe(true);
    const opened = replies.slice(1).filter(({ status }) => status === 200);
    for (const { body } of opened) expect((await me(body.accessToken)).body.code).toBe('SESSION_NOT_FOUND');
    expect((await switchTo(from, to.tenant.id)).body.code).toBe('NOT_A_MEMBER_OF_TENANT');
  });

  test('are rate-limited after thirty attempts', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const replies = await race(40, () => switchTo(from, to.tenant.id));
    expect(outcomes(replies)).toEqual({ '403 NOT_A_MEMBER_OF_TENANT': 30, '429 RATE_LIMITED': 10 });
  });
});
