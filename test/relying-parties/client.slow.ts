// Signs users in by redirect with our own client, in a real browser.
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { later, MINUTE } from '../support/api.ts';
import { newApplication } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { logInAtPage, logInByApi, scriptOf, useRelyingParty } from '../support/relying-party.ts';

type Own = typeof globalThis & {
  app: typeof import('../../lib/packages/client/index.ts');
  client: import('../../lib/packages/client/index.ts').RedirectClient;
  handled: Promise<boolean | string>;
  ends: string[];
};

/** The token requests of the context, by grant. */
let grants: string[] = [];

const { service, host, user, context, page } = useRelyingParty({ mayCall: true });

beforeAll(async () => {
  if (noBrowser) return;
  const { application } = await newApplication({
    kind: 'browser',
    redirectUris: [`${host.origin}/callback`],
    postLogoutRedirectUris: [`${host.origin}/`],
  });
  const options = { baseUrl: service.baseUrl, applicationId: application.id, redirectUri: `${host.origin}/callback` };
  host.serve(
    await scriptOf(
      `import { createRedirectClient, webStorage } from './lib/packages/client/index.ts';
      globalThis.ends = [];
      globalThis.client = createRedirectClient({
        ...${JSON.stringify(options)},
        tokenStorage: webStorage(() => localStorage),
        onSessionEnd: (reason) => ends.push(reason),
      });
      if (sessionStorage.getItem('wait') === null) globalThis.handled = client.handleRedirect().catch((error) => error.code);`,
    ),
  );
});
beforeEach(async () => {
  if (noBrowser) return;
  grants = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth2/token'))
      grants.push(new URLSearchParams(request.postData() ?? '').get('grant_type') ?? '');
  });
});

const begin = async (options: object = {}): Promise<void> => {
  await page.goto(`${host.origin}/`);
  await page.evaluate((given) => (globalThis as Own).client.signIn(given), options);
};
const handled = (): Promise<boolean | string> => page.evaluate(() => (globalThis as Own).handled);
const emailOf = (at = page): Promise<string> =>
  at.evaluate(async () => (await (globalThis as Own).client.authentication.me()).email as string);
const signIn = async (options: object = {}): Promise<void> => {
  await begin(options);
  await logInAtPage(page, service, user);
  await page.waitForURL(`${host.origin}/**`);
};
/** Returns the address of a return that the page has not handled. */
const returnOf = async (): Promise<URL> => {
  await logInByApi(page, service, user);
  await page.goto(`${host.origin}/`);
  await page.evaluate(() => sessionStorage.setItem('wait', ''));
  await page.evaluate(() => (globalThis as Own).client.signIn());
  await page.waitForURL(`${host.origin}/callback?**`);
  await page.evaluate(() => sessionStorage.removeItem('wait'));
  return new URL(page.url());
};

describeInBrowser('the client by redirect', () => {
  test('signs in, returns to where the user was, and leaves no code in the address', async () => {
    await signIn({ tenant: user.tenant.slug, loginHint: user.email, returnTo: '/invoices?year=2026' });
    expect(await handled()).toBe(true);
    expect(page.url()).toBe(`${host.origin}/invoices?year=2026`);
    expect(await emailOf()).toBe(user.email);
    await page.reload();
    expect(await handled()).toBe(false);
    expect(await emailOf()).toBe(user.email);
    expect(grants).toEqual(['authorization_code']);
  });

  test('shows the redirect URI without code and state by default', async () => {
    await signIn();
    expect(await handled()).toBe(true);
    expect(page.url()).toBe(`${host.origin}/callback`);
  });

  test('refreshes once for twenty calls in two tabs', async () => {
    await signIn();
    await handled();
    const other = await context.newPage();
    await other.goto(`${host.origin}/`);
    await later(16 * MINUTE, async () => {
      const twenty = (at: Page) =>
        at.evaluate(async () =>
          Promise.all(
            Array.from({ length: 20 }, async () => (await (globalThis as Own).client.authentication.me()).email),
          ),
        );
      const emails = (await Promise.all([twenty(page), twenty(other)])).flat();
      expect(new Set(emails)).toEqual(new Set([user.email]));
    });
    expect(grants).toEqual(['authorization_code', 'refresh_token']);
  });

  test('ends the session of the application alone, and everywhere', async () => {
    await signIn();
    await handled();
    await page.evaluate(() => (globalThis as Own).client.signOut({ everywhere: false }));
    expect(await page.evaluate(() => [(globalThis as Own).ends, localStorage.length])).toEqual([['LOGGED_OUT'], 0]);
    // The browser is still signed in, so no page is shown.
    await begin({ prompt: 'none' });
    await page.waitForURL(`${host.origin}/callback`);
    expect(await handled()).toBe(true);
    // After a reload, the client asks for an id token to sign out without a question.
    await page.reload();
    await page.evaluate((url) => (globalThis as Own).client.signOut({ postLogoutRedirectUri: url }), `${host.origin}/`);
    await page.waitForURL(`${host.origin}/`);
    expect(await page.evaluate(() => (globalThis as Own).client.tokens())).toBeUndefined();
    await begin({ prompt: 'none' });
    await page.waitForURL(`${host.origin}/callback`);
    expect(await handled()).toBe('SIGN_IN_REFUSED');
  });

  test.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'), 'SIGN_IN_MISMATCH'],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'SIGN_IN_MISMATCH'],
    ['no issuer', (url: URL) => url.searchParams.delete('iss'), 'SIGN_IN_MISMATCH'],
    ['another code', (url: URL) => url.searchParams.set('code', 'x'), 'SIGN_IN_REFUSED'],
  ])('refuses a return with %s', async (_, change, code) => {
    const url = await returnOf();
    change(url);
    await page.goto(url.href);
    expect(await handled()).toBe(code);
    expect(page.url()).toBe(`${host.origin}/callback`);
    expect(await page.evaluate(() => (globalThis as Own).client.tokens())).toBeUndefined();
  });

  test('refuses an id token with another nonce', async () => {
    const url = await returnOf();
    await page.evaluate(() => {
      const pending = JSON.parse(sessionStorage.getItem('gatehouse.signIn') as string);
      sessionStorage.setItem('gatehouse.signIn', JSON.stringify({ ...pending, nonce: 'x' }));
    });
    await page.goto(url.href);
    expect(await handled()).toBe('SIGN_IN_MISMATCH');
  });

  test('a replayed code signs no user in, and ends the session that it gave', async () => {
    const url = await returnOf();
    const pending = await page.evaluate(() => sessionStorage.getItem('gatehouse.signIn') as string);
    await page.goto(url.href);
    expect(await handled()).toBe(true);
    await page.evaluate((text) => sessionStorage.setItem('gatehouse.signIn', text), pending);
    await page.goto(url.href);
    expect(await handled()).toBe('SIGN_IN_REFUSED');
    const status = await page.evaluate(() =>
      (globalThis as Own).client.authentication.me().catch(({ statusCode }) => statusCode),
    );
    expect(status).toBe(401);
  });
});
