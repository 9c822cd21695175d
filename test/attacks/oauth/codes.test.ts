// Checks that a code, a refresh token or a sealed request is of no use to anyone but the application and the browser that
// it was made for (RFC 9700).
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { type Known, newApplication } from '../../support/applications.ts';
import { createJar } from '../../support/jar.ts';
import {
  ask,
  CALLBACK,
  challengeOf,
  codeOf,
  exchange,
  newServer,
  refreshAs,
  type SignedIn,
  signedIn,
  targetOf,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';
import { childrenOf } from '../../support/sessions.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
let tenant: Tenant;
let known: Known;
let other: Known;
let browser: SignedIn;
beforeAll(async () => {
  tenant = await service.tenant();
  known = await newServer();
  other = await newServer({ name: 'Other' });
  browser = await signedIn(service, tenant);
});
const login = () => `${service.baseUrl}/login`;

describe('a code', () => {
  test('that is shown twice ends the session that it gave', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const sent = await codeOf(jar, known);
    const { access_token, refresh_token } = (await exchange(service, known, sent)).body;
    expect(answerOf(await exchange(service, known, sent))).toEqual(refusal('INVALID_GRANT'));
    expect((await userinfo(service, access_token)).status).toBe(401);
    expect(answerOf(await refreshAs(service, known, refresh_token))).toEqual(refusal('INVALID_GRANT'));
    expect(await childrenOf(user)).toEqual([]);
    expect((await jar.get('/auth/me')).status).toBe(200);
  });

  test('that twenty callers show gives one session, which does not outlive the race', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const sent = await codeOf(jar, known);
    const replies = await race(20, () => exchange(service, known, sent));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 INVALID_GRANT': 19 });
    expect(await childrenOf(user)).toEqual([]);
  });

  test('is of no use to another application, and stays good for its own', async () => {
    const sent = await codeOf(browser.jar, known);
    expect(answerOf(await exchange(service, other, sent))).toEqual(refusal('INVALID_GRANT'));
    expect((await exchange(service, known, sent)).status).toBe(200);
  });

  test('that is injected into another browser’s flow has the wrong verifier', async () => {
    const victim = await codeOf(browser.jar, known);
    const attacker = await codeOf((await signedIn(service, tenant)).jar, known);
    const injected = { code: victim.code, verifier: attacker.verifier };
    expect(answerOf(await exchange(service, known, injected))).toEqual(refusal('INVALID_GRANT'));
  });

  test('cannot be had without a challenge, and its challenge is no verifier', async () => {
    expect((await ask(browser.jar, known, { code_challenge: undefined })).query.error).toBe('invalid_request');
    expect((await ask(browser.jar, known, { code_challenge_method: 'plain' })).query.error).toBe('invalid_request');
    const sent = await codeOf(browser.jar, known);
    const downgraded = { code: sent.code, verifier: challengeOf(sent.verifier) };
    expect(answerOf(await exchange(service, known, downgraded))).toEqual(refusal('INVALID_GRANT'));
  });

  test('is not a sealed request, nor the other way round', async () => {
    const { code } = await codeOf(browser.jar, known);
    const { query } = await ask(createJar(service), known);
    const resumed = targetOf(await browser.jar.get(`/oauth2/authorize?resume=${code}`));
    expect(resumed.query).toMatchObject({ code: 'request_expired', cause: 'resume_invalid' });
    const sent = { code: query.resume as string, verifier: 'x'.repeat(43) };
    expect(answerOf(await exchange(service, known, sent))).toEqual(refusal('INVALID_GRANT'));
  });

  test('that is altered in any part is refused', async () => {
    const { code, verifier } = await codeOf(browser.jar, known);
    for (let at = 3; at < code.length; at += 17) {
      const altered = `${code.slice(0, at)}${code[at] === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`;
      expect(answerOf(await exchange(service, known, { code: altered, verifier }))).toEqual(refusal('INVALID_GRANT'));
    }
    expect((await exchange(service, known, { code, verifier })).status).toBe(200);
  });
});

describe('a refresh token of an application', () => {
  test('is of no use to another application, which does not end its session', async () => {
    const { refresh_token } = await tokensOf(service, browser.jar, known);
    expect(answerOf(await refreshAs(service, other, refresh_token))).toEqual(refusal('INVALID_GRANT'));
    expect((await refreshAs(service, known, refresh_token)).status).toBe(200);
  });

  test('works neither at the API nor in a cookie', async () => {
    const { refresh_token: refreshToken } = await tokensOf(service, browser.jar, known);
    const reply = await service.post('/auth/refresh-token', { refreshToken });
    expect(answerOf(reply)).toEqual(refusal('REFRESH_TOKEN_INVALID'));
    const thief = createJar(service, new Map([['svc_refresh', refreshToken]]));
    expect(answerOf(await thief.post('/auth/refresh-token'))).toEqual(refusal('REFRESH_TOKEN_INVALID'));
    expect((await ask(thief, known)).to).toBe(login());
    const waiting = createJar(service, new Map([['svc_refresh_1', refreshToken]]));
    expect((await waiting.get('/auth/accounts')).body.accounts).toEqual([]);
  });

  test('of a browser does not work at the token endpoint', async () => {
    const { refreshToken } = browser.user.tokens;
    expect(answerOf(await refreshAs(service, known, refreshToken))).toEqual(refusal('INVALID_GRANT'));
    expect((await service.post('/auth/refresh-token', { refreshToken })).status).toBe(200);
  });

  test('that is replayed ends the session of the application, and not that of the browser', async () => {
    const { jar } = await signedIn(service, tenant);
    const { refresh_token } = await tokensOf(service, jar, known);
    const next = (await refreshAs(service, known, refresh_token)).body;
    await later(MINUTE, () => refreshAs(service, known, refresh_token));
    expect((await userinfo(service, next.access_token)).status).toBe(401);
    expect((await jar.get('/auth/me')).status).toBe(200);
  });
});

