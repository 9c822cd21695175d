// Threat: somebody gets from his account into another's by changing tenant: with the same address, a token he found, one that
// was replaced, or a link that should have ended; or he learns which tenants there are and who is in them.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { type Observed, startObserved } from '../../support/observed-service.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow, type Row } from '../../support/rows.ts';
import { bearer, type Service, type User } from '../../support/service.ts';
import { setField } from '../../support/stored-users.ts';
import { claimsOf, forge, headerOf } from '../../support/tokens.ts';

let observed: Observed;
let service: Service;
beforeAll(async () => {
  observed = await startObserved();
  service = observed.service;
  await service.adminCookie();
});
afterAll(() => observed.stop());

const newUser = async (settings?: Record<string, unknown>): Promise<User> =>
  service.signup(await service.tenant(settings));
const switchTo = (from: User, tenantId: string, refreshToken?: string, headers = {}) =>
  service.post('/auth/switch-tenant', { tenantId, refreshToken }, { headers: { ...bearer(from.tokens), ...headers } });
const prove = (from: User, to: User) => switchTo(from, to.tenant.id, to.tokens.refreshToken);
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
const rowsOf = async (user: User, type: string): Promise<Row[]> =>
  (await everyRow()).filter((row) => row.type === type && row.pk.endsWith(claimsOf(user.tokens.accessToken).sub));
const login = (jar: Jar, { email, password, tenant }: User) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });

describe('what is no proof', () => {
  let from: User;
  let to: User;
  beforeAll(async () => {
    from = await newUser();
    to = await service.signup(await service.tenant(), from.email);
  });

  const attempts: [string, () => Promise<Reply> | Reply][] = [
    ['the same address', () => switchTo(from, to.tenant.id)],
    ['an access token', () => switchTo(from, to.tenant.id, to.tokens.accessToken)],
    ['the caller’s own refresh token', () => switchTo(from, to.tenant.id, from.tokens.refreshToken)],
    ['another signature', () => switchTo(from, to.tenant.id, to.tokens.refreshToken.replace(/.{6}$/, 'AAAAAA'))],
    [
      'another tenant written into it',
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
  test.each(attempts)('%s: refused, and nothing is left behind', async (_, attempt) => {
    const before = await rowsOf(to, 'session');
    const reply = await attempt();
    expect([reply.status, reply.body.code]).toEqual([403, 'NOT_A_MEMBER_OF_TENANT']);
    expect(await rowsOf(to, 'session')).toEqual(before);
    expect([...(await rowsOf(from, 'link')), ...(await rowsOf(to, 'link'))]).toEqual([]);
  });

  test('a refused attempt ends nothing: a replaced token shown here is not a reuse', async () => {
    const [one, two] = [await newUser(), await newUser()];
    const next = await service.post('/auth/refresh-token', { refreshToken: two.tokens.refreshToken });
    for (let count = 0; count < 3; count++) expect((await prove(one, two)).status).toBe(403);
    expect((await me(next.body.accessToken)).status).toBe(200);
  });
});

describe('who asks learns nothing', () => {
  test('unknown, foreign, inactive, deleted, malformed, with or without a token: one answer, for the same work', async () => {
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
      { tenantId: 'nonsense' },
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

describe('a token stolen once', () => {
  test('opens the account as long as a login would, and not for ever', async () => {
    const { advance } = await import('../../../lib/platform/clock.ts');
    const [thief, victim] = [await newUser(), await newUser()];
    expect((await prove(thief, victim)).status).toBe(200);
    let held: User = victim;
    const DAY = 86_400_000;
    try {
      // He goes to and fro, each time with the newest session he has there, and logs in to his own account.
      for (let day = 0; day < 40; day += 5) {
        const own: User = { ...thief, tokens: (await service.login(thief)).body };
        const reply = await prove(own, held);
        if (reply.status === 200) held = { ...victim, tokens: reply.body };
        advance(5 * DAY);
      }
      const own: User = { ...thief, tokens: (await service.login(thief)).body };
      expect((await prove(own, held)).status).toBe(403);
      expect((await switchTo(own, victim.tenant.id)).status).toBe(403);
      expect((await service.post('/auth/refresh-token', { refreshToken: held.tokens.refreshToken })).status).toBe(401);
    } finally {
      advance(-40 * DAY);
    }
  });
});

describe('races', () => {
  test('twenty callers with one token: each a session, none beyond the limit, one link on either side', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const replies = await race(20, () => prove(from, to));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    const live = await Promise.all(replies.map(({ body }) => me(body.accessToken)));
    expect(live.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
    expect(await rowsOf(to, 'session')).toHaveLength(10);
    expect([(await rowsOf(from, 'link')).length, (await rowsOf(to, 'link')).length]).toEqual([1, 1]);
    expect((await switchTo(from, to.tenant.id)).status).toBe(200);
  });

  test('twenty tabs with one slot: every answer is a session of the account, and the browser’s other sessions live', async () => {
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

  test('logging out everywhere beside twenty switches: whoever comes later stays out', async () => {
    const [from, to] = [await newUser(), await newUser()];
    expect((await prove(from, to)).status).toBe(200);
    const replies = await race(21, (caller) =>
      caller ? switchTo(from, to.tenant.id) : service.post('/auth/logout-all', {}, { headers: bearer(to.tokens) }),
    );
    expect(replies.every(({ status }) => [200, 403].includes(status))).toBe(true);
    const opened = replies.slice(1).filter(({ status }) => status === 200);
    for (const { body } of opened) expect((await me(body.accessToken)).body.code).toBe('SESSION_NOT_FOUND');
    expect((await switchTo(from, to.tenant.id)).body.code).toBe('NOT_A_MEMBER_OF_TENANT');
  });

  test('no more than thirty attempts of forty are looked at', async () => {
    const [from, to] = [await newUser(), await newUser()];
    const replies = await race(40, () => switchTo(from, to.tenant.id));
    expect(outcomes(replies)).toEqual({ '403 NOT_A_MEMBER_OF_TENANT': 30, '429 RATE_LIMITED': 10 });
  });
});
