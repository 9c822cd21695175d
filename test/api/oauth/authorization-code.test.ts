import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, expectWellFormed, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import { basicOf, type Known, newApplication, postForm } from '../../support/applications.ts';
import {
  CALLBACK,
  codeOf,
  exchange,
  newServer,
  refreshAs,
  type SignedIn,
  signedIn,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';
import { childrenOf, storedSessions } from '../../support/sessions.ts';
import { claimsOf, headerOf } from '../../support/tokens.ts';

const service = useService();
let tenant: Tenant;
let known: Known;
let browser: SignedIn;
beforeAll(async () => {
  tenant = await service.tenant();
  known = await newServer();
  browser = await signedIn(service, tenant);
});

describe('200 of POST /oauth2/token for a code', () => {
  test('gives the tokens of a new session of the application', async () => {
    const reply = await exchange(service, known, await codeOf(browser.jar, known, { nonce: 'n-1' }));
    expectWellFormed(reply);
    const { access_token, id_token, refresh_token, ...rest } = reply.body;
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 900, scope: 'openid email offline_access' });
    const access = claimsOf(access_token);
    expect(headerOf(access_token).typ).toBe('at+jwt');
    expect(access).toMatchObject({
      aud: service.baseUrl,
      client_id: known.application.id,
      scope: 'openid email offline_access',
      tid: tenant.id,
    });
    expect(claimsOf(refresh_token)).toMatchObject({ client_id: known.application.id, sid: access.sid });
    expect(headerOf(id_token)).toMatchObject({ typ: 'JWT', alg: 'RS256' });
    expect(claimsOf(id_token)).toEqual({
      iss: service.baseUrl,
      sub: access.sub,
      aud: known.application.id,
      tid: tenant.id,
      sid: access.sid,
      iat: expect.any(Number),
      exp: expect.any(Number),
      auth_time: expect.any(Number),
      nonce: 'n-1',
      amr: ['pwd'],
      at_hash: createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url'),
      email: browser.user.email,
      email_verified: false,
    });
  });

  test('begins a session that is as old as the browser’s login and is counted there', async () => {
    const { jar, user } = await signedIn(service, tenant);
    await later(10 * SECOND, () => tokensOf(service, jar, known));
    const [child, ...more] = await childrenOf(user);
    const stored = await storedSessions(user);
    const parent = stored.find(({ id }) => id === child?.parent);
    expect(more).toEqual([]);
    expect(parent?.children).toBe(1);
    expect([child?.authAt, child?.expiresAt]).toEqual([parent?.authAt, parent?.expiresAt]);
    expect(child?.application).toEqual({ id: known.application.id, name: 'Shop' });
  });

  test('accepts the API of users with the access token, for the scope account', async () => {
    const { access_token } = await tokensOf(service, browser.jar, known, { scope: 'account' });
    expect((await service.get('/auth/me', { headers: bearer(access_token) })).status).toBe(200);
  });

  test('gives no id token without openid, no refresh token without offline_access, no scope without any', async () => {
    const { body } = await exchange(service, known, await codeOf(browser.jar, known, { scope: undefined }));
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
  });

  test('shortens the lifetimes as the application says, and lengthens none', async () => {
    const short = await newServer({ accessTtlSeconds: 60, refreshTtlSeconds: 3600 });
    const long = await newServer({ accessTtlSeconds: 86_400, refreshTtlSeconds: 100 * 86_400 });
    const lifetimes = async (application: Known) => {
      const { body } = await exchange(service, application, await codeOf(browser.jar, application));
      const { iat, exp } = claimsOf(body.refresh_token);
      return [body.expires_in, claimsOf(body.access_token).exp - claimsOf(body.access_token).iat, exp - iat];
    };
    const [ofShort, ofLong] = [await lifetimes(short), await lifetimes(long)];
    // The last one counts from the login, which was a moment before.
    expect(ofShort.slice(0, 2)).toEqual([60, 60]);
    expect(ofShort[2]).toBeGreaterThan(3500);
    expect(ofShort[2]).toBeLessThanOrEqual(3600);
    expect(ofLong.slice(0, 2)).toEqual([900, 900]);
    expect(ofLong[2]).toBeLessThanOrEqual(30 * 86_400);
  });

  test('works for an application without a secret', async () => {
    const native = await newApplication({ kind: 'native', redirectUris: ['http://127.0.0.1/callback'] });
    const redirect_uri = 'http://127.0.0.1:49152/callback';
    const sent = await codeOf(browser.jar, native, { redirect_uri });
    const { id } = native.application;
    const reply = await postForm(service, '/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: id,
      code: sent.code,
      code_verifier: sent.verifier,
      redirect_uri,
    });
    expect(reply.status).toBe(200);
  });

  test('leaves the sessions of browsers alone, also where a tenant allows one', async () => {
    const one = await service.tenant({ session: { maxPerUser: 1 } });
    const { jar, user } = await signedIn(service, one);
    for (let round = 0; round < 13; round++) await tokensOf(service, jar, known);
    const stored = await storedSessions(user);
    expect(stored.filter(({ parent }) => parent === undefined)).toHaveLength(1);
    expect(stored.filter(({ parent }) => parent !== undefined)).toHaveLength(8);
    expect((await jar.get('/auth/me')).status).toBe(200);
  });
});

