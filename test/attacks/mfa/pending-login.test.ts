// Threat: an attacker who has only the password gets the token pair of a pending login, and finds an operation that
// accepts it as a completed one. The tests are generated from the contract, so they cover a new operation as soon as it
// is declared.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { methodOf } from '../../../lib/contract/operation.ts';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { everything } from '../../../lib/store/people/users.ts';
import { answerOf, COOKIES, claimsOf, later, MINUTE, pathFor } from '../../support/api.ts';
import {
  admin,
  completeSetUp,
  enrol,
  freshCode,
  logIn,
  me,
  pendingLogin,
  pendingLogins,
  recover,
  recoveryCodes,
  refresh,
  setUp,
  type Tokens,
  verify,
} from '../../support/factors.ts';
import { cookieHeader, type Reply } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { outcomes } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newEmail, newPassword, type User, useService } from '../../support/service.ts';
import { headerOf } from '../../support/tokens.ts';
import { totp } from '../../support/totp.ts';

const people: Record<string, User> = {};
const service = useService();
beforeAll(async () => {
  const required = await service.tenant({ mfa: { policy: 'required' } });
  people['an account with an authenticator'] = await enrol(service, await service.tenant());
  people['an account with an authenticator in a tenant that requires one'] = await enrol(service, required);
  people['an account without a factor in a tenant that requires one'] = await service.signup(required);
});

/** The operations a pending login may call. */
const OPEN = [
  'POST /auth/logout',
  'POST /auth/refresh-token',
  'GET /auth/mfa/status',
  'POST /auth/mfa/challenge',
  'POST /auth/mfa/verify',
  'POST /auth/mfa/verify-recovery-code',
  'POST /auth/passkeys/verify',
  'POST /auth/passkeys/verify-options',
];
/** The operations it may also call while its user has no factor and has to set one up. */
const FIRST_FACTOR = [
  'POST /auth/mfa/setup-totp',
  'POST /auth/mfa/verify-totp-setup',
  'POST /auth/mfa/enrol',
  'POST /auth/passkeys/options',
  'POST /auth/passkeys/enrol',
];

type Credential = { headers: Record<string, string>; body?: object };
const byBearer = (tokens: Tokens): Credential => ({
  headers: bearer(tokens),
  body: { refreshToken: tokens.refreshToken },
});

/** Every credential that an attacker who knows the password can obtain. */
const CREDENTIALS: Record<string, (user: User) => Promise<Credential>> = {
  'the token of a pending login': async (user) => byBearer(await pendingLogin(service, user)),
  'the refreshed token of a pending login': async (user) =>
    byBearer((await refresh(service, await pendingLogin(service, user))).body),
  'the token of the first of two pending logins': async (user) => {
    const first = await pendingLogin(service, user);
    await pendingLogin(service, user);
    return byBearer(first);
  },
  'the cookies of a pending login': async (user) => ({
    headers: { ...COOKIES, cookie: cookieHeader(await byCookie(user)) },
  }),
  'the refreshed cookies of a pending login': async (user) => {
    const headers = { ...COOKIES, cookie: cookieHeader(await byCookie(user)) };
    return {
      headers: { ...COOKIES, cookie: cookieHeader(await service.post('/auth/refresh-token', {}, { headers })) },
    };
  },
  'the token of a pending login with headers that claim a completed one': async (user) => {
    const { headers, ...rest } = byBearer(await pendingLogin(service, user));
    return {
      ...rest,
      headers: { ...headers, 'x-mfa-verified': 'true', 'x-svc-device-trust': 'dev_x.y', 'x-step': '2' },
    };
  },
};

const byCookie = ({ tenant, email, password }: User): Promise<Reply> =>
  service.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } }, { headers: COOKIES });

/** The operations that end or replace the login are called last. */
const LAST = ['POST /auth/refresh-token', 'POST /auth/logout'];
const userOperations = operations
  .filter(({ operation: { access } }) => !['public', 'secret', 'admin', 'client', 'key'].includes(access))
  .sort((a, b) => LAST.indexOf(a.route) - LAST.indexOf(b.route));
const otherOperations = operations.filter((each) => !userOperations.includes(each));

