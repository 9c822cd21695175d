import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { basicOf, postForm } from '../../support/applications.ts';
import type { Reply } from '../../support/http.ts';
import type { Jar } from '../../support/jar.ts';
import { enrol, nextCode } from '../../support/mfa.ts';
import {
  HOME,
  loggedIn,
  newServer,
  type SignedIn,
  signedIn,
  targetOf,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';
import { childrenOf, storedSessions } from '../../support/sessions.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const known = prepared(() => newServer());
const page = (name: string) => `${service.baseUrl}/login/${name}`;
const logout = async (jar: Pick<Jar, 'get'>, query: Record<string, string>) =>
  targetOf(await jar.get(`/oauth2/logout?${new URLSearchParams(query)}`));
const isAlive = async (jar: Jar) => (await jar.get('/auth/session')).body.session !== null;

async function withTokens(): Promise<SignedIn & { hint: string; access: string; sid: string }> {
  const browser = await signedIn(service, tenant);
  const { id_token, access_token } = await tokensOf(service, browser.jar, known);
  return { ...browser, hint: id_token, access: access_token, sid: claimsOf(id_token).sid };
}
const revokeAs = (token: string) => postForm(service, '/oauth2/revoke', { token }, { headers: basicOf(known) });

describe('302 of GET /oauth2/logout', () => {
  test('ends the session and its applications’ with an id token of this session', async () => {
    const { jar, user, hint, access } = await withTokens();
    const query = { id_token_hint: hint, post_logout_redirect_uri: HOME, state: 's' };
    const { to, query: back } = await logout(jar, query);
    expect([to, back]).toEqual([HOME, { state: 's' }]);
    expect(jar.names()).not.toContain('svc_access');
    expect(jar.names()).not.toContain('svc_refresh');
    expect((await userinfo(service, access)).status).toBe(401);
    expect(await childrenOf(user)).toEqual([]);
  });

  test('takes an id token that has expired', async () => {
    const { jar, hint } = await withTokens();
    const { to } = await later(65 * MINUTE, () => logout(jar, { id_token_hint: hint, post_logout_redirect_uri: HOME }));
    expect(to).toBe(HOME);
  });

  test.each<[string, (browser: Awaited<ReturnType<typeof withTokens>>) => Promise<Reply>]>([
    ['the application revoked its tokens', ({ access }) => revokeAs(access)],
    ['the user ended the session of the application', ({ jar, sid }) => jar.send('DELETE', `/auth/sessions/${sid}`)],
  ])('ends the session of the browser at once with an id token, also after %s', async (_, before) => {
    const browser = await withTokens();
    expect((await before(browser)).status).toBe(200);
    expect((await userinfo(service, browser.access)).status).toBe(401);
    const { to } = await logout(browser.jar, { id_token_hint: browser.hint, post_logout_redirect_uri: HOME });
    expect([to, await isAlive(browser.jar)]).toEqual([HOME, false]);
  });

  test('takes an id token from before the second factor was proved, which replaced the session', async () => {
    const { jar, user, hint } = await withTokens();
    const { secret } = await enrol(service, user);
    await loggedIn(service, user, jar);
    expect((await jar.post('/auth/mfa/verify', { method: 'totp', otp: nextCode(secret) })).status).toBe(200);
    const { id_token } = await tokensOf(service, jar, known);
    expect((await jar.post('/auth/mfa/verify', { method: 'totp', otp: nextCode(secret) })).status).toBe(200);
    expect((await logout(jar, { id_token_hint: hint })).to).toBe(page('sign-out'));
    expect((await logout(jar, { id_token_hint: id_token, post_logout_redirect_uri: HOME })).to).toBe(HOME);
  });

  test('asks the user without an id token, and goes on after the page has ended the session', async () => {
    const { jar, user } = await withTokens();
    const query = { client_id: known.application.id, post_logout_redirect_uri: HOME, state: 's' };
    const { to, query: asked } = await logout(jar, query);
    expect(to).toBe(page('sign-out'));
    expect(await isAlive(jar)).toBe(true);
    const again = () => logout(jar, { resume: asked.resume as string });
    expect((await again()).to).toBe(page('sign-out'));
    await jar.post('/auth/logout');
    const { to: home, query: back } = await again();
    expect([home, back]).toEqual([HOME, { state: 's' }]);
    expect(await childrenOf(user)).toEqual([]);
  });

  test.each(['of another session', 'of another user', 'that is no id token'])(
    'asks the user for a hint %s',
    async (what) => {
      const { jar, user } = await withTokens();
      const other = await withTokens();
      const hints: Record<string, string> = { 'of another user': other.hint, 'that is no id token': 'x' };
      if (what === 'of another session') {
        const second = await signedIn(service, tenant);
        await second.jar.post('/auth/logout');
        await second.jar.post('/auth/login', {
          tenantId: tenant.id,
          credentials: { email: user.email, password: user.password },
        });
        hints[what] = (await tokensOf(service, second.jar, known)).id_token;
      }
      expect((await logout(jar, { id_token_hint: hints[what] as string })).to).toBe(page('sign-out'));
      expect(await isAlive(jar)).toBe(true);
      expect((await storedSessions(user)).length).toBeGreaterThan(1);
    },
  );

  test('goes on at once without a session', async () => {
    const { jar } = await signedIn(service, tenant);
    jar.cookies.clear();
    const { to } = await logout(jar, { client_id: known.application.id, post_logout_redirect_uri: HOME });
    expect(to).toBe(HOME);
    expect((await logout(jar, {})).to).toBe(page('signed-out'));
  });

  test.each<[string, Record<string, string>]>([
    ['an address that is not registered', { post_logout_redirect_uri: 'https://evil.example.com/' }],
    ['an address without an application', { client_id: '', post_logout_redirect_uri: HOME }],
    ['an unknown application', { client_id: `app_${'1'.repeat(22)}`, post_logout_redirect_uri: HOME }],
    ['a malformed application', { client_id: 'x' }],
    ['a long state', { state: 'x'.repeat(1025) }],
    ['a sealed request that is altered', { resume: 'v1.x' }],
  ])('goes to the error page for %s, and ends nothing', async (_, more) => {
    const { jar } = await withTokens();
    const { to } = await logout(jar, { client_id: known.application.id, ...more });
    expect(to).toBe(page('error'));
    expect(await isAlive(jar)).toBe(true);
  });

  test('goes to the error page for an id token of another application and for a repeated parameter', async () => {
    const { jar, hint } = await withTokens();
    const other = await newServer();
    expect((await logout(jar, { id_token_hint: hint, client_id: other.application.id })).to).toBe(page('error'));
    const twice = await jar.get(`/oauth2/logout?state=a&state=b&id_token_hint=${hint}`);
    expect(targetOf(twice).to).toBe(page('error'));
    expect(await isAlive(jar)).toBe(true);
  });
});

test('400 of GET /oauth2/logout for a session cookie that was sent twice', async () => {
  const { jar } = await signedIn(service, tenant);
  const headers = { cookie: `${jar.header('svc_access')}; svc_access=x` };
  expect(answerOf(await service.get('/oauth2/logout', { headers }))).toEqual(refusal('CONFLICTING_CREDENTIALS'));
});

test('303 of POST /oauth2/logout brings the browser to the same request by GET', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await service.send('POST', '/oauth2/logout', { raw: 'state=s', headers });
  expect([reply.status, reply.headers.location]).toEqual([303, `${service.baseUrl}/oauth2/logout?state=s`]);
});