describe('400 of POST /oauth2/token for a code', () => {
  test.each(['code', 'code_verifier'])('without %s', async (missing) => {
    const { code, verifier } = await codeOf(browser.jar, known);
    const all = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK };
    const fields = Object.fromEntries(Object.entries(all).filter(([name]) => name !== missing));
    const reply = await postForm(service, '/oauth2/token', fields, { headers: basicOf(known) });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
    expect(reply.body.error).toBe('invalid_request');
  });

  test.each<[string, Record<string, string>]>([
    ['a wrong verifier', { code_verifier: 'y'.repeat(43) }],
    ['a short verifier', { code_verifier: 'y' }],
    ['another redirect URI', { redirect_uri: `${CALLBACK}/` }],
    ['a text that is no code', { code: 'x' }],
  ])('for %s, which does not use up the code', async (_, more) => {
    const sent = await codeOf(browser.jar, known);
    const reply = await exchange(service, known, sent, more);
    expectWellFormed(reply);
    expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('INVALID_GRANT'), 'invalid_grant']);
    expect((await exchange(service, known, sent)).status).toBe(200);
  });

  test('after a minute', async () => {
    const sent = await codeOf(browser.jar, known);
    const reply = await later(61 * SECOND, () => exchange(service, known, sent));
    expect(answerOf(reply)).toEqual(refusal('INVALID_GRANT'));
  });

  test('after the session of the browser has ended', async () => {
    const { jar } = await signedIn(service, tenant);
    const sent = await codeOf(jar, known);
    await jar.post('/auth/logout');
    expect(answerOf(await exchange(service, known, sent))).toEqual(refusal('INVALID_GRANT'));
  });

  test('after the application stopped to serve the tenant', async () => {
    const other = await newServer({ tenantIds: [] });
    const { code, verifier } = await codeOf(browser.jar, known);
    expect(answerOf(await exchange(service, other, { code, verifier }))).toEqual(refusal('INVALID_GRANT'));
  });
});

describe('a refresh token of an application', () => {
  test('gives the next tokens, and works once', async () => {
    const first = await tokensOf(service, browser.jar, known);
    const reply = await refreshAs(service, known, first.refresh_token);
    expectWellFormed(reply);
    expect(Object.keys(reply.body).sort()).toEqual(
      ['access_token', 'expires_in', 'id_token', 'refresh_token', 'scope', 'token_type'].sort(),
    );
    const [before, after] = [claimsOf(first.id_token), claimsOf(reply.body.id_token)];
    expect([after.sub, after.aud, after.iss, after.auth_time]).toEqual([
      before.sub,
      before.aud,
      before.iss,
      before.auth_time,
    ]);
    expect(after.nonce).toBeUndefined();
    const replayed = await later(MINUTE, () => refreshAs(service, known, first.refresh_token));
    expect(answerOf(replayed)).toEqual(refusal('INVALID_GRANT'));
    expect(answerOf(await refreshAs(service, known, reply.body.refresh_token))).toEqual(refusal('INVALID_GRANT'));
  });

  test('gives narrower scopes, and none that were not granted', async () => {
    const { refresh_token } = await tokensOf(service, browser.jar, known);
    const wider = await refreshAs(service, known, refresh_token, { scope: 'openid phone' });
    expect(answerOf(wider)).toEqual(refusal('INVALID_SCOPE'));
    const { refresh_token: another } = await tokensOf(service, browser.jar, known);
    const narrower = await refreshAs(service, known, another, { scope: 'openid' });
    expect([narrower.body.scope, claimsOf(narrower.body.access_token).scope]).toEqual(['openid', 'openid']);
    expect(claimsOf(narrower.body.id_token).email).toBeUndefined();
  });

  test('is missing: 400', async () => {
    const reply = await postForm(
      service,
      '/oauth2/token',
      { grant_type: 'refresh_token' },
      { headers: basicOf(known) },
    );
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('a session of an application', () => {
  test('is listed to admins by the name of the application, and can be ended alone', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const { access_token } = await tokensOf(service, jar, known);
    const { sub } = claimsOf(access_token);
    const path = `/auth/admin/api/users/${sub}/sessions`;
    const { data } = (await service.admin('GET', path)).body;
    const names = data.map(({ application }: { application: string | null }) => application);
    expect(names.sort()).toEqual(['Shop', null, null]);
    const own = data.find(({ application }: { application: string | null }) => application === 'Shop');
    expect((await service.admin('DELETE', `${path}/${own.id}`)).status).toBe(200);
    expect((await userinfo(service, access_token)).status).toBe(401);
    expect((await jar.get('/auth/me')).status).toBe(200);
    expect(await childrenOf(user)).toEqual([]);
  });

  test('is listed to its user by the name of the application', async () => {
    const { jar } = await signedIn(service, await service.tenant());
    await tokensOf(service, jar, known);
    const { body } = await jar.get('/auth/sessions');
    const names = body.sessions.map(({ application }: { application: string | null }) => application);
    expect(names).toContain(known.application.name);
    expect(names.filter((name: string | null) => name !== known.application.name)).toEqual([null, null]);
  });

  test('is no recent proof, and begins no other session', async () => {
    const { access_token } = await tokensOf(service, browser.jar, known, { scope: 'account' });
    const headers = bearer(access_token);
    const unlink = await service.send('DELETE', '/auth/identities/idn_x', { headers });
    expect(answerOf(unlink)).toEqual(refusal('REAUTH_REQUIRED'));
    const other = await service.tenant();
    const reply = await service.post('/auth/switch-tenant', { tenantId: other.id }, { headers });
    expect(answerOf(reply)).toEqual(refusal('FORBIDDEN'));
    for (const [path, body] of [
      ['/auth/mfa/enrol', { otp: '123456' }],
      ['/auth/mfa/verify', { method: 'totp', otp: '123456' }],
      ['/auth/mfa/verify-recovery-code', { code: 'ABCD-EFGH-JKLM' }],
    ] as const)
      expect(answerOf(await service.post(path, body, { headers }))).toEqual(refusal('FORBIDDEN'));
  });
});