describe.each(Object.keys(CREDENTIALS))('%s', (kind) => {
  const obtain = (user: User): Promise<Credential> => (CREDENTIALS[kind] as (user: User) => Promise<Credential>)(user);
  const call = ({ headers, body }: Credential, { route, operation }: (typeof operations)[number], query = '') =>
    service.send(methodOf(route), pathFor(route) + query, { headers, ...(operation.body ? { body: body ?? {} } : {}) });

  test.each([
    ['an account with an authenticator', OPEN],
    ['an account with an authenticator in a tenant that requires one', OPEN],
    ['an account without a factor in a tenant that requires one', [...OPEN, ...FIRST_FACTOR]],
  ])('for %s is accepted only by operations that complete the login', async (name, allowed) => {
    const accepted: string[] = [];
    const credential = await obtain(people[name] as User);
    for (const operation of userOperations) {
      const reply = await call(credential, operation, '?mfa=verified&isRequiresMfa=false');
      expect(reply.status).toBeLessThan(500);
      // It responds to strangers, too: as to one.
      if (operation.operation.access === 'visitor') expect(reply.body).toEqual({ session: null });
      else if (answerOf(reply).join(' ') !== '401 MFA_REQUIRED') accepted.push(operation.route);
      // An accepted operation may succeed or fail by its own rules, but must not complete the login.
      if (reply.status === 200 && reply.body.accessToken) expect(reply.body.isRequiresMfa).toBe(true);
    }
    expect(accepted.toSorted()).toEqual(allowed.toSorted());
  });

  test('is ignored by admin and public operations', async () => {
    const user = people['an account with an authenticator'] as User;
    const credential = await obtain(user);
    for (const operation of otherOperations) {
      const reply = await call(credential, operation);
      // Admins have a cookie of their own, and a token beside it is none of a machine that administers.
      const code = 'authorization' in credential.headers ? 'INVALID_TOKEN' : 'NO_AUTH_PROVIDED';
      if (operation.operation.access === 'admin') expect(answerOf(reply)).toEqual([401, code]);
      if (operation.operation.access === 'secret') expect(answerOf(reply)).toEqual([400, 'INVALID_INPUT']);
      expect(reply.text).not.toContain(user.email);
    }
  });
});

test('the pending-login tests cover every operation of the contract', () => {
  expect(operations.length).toBeGreaterThanOrEqual(75);
  expect(userOperations.length).toBeGreaterThanOrEqual(20);
});

describe('POST /auth/mfa/setup-totp of a pending login', () => {
  test('is refused once a first factor exists, for logins from before and after it', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    const rival = await pendingLogin(service, user);
    const started = await setUp(service, user.tokens);
    expect(started.status).toBe(200);
    const done = await completeSetUp(service, user.tokens, { otp: totp(started.body.secret) });
    expect(done.status).toBe(200);
    expect(answerOf(await setUp(service, rival))).toEqual([401, 'SESSION_NOT_FOUND']);
    expect(answerOf(await setUp(service, user.tokens))).toEqual([401, 'MFA_REQUIRED']);
    expect(answerOf(await setUp(service, await pendingLogin(service, user)))).toEqual([401, 'MFA_REQUIRED']);
  });

  test('is refused in a tenant that does not require a second factor', async () => {
    const user = await enrol(service, await service.tenant({ mfa: { policy: 'optional' } }));
    expect(answerOf(await setUp(service, await pendingLogin(service, user)))).toEqual([401, 'MFA_REQUIRED']);
  });
});

test('sign-up in a tenant that requires a second factor returns a pending login, as tokens and as cookies', async () => {
  const tenant = await service.tenant({ mfa: { policy: 'required' } });
  const body = () => ({ tenantId: tenant.id, email: newEmail(), password: newPassword() });
  const tokens = (await service.post('/auth/signup', body())).body;
  expect(tokens.isRequiresMfa).toBe(true);
  const cookies = cookieHeader(await service.post('/auth/signup', body(), { headers: COOKIES }));
  for (const headers of [bearer(tokens), { ...COOKIES, cookie: cookies }])
    expect(answerOf(await service.get('/auth/me', { headers }))).toEqual([401, 'MFA_REQUIRED']);
});

const status = (tokens: Tokens) => service.get('/auth/mfa/status', { headers: bearer(tokens) });

