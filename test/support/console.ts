// Opens the console in a real browser for its journeys, signs in, and visits its screens. A `Visitor` collects what must
// not happen; `problems` has to be empty at the end of a test.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { newEmail, newPassword, type Service, type Tenant } from './service.ts';
import { Visitor } from './visitor.ts';

export type Credentials = { email: string; password: string };

/** Opens the console as someone without a session. */
export async function openConsole(
  service: Service,
  browser: Browser,
  path = '',
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const viewport = { width: 1280, height: 800 };
  const visitor = await Visitor.open(service, browser, {
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  await visitor.goto(`/console${path && `/${path}`}`);
  return visitor;
}

/** Types the credentials on the sign-in screen that is shown. */
export async function signIn({ page }: Visitor, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens a screen as an admin: the first one of the service unless another is given. */
export async function signedIn(service: Service, browser: Browser, path = '', who?: Credentials): Promise<Visitor> {
  await service.adminCookie();
  const visitor = await openConsole(service, browser, path);
  await signIn(visitor, who ?? service.adminLogin);
  await settled(visitor);
  return visitor;
}

/** Waits until the navigation is there and nothing is being loaded. */
export async function settled({ page }: Visitor): Promise<void> {
  await page.locator('#navigation').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'));
}

/** Opens the menu of the admin who is signed in, unless it is open: their account, language, colours and the way out. */
export async function openMenu({ page }: Pick<Visitor, 'page'>): Promise<void> {
  if (await page.locator('.account-menu').isVisible()) return;
  await page.locator('.who-am-i').click();
}

/** Creates another admin. `more`: for example `{ role: 'support', tenants: [tenant.id] }`. */
export async function newAdmin(service: Service, more: object = {}): Promise<Credentials & { id: string }> {
  const known = { email: newEmail(), password: newPassword() };
  const { status, body, text } = await service.admin('POST', '/auth/admin/admins', { ...known, ...more });
  if (status !== 201) throw new Error(`admin: ${text}`);
  return { ...known, id: body.admin.id };
}

/** Shows a screen without loading the page again, as a link does. */
export async function show(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.evaluate((to) => {
    const root = new URL('console', document.baseURI).href;
    history.pushState(null, '', to ? `${root}/${to}` : root);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settled(visitor);
}

/** The desktop in light and a phone in dark: every colour and every layout once. */
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

/** The name of a picture: `tenants/ten_1/password` -> `tenants-password`, `users/usr_1` -> `users-one`. */
const nameOf = (path: string): string =>
  path
    .replace(/\/[a-z]{3}_[^/]+$/, '/one')
    .replace(/\/[a-z]{3}_[^/]+/, '')
    .replaceAll('/', '-') || 'overview';

/**
 * Shows each screen, and each tab of it, and lets axe look at it. Returns the addresses that were shown. `problems` of the
 * visitor has what was found.
 */
export async function inspectAll(visitor: Visitor, paths: readonly string[]): Promise<string[]> {
  const seen = new Set<string>();
  const inspect = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    await show(visitor, path);
    await visitor.inspect(nameOf(path), LOOKS, 1280);
    const tabs = await visitor.page
      .locator('nav.tabs a')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    for (const tab of tabs) await inspect(tab.replace(/^.*\/console\/?/, ''));
  };
  for (const path of paths) await inspect(path);
  return [...seen];
}

/** The paths of all screens, with things to show on them. */
export async function screens(service: Service, tenant: Tenant): Promise<string[]> {
  const { body } = await service.admin('GET', `/auth/admin/api/users?tenantId=${tenant.id}`);
  const application = await service.admin('POST', '/auth/admin/api/applications', {
    name: 'Shop',
    kind: 'native',
    redirectUris: ['https://app.example.com/callback'],
  });
  const resource = await service.admin('POST', '/auth/admin/api/protected-resources', {
    uri: 'https://api.example.com/notes',
    name: 'Notes',
    scopes: [{ name: 'notes:read', text: 'Read your notes' }],
  });
  const role = await service.admin('POST', '/auth/admin/api/roles', { name: 'editor', tenantId: tenant.id });
  const ids = { user: body.data[0]?.id, role: role.body.role?.id, application: application.body.application?.id };
  return [
    ...['', 'users', 'invitations', 'tenants', 'roles', 'permissions', 'applications', 'protected-resources', 'audit'],
    ...['blocked-domains', 'admins', 'deployment', 'security', 'no-such-screen', 'users/%E0'],
    ...[`users/${ids.user}`, `tenants/${tenant.id}`, `roles/${ids.role}`, `applications/${ids.application}`],
    `protected-resources/${resource.body.protectedResource?.id}`,
  ];
}
