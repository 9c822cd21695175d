// Uses the hooks for passkeys, and with them the client's, in a real browser with a virtual authenticator.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser.ts';
import { describeInBrowser, useBrowser } from '../../support/in-browser.ts';
import { type Site, startSite } from '../../support/react/site.ts';
import type { User } from '../../support/service.ts';
import { PATIENCE_MS, until } from '../../support/until.ts';
import { addAuthenticator } from '../../support/virtual-authenticator.ts';

const { service, browser } = useBrowser();
let site: Site;
let page: Page;
let user: User;

beforeAll(async () => {
  if (!noBrowser) site = await startSite(service.baseUrl, 19);
});
afterAll(() => site?.stop());
afterEach(() => page?.context().close());

type Hooks = Record<string, Record<string, (...input: unknown[]) => unknown>>;

/** Opens the page of a new user in a browser of its own. */
async function visit(delivery: string): Promise<void> {
  user = await service.signup(await service.tenant());
  page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${site.url}/spa?tenantId=${user.tenant.id}&delivery=${delivery}&hasPasskeys=1`);
  await shows('signed-out');
}

const shows = (status: string): Promise<void> => page.locator('#status').getByText(status, { exact: true }).waitFor();

/** Calls a function of a hook. Returns what it returned, and the code of the error that the hook then has. */
async function call(path: string, ...input: unknown[]): Promise<unknown> {
  return page.evaluate(
    ([names, args]) => {
      const { hooks, passkeyHooks } = globalThis as unknown as { hooks: Hooks; passkeyHooks: Hooks };
      const [hook = '', name = ''] = (names as string).split('.');
      return { ...hooks, ...passkeyHooks }[hook]?.[name]?.(...(args as unknown[]));
    },
    [path, input] as const,
  );
}
const errorOf = (hook: string): Promise<string | undefined> =>
  page.evaluate((name) => {
    const { passkeyHooks } = globalThis as unknown as { passkeyHooks: Record<string, { error?: { code: string } }> };
    return passkeyHooks[name]?.error?.code;
  }, hook);
const logIn = () => call('login.withPassword', { email: user.email, password: user.password });

describeInBrowser('the hooks for passkeys', () => {
  test.each(['header', 'cookie'])(
    'add one, sign in with it and remove it, with tokens by %s',
    async (delivery) => {
      await visit(delivery);
      const authenticator = await addAuthenticator(page);
      await logIn();
      await shows(`signed-in ${user.email}`);
      expect(await call('passkeys.add', { name: 'Laptop' })).toMatchObject({ name: 'Laptop' });
      expect(await call('passkeys.add')).toBeUndefined();
      expect(await until(() => errorOf('passkeys'))).toBe('PASSKEY_EXISTS');
      await call('auth.logout');
      await shows('signed-out LOGGED_OUT');
      const signingIn = call('passkeyLogin.signIn');
      await authenticator.setPresent(true);
      await signingIn;
      await shows(`signed-in ${user.email}`);
      expect(await call('passkeys.stepUp')).toMatchObject({ nextStep: null });
      const [passkey] = (await call('passkeys.load')) as { id: string; name: string }[];
      const renamed = await call('passkeys.rename', { id: passkey?.id, name: 'Old laptop' });
      expect(renamed).toMatchObject([{ name: 'Old laptop' }]);
      expect(await call('passkeys.remove', { id: passkey?.id })).toEqual([]);
      await until(async () => (await authenticator.credentialIds()).length === 0);
    },
    60_000,
  );

  test('sign in from the list of the browser when the page appears', async () => {
    await visit('cookie');
    await addAuthenticator(page);
    await logIn();
    await shows(`signed-in ${user.email}`);
    await call('passkeys.add');
    await call('auth.logout');
    await page.reload();
    await shows(`signed-in ${user.email}`);
  });

  test('give the code of a refusal, after which a password still signs in', async () => {
    await visit('header');
    const authenticator = await addAuthenticator(page, { isUserVerified: false });
    expect(await call('passkeyLogin.signIn')).toBeUndefined();
    expect(await until(() => errorOf('passkeyLogin'))).toBe('PASSKEY_CANCELLED');
    expect(await authenticator.credentialIds()).toEqual([]);
    await logIn();
    await shows(`signed-in ${user.email}`);
  });
});