describe('a pending login', () => {
  test('ends after ten minutes even if it is refreshed', async () => {
    const person = await enrol(service, await service.tenant());
    const first = await pendingLogin(service, person);
    const end = claimsOf(first.accessToken).iat + 600;
    let tokens: Tokens = first;
    for (const at of [3, 6, 9]) {
      const reply = await later(at * MINUTE, () => refresh(service, tokens));
      expect(reply.body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
      tokens = reply.body;
      const { exp } = claimsOf(tokens.accessToken);
      expect([exp, claimsOf(tokens.refreshToken).exp].every((each) => each <= end)).toBe(true);
    }
    await later(10 * MINUTE + 1000, async () => {
      expect(answerOf(await refresh(service, tokens))).toEqual([401, 'REFRESH_TOKEN_EXPIRED']);
      expect(answerOf(await status(tokens))).toEqual([401, 'INVALID_TOKEN']);
      expect(answerOf(await verify(service, tokens, totp(person.secret)))).toEqual([401, 'INVALID_TOKEN']);
    });
    expect(claimsOf(tokens.accessToken).sid).toBe(claimsOf(first.accessToken).sid);
  });

  test('takes no session slot: sixty of them end none of the owner’s sessions', async () => {
    const tenant = await service.tenant({ session: { maxPerUser: 4 } });
    const person = await enrol(service, tenant);
    const codes = await recoveryCodes(service, person.tokens);
    const sessions = [person.tokens];
    for (const code of codes.slice(0, 3))
      sessions.push((await recover(service, await pendingLogin(service, person), code)).body);
    expect(await pendingLogins(service, person, 60)).toHaveLength(60);
    expect(outcomes(await Promise.all(sessions.map((tokens) => me(service, tokens))))).toEqual({ 200: 4 });
    const fifth = await logIn(service, person);
    expect(outcomes(await Promise.all([...sessions, fifth].map((tokens) => me(service, tokens))))).toEqual({
      200: 4,
      '401 SESSION_NOT_FOUND': 1,
    });
  });

  test('is not read with the account’s records, and is deleted with the account', async () => {
    const person = await enrol(service, await service.tenant());
    const [tenantId, id] = [person.tenant.id as TenantId, person.id as UserId];
    const before = await everything(tenantId, id);
    const logins = await pendingLogins(service, person, 60);
    const sids = logins.map(({ accessToken }) => claimsOf(accessToken).sid);
    const stored = async () => (await everyRow()).filter((row) => sids.includes(row.id as string));
    expect(await stored()).toHaveLength(60);
    expect(await everything(tenantId, id)).toHaveLength(before.length);
    expect((await admin(service, 'GET', id)).body.sessions).toHaveLength(1);
    // Deleting the account deletes its pending logins.
    expect((await admin(service, 'DELETE', id)).status).toBe(200);
    expect(await stored()).toEqual([]);
    expect(await everything(tenantId, id)).toEqual([]);
  });

  test('ends when the owner logs out everywhere', async () => {
    const person = await enrol(service, await service.tenant());
    const logins = await Promise.all(Array.from({ length: 5 }, () => pendingLogin(service, person)));
    await service.post('/auth/logout-all', {}, { headers: bearer(person.tokens) });
    const code = freshCode(person.secret);
    for (const tokens of logins) {
      expect(answerOf(await verify(service, tokens, code))).toEqual([401, 'SESSION_NOT_FOUND']);
      expect(answerOf(await refresh(service, tokens))).toEqual([401, 'SESSION_NOT_FOUND']);
    }
    expect((await verify(service, await pendingLogin(service, person), code)).status).toBe(200);
  });
});

describe('a resource server that verifies tokens with the key set', () => {
  test('refuses the token of a pending login, before and after a refresh', async () => {
    const person = await enrol(service, await service.tenant());
    const keys = createLocalJWKSet((await service.get('/.well-known/jwks.json')).body);
    const expected = { issuer: service.baseUrl, audience: service.baseUrl, typ: 'at+jwt' };
    const completed = await jwtVerify(person.tokens.accessToken, keys, expected);
    expect(completed.payload.sub).toBe(person.id);
    const pending = await pendingLogin(service, person);
    const refreshed: Tokens = (await refresh(service, pending)).body;
    for (const { accessToken } of [pending, refreshed]) {
      // Also for a verifier that checks no claim.
      for (const checks of [expected, { issuer: service.baseUrl }, {}])
        await expect(jwtVerify(accessToken, keys, checks)).rejects.toThrow();
      expect(headerOf(accessToken)).toMatchObject({ alg: 'HS256', typ: 'pending+jwt' });
      expect(Object.keys(claimsOf(accessToken)).sort()).toEqual(['exp', 'iat', 'iss', 'jti', 'sid', 'sub', 'tid']);
      // It is refused as a refresh token too.
      expect(answerOf(await refresh(service, { accessToken, refreshToken: accessToken }))).toEqual([
        401,
        'REFRESH_TOKEN_INVALID',
      ]);
    }
  });
});
