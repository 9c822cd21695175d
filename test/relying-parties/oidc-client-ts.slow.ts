// Lets oidc-client-ts sign users in from a page, in a real browser.
import { beforeAll, expect, test } from '@jest/globals';
import { JwtVerifier } from 'aws-jwt-verify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { UserManager } from 'oidc-client-ts';
import { newApplication } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { logInAtPage, logInByApi, scriptOf, useRelyingParty } from '../support/relying-party.ts';

type Own = typeof globalThis & { manager: UserManager; handled: Promise<string> };

const { service, host, user, context, page } = useRelyingParty({ mayCall: false });

beforeAll(async () => {
  if (noBrowser) return;
  const { application } = await newApplication({
    kind: 'browser',
    redirectUris: [`${host.origin}/callback`, `${host.origin}/silent`],
    postLogoutRedirectUris: [`${host.origin}/`],
  });
  const settings = {
    authority: service.baseUrl,
    client_id: application.id,
    redirect_uri: `${host.origin}/callback`,
    silent_redirect_uri: `${host.origin}/silent`,
    post_logout_redirect_uri: `${host.origin}/`,
    scope: 'openid email offline_access',
    automaticSilentRenew: false,
  };
  host.serve(
    await scriptOf(
      `import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
      globalThis.manager = new UserManager({
        ...${JSON.stringify(settings)},
        userStore: new WebStorageStateStore({ store: localStorage }),
      });
      globalThis.handled = location.pathname === '/callback' && sessionStorage.getItem('wait') === null
        ? manager.signinCallback().then(({ profile }) => profile.email, (error) => 'error: ' + error.message)
        : location.pathname === '/silent' ? manager.signinCallback() : undefined;`,
    ),
  );
});

const handled = (): Promise<string> => page.evaluate(() => (globalThis as Own).handled);
const begin = async (given: object = {}): Promise<void> => {
  await page.goto(`${host.origin}/`);
  await page.evaluate((more) => void (globalThis as Own).manager.signinRedirect(more), given);
};
const signIn = async (): Promise<void> => {
  await begin({ login_hint: user.email });
  await logInAtPage(page, service, user);
  await page.waitForURL(`${host.origin}/callback?**`);
};
/** Returns the address of a return that the page has not handled. */
const returnOf = async (given: object = {}): Promise<URL> => {
  await logInByApi(page, service, user);
  await page.goto(`${host.origin}/`);
  await page.evaluate(() => sessionStorage.setItem('wait', ''));
  await page.evaluate((more) => void (globalThis as Own).manager.signinRedirect(more), given);
  await page.waitForURL(`${host.origin}/callback?**`);
  await page.evaluate(() => sessionStorage.removeItem('wait'));
  return new URL(page.url());
};
const tokenOf = (): Promise<string> =>
  page.evaluate(async () => (await (globalThis as Own).manager.getUser())?.access_token ?? '');
const statusOf = async (token: string): Promise<number> =>
  (await service.get('/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })).status;

describeInBrowser('oidc-client-ts', () => {
  test('signs a user in, refreshes, and signs out', async () => {
    await signIn();
    expect(await handled()).toBe(user.email);
    const first = await tokenOf();
    await page.evaluate(() => (globalThis as Own).manager.signinSilent());
    const second = await tokenOf();
    expect(second).not.toBe(first);
    expect(await statusOf(second)).toBe(200);
    await page.evaluate(() => void (globalThis as Own).manager.signoutRedirect());
    await page.waitForURL(`${host.origin}/`);
    expect(await statusOf(second)).toBe(401);
  });

  test('jose and aws-jwt-verify accept the access token', async () => {
    await signIn();
    await handled();
    const token = await tokenOf();
    const [issuer, jwksUri] = [service.baseUrl, `${service.baseUrl}/.well-known/jwks.json`];
    const keys = createRemoteJWKSet(new URL(jwksUri));
    const { payload } = await jwtVerify(token, keys, { issuer, audience: issuer, typ: 'at+jwt' });
    const { keys: published } = (await service.get('/.well-known/jwks.json')).body;
    const verifier = JwtVerifier.create({ issuer, audience: issuer, jwksUri: 'https://auth.example.com/jwks.json' });
    verifier.cacheJwks({ keys: published });
    expect((await verifier.verify(token)).sub).toBe(payload.sub);
  });

  test('signs in silently in a frame with prompt none, and learns when that is impossible', async () => {
    await logInByApi(page, service, user);
    await page.goto(`${host.origin}/`);
    const silent = () =>
      page.evaluate(() =>
        (globalThis as Own).manager.signinSilent().then(
          (found) => found?.profile.email,
          (error) => error.error,
        ),
      );
    expect(await silent()).toBe(user.email);
    await page.evaluate(() => (globalThis as Own).manager.removeUser());
    await context.clearCookies();
    expect(await silent()).toBe('login_required');
  });

  test('refuses a return with another state', async () => {
    const url = await returnOf();
    url.searchParams.set('state', 'x');
    await page.goto(url.href);
    expect(await handled()).toMatch(/^error: No matching state/);
  });

  test('refuses an id token with another nonce', async () => {
    const url = await returnOf({ nonce: 'one' });
    const isChanged = await page.evaluate(() => {
      const name = Object.keys(localStorage).find((each) => localStorage.getItem(each)?.includes('code_verifier'));
      const state = JSON.parse(localStorage.getItem(name ?? '') ?? '{}');
      localStorage.setItem(name ?? '', JSON.stringify({ ...state, nonce: 'two' }));
      return name !== undefined;
    });
    expect(isChanged).toBe(true);
    await page.goto(url.href);
    expect(await handled()).toMatch(/^error: .*nonce/i);
  });

  test('a replayed code signs no user in, and ends the session that it gave', async () => {
    const url = await returnOf();
    const kept = await page.evaluate(() => ({ ...localStorage }));
    await page.goto(url.href);
    expect(await handled()).toBe(user.email);
    const token = await tokenOf();
    await page.evaluate((all) => Object.assign(localStorage, all), kept);
    await page.goto(url.href);
    expect(await handled()).toMatch(/^error: /);
    expect(await statusOf(token)).toBe(401);
  });
});
