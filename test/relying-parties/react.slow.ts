// Signs users in by redirect with the React binding, in a real browser.
import { beforeAll, expect, test } from '@jest/globals';
import { newApplication } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { logInAtPage, scriptOf, useRelyingParty } from '../support/relying-party.ts';

const { service, host, user, page } = useRelyingParty({ mayCall: true });

beforeAll(async () => {
  if (noBrowser) return;
  const redirectUri = `${host.origin}/callback`;
  const { application } = await newApplication({ kind: 'browser', redirectUris: [redirectUri] });
  const options = { baseUrl: service.baseUrl, applicationId: application.id, redirectUri };
  host.serve(
    await scriptOf(
      `import { createRedirectClient, webStorage } from './lib/packages/client/index.ts';
      import { GatehouseProvider, RedirectToSignIn, RequireAuth, useAuth } from './lib/packages/react/index.ts';
      import { createElement as h, StrictMode } from 'react';
      import { createRoot } from 'react-dom/client';
      const client = createRedirectClient({ ...${JSON.stringify(options)}, tokenStorage: webStorage(() => localStorage) });
      function Home() {
        const { user, logout } = useAuth();
        return h('main', null, h('h1', null, user.email), h('button', { onClick: () => logout() }, 'Sign out'));
      }
      function Failed() {
        return h('p', { role: 'alert' }, useAuth().error?.code);
      }
      createRoot(document.getElementById('root')).render(h(StrictMode, null, h(GatehouseProvider, { client },
        h(RequireAuth, { loading: 'One moment', fallback: h(RedirectToSignIn, null, h(Failed)) }, h(Home)))));`,
      { jsx: 'automatic' },
    ),
  );
});

describeInBrowser('React by redirect', () => {
  test('the guard sends a visitor to sign in, and back to where they were; signing out ends all', async () => {
    await page.goto(`${host.origin}/invoices?year=2026`);
    await logInAtPage(page, service, user);
    await page.waitForURL(`${host.origin}/invoices?year=2026`);
    await page.getByRole('heading', { name: user.email }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: user.email }).waitFor();
    await page.getByRole('button').click();
    await page.waitForURL(`${service.baseUrl}/**`);
    await page.goto(`${host.origin}/`);
    await page.waitForURL(`${service.baseUrl}/login**`);
  });

  test('signing out in one tab leads the other tabs to the sign-in page', async () => {
    await page.goto(`${host.origin}/`);
    await logInAtPage(page, service, user);
    await page.getByRole('heading', { name: user.email }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${host.origin}/`);
    await other.getByRole('heading', { name: user.email }).waitFor();
    await page.getByRole('button').click();
    await other.waitForURL(`${service.baseUrl}/login**`);
    await other.close();
  });

  test('a return that this tab did not begin shows its error, and redirects no more', async () => {
    await page.goto(`${host.origin}/callback?code=x&state=y&iss=${encodeURIComponent(service.baseUrl)}`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('SIGN_IN_MISMATCH');
    expect(page.url()).toBe(`${host.origin}/callback`);
  });
});
