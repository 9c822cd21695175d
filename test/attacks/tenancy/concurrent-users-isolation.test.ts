// Threat: one process serves many users of many tenants, and state of one user leaks to another.
// Calls of twenty users in two tenants run interleaved. Each user sees only their own data.
import { beforeAll, expect, test } from '@jest/globals';
import { cookieHeader, cookieOf } from '../../support/http.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newPassword, type User, useService } from '../../support/service.ts';
import { idOf } from '../../support/stored-users.ts';
import { claimsOf } from '../../support/tokens.ts';

const ROUNDS = 5;
const service = useService();
let people: User[];
beforeAll(async () => {
  const tenants = [await service.tenant(), await service.tenant({ session: { accessTtlSeconds: 60, maxPerUser: 3 } })];
  people = await race(20, (caller) => service.signup(tenants[caller % 2]!));
});

test('twenty users with bearer tokens each see only their own account and session', async () => {
  await race(people.length, async (caller) => {
    const person = people[caller]!;
    let { tokens } = person;
    for (let round = 0; round < ROUNDS; round++) {
      const headers = bearer(tokens);
      const [me, user, session, next] = await Promise.all([
        service.get('/auth/me', { headers }),
        service.get('/auth/user', { headers }),
        service.get('/auth/verify-session', { headers }),
        service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken }),
      ]);
      expect([me.body.id, me.body.email]).toEqual([idOf(person), person.email]);
      expect([user.body.id, user.body.email]).toEqual([idOf(person), person.email]);
      expect(session.body.userId).toBe(idOf(person));
      const { sub, tid, sid, iat, exp } = claimsOf(next.body.accessToken) as never as Record<string, unknown>;
      expect({ sub, tid, sid }).toEqual({
        sub: idOf(person),
        tid: person.tenant.id,
        sid: claimsOf(tokens.accessToken).sid,
      });
      expect((exp as number) - (iat as number)).toBe(caller % 2 ? 60 : 900);
      tokens = next.body;
    }
  });
});

test('twenty users with cookies each see only their own account and session', async () => {
  await race(people.length, async (caller) => {
    const person = people[caller]!;
    const mode = { 'x-access-token-type': 'cookie' };
    const login = await service.login(person, { headers: mode });
    expect(login.body.accessToken).toBeUndefined();
    let cookie = cookieHeader(login);
    for (let round = 0; round < ROUNDS; round++) {
      const [me, accounts, next] = await Promise.all([
        service.get('/auth/me', { headers: { cookie } }),
        service.get('/auth/accounts', { headers: { cookie, ...mode } }),
        service.post('/auth/refresh-token', {}, { headers: { cookie, ...mode } }),
      ]);
      expect(me.body.id).toBe(idOf(person));
      expect(accounts.body.accounts).toEqual([
        {
          accountId: idOf(person),
          email: person.email,
          phone: null,
          tenantId: person.tenant.id,
          isActive: true,
          slot: null,
        },
      ]);
      expect(claimsOf(cookieOf(next, 'svc_access') as string).sub).toBe(idOf(person));
      cookie = cookieHeader(next);
    }
  });
});

test('interleaved requests with invalid tokens do not change the replies of valid ones', async () => {
  const replies = await race(60, (caller) =>
    caller % 3
      ? service.get('/auth/me', { headers: bearer(`${people[caller % 20]!.tokens.accessToken}x`) })
      : service.get('/auth/me', { headers: bearer(people[caller % 20]!.tokens) }),
  );
  replies.forEach(({ status, body }, caller) => {
    if (caller % 3) expect(status).toBe(401);
    else expect([status, body.id]).toEqual([200, idOf(people[caller % 20]!)]);
  });
});

test('every log line names the tenant and user of its own request, between rate limits and wrong passwords too', async () => {
  const agentOf = (caller: number): string => `agent-${caller}`;
  const lines = await logged(() =>
    race(people.length, async (caller) => {
      const person = people[caller]!;
      const { body } = await service.login(person);
      const headers = { 'user-agent': agentOf(caller) };
      for (let round = 0; round < 15; round++) {
        await Promise.all([
          service.get('/auth/me', { headers: { ...headers, ...bearer(body.accessToken) } }),
          service.get('/auth/user', { headers: { ...headers, ...bearer(body.accessToken) } }),
          // After ten of them the account is locked.
          service.login({ ...person, password: newPassword() }, { headers }),
          service.post('/auth/refresh-token', { refreshToken: 'none' }, { headers }),
        ]);
      }
    }),
  );
  const requests = ofEvent(lines, 'request').filter(({ userAgent }) => userAgent);
  expect(requests).toHaveLength(people.length * 60);
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length);
  const callers = people.map((person, caller) => {
    const own = requests.filter(({ userAgent }) => userAgent === agentOf(caller));
    const ids = new Set(own.map(({ requestId }) => requestId));
    const identifiers = new Set(own.flatMap(({ identifier }) => identifier ?? []));
    expect(identifiers.size).toBe(1);
    for (const line of lines.filter(({ requestId }) => ids.has(requestId))) {
      const isLogin = line.operation === 'login';
      const isAnonymous = line.operation === 'refreshToken';
      expect([line.tenant, line.actor]).toEqual([
        isAnonymous ? undefined : person.tenant.id,
        isAnonymous || isLogin ? undefined : idOf(person),
      ]);
    }
    return [...identifiers][0];
  });
  expect(new Set(callers).size).toBe(people.length);
  const failures = lines.filter(({ event }) => event === 'login_failed' || event === 'limit');
  expect(failures.length).toBe(15 * people.length);
  expect(tally(failures.map(({ event }) => event))).toEqual({
    login_failed: 10 * people.length,
    limit: 5 * people.length,
  });
  const tenants = new Map(requests.map(({ requestId, tenant }) => [requestId, tenant]));
  for (const { requestId, tenant } of failures) expect(tenants.get(requestId)).toBe(tenant);
});
