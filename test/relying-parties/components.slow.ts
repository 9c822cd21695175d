// Signs users in by redirect with the components, in a real browser: those of React, and the custom elements.
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { newApplication } from '../support/applications.ts';
import { noBrowser } from '../support/browser.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { manager } from '../support/organization.ts';
import { logInAtPage, scriptOf, useRelyingParty } from '../support/relying-party.ts';
import type { User } from '../support/service.ts';

const { service, host, user, page } = useRelyingParty({ mayCall: true });
const PREACT = join(import.meta.dirname, '../../lib/packages/elements/react.ts');
const CLIENT = `import { createRedirectClient, webStorage } from './lib/packages/client/index.ts';`;
const REACT = `
  import { GatehouseProvider, OrganizationProfile, SignedOut, SignIn, UserButton } from './lib/packages/react/index.ts';
  import { createElement as h, StrictMode } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('root')).render(h(StrictMode, null,
    h(GatehouseProvider, { client }, h(SignedOut, null, h(SignIn)), h(UserButton), h(OrganizationProfile))));`;
const ELEMENTS = `
  import { defineElements } from './lib/packages/elements/index.ts';
  document.getElementById('root').innerHTML = '<gatehouse-sign-in></gatehouse-sign-in><gatehouse-user-button></gatehouse-user-button>';
  defineElements({ client });`;
let scripts: Record<string, string>;

beforeAll(async () => {
  if (noBrowser) return;
  const redirectUri = `${host.origin}/callback`;
  const { application } = await newApplication({ kind: 'browser', redirectUris: [redirectUri] });
  const options = { baseUrl: service.baseUrl, applicationId: application.id, redirectUri };
  const client = `const client = createRedirectClient({ ...${JSON.stringify(options)}, tokenStorage: webStorage(() => localStorage) });`;
  scripts = {
    React: await scriptOf(CLIENT + client + REACT),
    elements: await scriptOf(CLIENT + client + ELEMENTS, { alias: { react: PREACT } }),
  };
});

describeInBrowser('components by redirect', () => {
  test.each(['React', 'elements'])(
    'a user of %s signs in, comes back to the same page, and signs out',
    async (kind) => {
      host.serve(scripts[kind] as string);
      await page.goto(`${host.origin}/invoices?year=2026`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await logInAtPage(page, service, user);
      await page.waitForURL(`${host.origin}/invoices?year=2026`);
      await page.getByRole('button', { name: `Account menu: ${user.email}` }).click();
      expect(await page.getByRole('menuitem', { name: 'Your account' }).getAttribute('href')).toBe(
        `${service.baseUrl}/account`,
      );
      await page.getByRole('menuitem', { name: 'Use another account' }).waitFor();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL(`${service.baseUrl}/**`);
      await page.goto(`${host.origin}/`);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    },
  );

  test('the profile of an organization leads managers to the hosted page, because applications may not manage it', async () => {
    host.serve(scripts.React as string);
    const signIn = async (as: User) => {
      await page.context().clearCookies();
      await page.goto(`${host.origin}/`);
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await logInAtPage(page, service, as);
      await page.waitForURL(`${host.origin}/`);
    };
    await signIn(user);
    await page.getByText('You cannot manage this organization.').waitFor();
    await signIn(await manager(service, user.tenant, ['organization.members']));
    await page.getByRole('button', { name: 'Manage the organization' }).click();
    await page.waitForURL(`${service.baseUrl}/organization`);
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  });
});
