// Threat: a secret of a sign-in stays where another script, the next user of the browser or a server may read it: in the
// storage of the page, an address, the history or the header `Referer`. Tokens are in cookies that no script reads, and
// the token of a link leaves the address before anything else happens.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { noBrowser } from '../../support/browser.ts';
import { useBrowser } from '../../support/in-browser.ts';
import type { User } from '../../support/service.ts';
import { openWatched, signInOnPage, type Watched } from '../../support/watched-page.ts';

const title = noBrowser ? `secrets of a sign-in (skipped: ${noBrowser})` : 'secrets of a sign-in';
const describeIf = noBrowser ? describe.skip : describe;

const { service, browser } = useBrowser();
let user: User;
let visitor: Watched;
beforeAll(async () => {
  if (noBrowser) return;
  user = await service.signup(await service.tenant());
  visitor = await openWatched(browser);
  await visitor.page.goto(`${service.baseUrl}/login?tenant=${user.tenant.slug}`);
  await signInOnPage(visitor.page, user);
  await visitor.page.locator('h1').waitFor();
});

/** Addresses in the history of the tab. */
async function history({ context, page }: Watched): Promise<string[]> {
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
}

/** A token is a JWT or has a long random part. */
const TOKEN = /eyJ[\w-]+\.|[\w-]{40,}/;

describeIf(title, () => {
  test('are not in the storage of the page', async () => {
    const stored = await visitor.page.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      name: window.name,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
    }));
    expect(stored).toMatchObject({ session: {}, name: '', databases: 0, caches: 0 });
    const text = JSON.stringify(stored.local);
    expect(text).not.toMatch(TOKEN);
    for (const secret of [user.email, user.password]) expect(text).not.toContain(secret);
    for (const key of Object.keys(stored.local)) expect(['gatehouse tenant', 'gatehouse language']).toContain(key);
  });

  test('are in cookies that no script reads, only the CSRF token is', async () => {
    const all = await visitor.context.cookies(service.baseUrl);
    const open = all.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name.replace('__Host-', ''));
    expect(open).toEqual(['svc_csrf']);
    for (const { sameSite } of all) expect(['Lax', 'Strict']).toContain(sameSite);
    expect(all.map(({ name }) => name.replace('__Host-', ''))).toEqual(
      expect.arrayContaining(['svc_access', 'svc_refresh']),
    );
  });

  test('are in no address, in no history and in no Referer', async () => {
    const addresses = [...visitor.requests, ...(await history(visitor))];
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of addresses) {
      expect(address).not.toMatch(TOKEN);
      for (const secret of [user.email, user.password]) expect(decodeURIComponent(address)).not.toContain(secret);
    }
    expect(visitor.referrers).toEqual([]);
  });

  test('need no third party: every request of a sign-in is to the origin of the page', () => {
    expect(visitor.requests.filter((url) => new URL(url).origin !== service.baseUrl)).toEqual([]);
    expect(visitor.faults).toEqual([]);
  });

  test('of a link are taken out of the address and the history at once, and sent only in the body', async () => {
    const token = `tok${'x'.repeat(61)}`;
    const path = '/login/invitation';
    const watched = await openWatched(browser);
    const { page, requests, referrers } = watched;
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth/invitation'));
    await page.goto(`${service.baseUrl}${path}#token=${token}`);
    // The token is no invitation.
    await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
    expect(page.url()).toBe(`${service.baseUrl}${path}`);
    expect((await history(watched)).filter((url) => url.includes(token))).toEqual([]);
    expect((await answered).request().postDataJSON()).toMatchObject({ token });
    // The document's own address has the fragment, which browsers do not send.
    expect(requests.filter((url) => url.split('#')[0]?.includes(token))).toEqual([]);
    expect(referrers).toEqual([]);
    await watched.close();
  });
});

describeIf('a browser that keeps nothing for pages', () => {
  test('shows the sign-in page and signs in', async () => {
    const { page, context, faults, close } = await openWatched(browser);
    // As Chrome does with "Block all cookies" for other sites and Firefox in some private windows.
    await context.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    });
    await page.goto(`${service.baseUrl}/login?tenant=${user.tenant.slug}`);
    await signInOnPage(page, user);
    await page.locator('h1').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