describe('an access token of an application', () => {
  test('is no session of a browser when it is put into a cookie', async () => {
    const { access_token } = await tokensOf(service, browser.jar, known, { scope: 'account' });
    const jar = createJar(service, new Map([['svc_access', access_token]]));
    expect(answerOf(await jar.get('/auth/me'))).toEqual(refusal('INVALID_TOKEN'));
    expect((await jar.get('/auth/session')).body.session).toBeNull();
    expect((await ask(jar, known)).to).toBe(login());
    expect((await service.get('/auth/me', { headers: bearer(access_token) })).status).toBe(200);
  });
});

describe('the session of one tenant', () => {
  test('gives no code to an application or a request of another tenant', async () => {
    const elsewhere = await service.tenant();
    const theirs = await newServer({ tenantIds: [elsewhere.id as TenantId] });
    expect((await ask(browser.jar, theirs)).to).toBe(login());
    expect((await ask(browser.jar, theirs, { prompt: 'none' })).query.error).toBe('login_required');
    expect((await ask(browser.jar, theirs, { tenant: tenant.id, prompt: 'none' })).query.error).toBe('login_required');
    expect((await ask(browser.jar, known, { tenant: elsewhere.id, prompt: 'none' })).query.error).toBe(
      'login_required',
    );
    const { query } = await ask(createJar(service), theirs);
    const resumed = targetOf(await browser.jar.get(`/oauth2/authorize?resume=${query.resume}`));
    expect([resumed.to, resumed.query.cause]).toEqual([`${login()}/error`, 'tenant_not_served']);
  });
});

describe('a sealed request', () => {
  test('of a stranger gives a browser what the stranger’s address would give, and keeps the stranger’s state', async () => {
    const { query } = await ask(createJar(service), known, { state: 'of-the-stranger' });
    const back = targetOf(await browser.jar.get(`/oauth2/authorize?resume=${query.resume}`));
    // The application compares the state with that of its own browser.
    expect([back.to, back.query.state]).toEqual([CALLBACK, 'of-the-stranger']);
    const { setCookies } = await createJar(service).get(`/oauth2/authorize?resume=${query.resume}`);
    expect(setCookies).toEqual([]);
  });

  test('cannot be altered', async () => {
    const { query } = await ask(createJar(service), known);
    const resume = query.resume as string;
    for (let at = 3; at < resume.length; at += 17) {
      const altered = `${resume.slice(0, at)}${resume[at] === 'A' ? 'B' : 'A'}${resume.slice(at + 1)}`;
      const { to } = targetOf(await browser.jar.get(`/oauth2/authorize?resume=${altered}`));
      expect(to).toBe(`${service.baseUrl}/login/error`);
    }
  });

  test('does not take parameters of its address', async () => {
    const { query } = await ask(createJar(service), known);
    const more = new URLSearchParams({ resume: query.resume as string, redirect_uri: 'https://evil.example.com/' });
    expect(targetOf(await browser.jar.get(`/oauth2/authorize?${more}`)).to).toBe(CALLBACK);
  });
});

test('every response to the application names its issuer, so that two providers cannot be mixed up', async () => {
  for (const more of [{}, { prompt: 'none', tenant: 'none' }, { response_type: 'token' }]) {
    expect((await ask(browser.jar, known, more)).query.iss).toBe(service.baseUrl);
  }
});

test('an id token is accepted as no access token, and an access token as no hint', async () => {
  const { id_token, access_token } = await tokensOf(service, browser.jar, known);
  expect(answerOf(await service.get('/auth/me', { headers: bearer(id_token) }))).toEqual(refusal('INVALID_TOKEN'));
  expect((await ask(browser.jar, known, { id_token_hint: access_token })).query.error).toBe('invalid_request');
  expect(claimsOf(id_token).aud).toBe(known.application.id);
});

test('a disabled application gets no code and no tokens', async () => {
  const disabled = await newApplication({ kind: 'native', status: 'disabled', redirectUris: [CALLBACK] });
  expect((await ask(browser.jar, disabled)).to).toBe(`${service.baseUrl}/login/error`);
});
