// Threat: an attacker plants cookies in a browser and waits for its owner to log in with them, or keeps the tokens a
// login had before its second factor. Completing a login replaces the session, tokens and cookies and adopts none from
// the request.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES } from '../../support/api.ts';
import {
  enrol,
  freshCode,
  me,
  type Person,
  pendingLogin,
  recoveryCodes,
  refresh,
  type Tokens,
} from '../../support/factors.ts';
import { cookieHeader, cookieOf, type Reply } from '../../support/http.ts';
import { race } from '../../support/race.ts';
import { bearer, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();

const byCookie = ({ tenant, email, password }: Person, headers: Record<string, string> = {}): Promise<Reply> =>
  service.post(
    '/auth/login',
    { tenantId: tenant.id, credentials: { email, password } },
    { headers: { ...COOKIES, ...headers } },
  );
const status = (tokens: Tokens) => service.get('/auth/mfa/status', { headers: bearer(tokens) });

/** Ways to prove the second factor. */
const PROOFS: Record<string, (person: Person, code: string) => [path: string, body: object]> = {
  'a TOTP code': ({ secret }) => ['/auth/mfa/verify', { method: 'totp', otp: freshCode(secret) }],
  'a recovery code': (_, code) => ['/auth/mfa/verify-recovery-code', { code }],
};

describe.each(Object.keys(PROOFS))('a login completed by %s', (kind) => {
  const proof = async (person: Person): Promise<[string, object]> => {
    const [code] = await recoveryCodes(service, person.tokens);
    return (PROOFS[kind] as (typeof PROOFS)['a TOTP code'])(person, code as string);
  };

  test('has a new session id, new tokens and new cookies, and the old ones are refused', async () => {
    const person = await enrol(service, await service.tenant());
    const [path, body] = await proof(person);
    const before = await byCookie(person);
    const cookie = cookieHeader(before);
    const after = await service.post(path, body, { headers: { ...COOKIES, cookie } });
    expect([after.status, after.body.isRequiresMfa]).toEqual([200, false]);
    const valuesOf = (reply: Reply) =>
      ['svc_access', 'svc_refresh', 'svc_csrf'].map((name) => cookieOf(reply, name) as string);
    valuesOf(after).forEach((value, index) => {
      expect(value.length).toBeGreaterThan(20);
      expect(value).not.toBe(valuesOf(before)[index]);
    });
    const [access, refreshToken] = valuesOf(before) as [string, string];
    const [claims, newClaims] = [before, after].map((each) => claimsOf(cookieOf(each, 'svc_access') as string));
    expect(newClaims?.sid).not.toBe(claims?.sid);
    const old = { accessToken: access, refreshToken };
    expect(answerOf(await me(service, old))).toEqual([401, 'SESSION_NOT_FOUND']);
    expect(answerOf(await status(old))).toEqual([401, 'SESSION_NOT_FOUND']);
    expect(answerOf(await refresh(service, old))).toEqual([401, 'SESSION_NOT_FOUND']);
    expect((await service.get('/auth/me', { headers: { ...COOKIES, cookie: cookieHeader(after) } })).status).toBe(200);
  });

  test('adopts no session, token or cookie planted in the browser', async () => {
    const tenant = await service.tenant();
    const [person, attacker] = [await enrol(service, tenant), await enrol(service, tenant)];
    const planted = await byCookie(attacker);
    const names = ['svc_access', 'svc_refresh', 'svc_csrf'];
    const chosen = `${cookieHeader(planted)}; svc_session=chosen; svc_device=dev_chosen.chosen`;
    const login = await byCookie(person, { cookie: chosen });
    expect(claimsOf(cookieOf(login, 'svc_access') as string).sub).toBe(person.id);
    const [path, body] = await proof(person);
    // The request has the owner's bearer token and the attacker's cookies.
    const tokens = { accessToken: cookieOf(login, 'svc_access') as string };
    const after = await service.post(path, body, {
      headers: { ...COOKIES, cookie: chosen, authorization: `Bearer ${tokens.accessToken}` },
    });
    expect(after.status).toBe(200);
    for (const name of names) {
      expect(cookieOf(after, name)).not.toBe(cookieOf(planted, name));
      expect(cookieOf(after, name)).not.toBe(cookieOf(login, name));
    }
    expect(after.setCookies.join()).not.toContain('chosen');
    const sids = [planted, login, after].map((reply) => claimsOf(cookieOf(reply, 'svc_access') as string).sid);
    expect(new Set(sids).size).toBe(3);
    const headers = { ...COOKIES, cookie: cookieHeader(planted) };
    expect(answerOf(await service.get('/auth/me', { headers }))).toEqual([401, 'MFA_REQUIRED']);
  });

  test('succeeds once when twenty callers complete it', async () => {
    const person = await enrol(service, await service.tenant());
    const [path, body] = await proof(person);
    const tokens = await pendingLogin(service, person);
    const replies = await race(20, () => service.post(path, body, { headers: bearer(tokens) }));
    expect(replies.filter(({ status: each }) => each === 200)).toHaveLength(1);
    expect(replies.every(({ status: each }) => [200, 400, 401, 429].includes(each))).toBe(true);
  });
});
