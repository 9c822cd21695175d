// Drives the React binding in a real browser, against a running service, with both versions of React.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { advance } from '../../../lib/platform/clock.ts';
import { disable, giveRoles, MINUTE } from '../../support/api.ts';
import { noBrowser, openBrowser } from '../../support/browser.ts';
import { newPermission, newRole } from '../../support/grants.ts';
import { EMAIL_VERIFIED, enrolled, nextCode, person } from '../../support/mfa.ts';
import { type Site, startSite, VERSIONS } from '../../support/react/site.ts';
import { newEmail, newPassword, type Tenant, type User, useService } from '../../support/service.ts';
import { PATIENCE_MS } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });
let browser: Browser;
beforeAll(async () => {
  if (!noBrowser) browser = await openBrowser();
});
afterAll(() => browser?.close());

type Visit = {
  page: Page;
  context: BrowserContext;
  /** The paths of requests to the service since the visit began or `forget` was called. */
  requests: string[];
  /** Console errors and uncaught errors. */
  problems: string[];
};

const skipped = noBrowser ? ` (skipped: ${noBrowser})` : '';
const describeIf = noBrowser ? describe.skip : describe;

describeIf.each(VERSIONS)(`React %i in a browser${skipped}`, (version) => {
  let site: Site;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    site = await startSite(service.baseUrl, version);
  });
  afterAll(async () => {
    for (const each of contexts) await each.close();
    await site?.stop();
  });

  const newContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext();
    contexts.push(context);
    return context;
  };
  const addressOf = (path: string, tenant: Tenant, delivery: string): string =>
    `${site.url}${path}?tenantId=${tenant.id}&delivery=${delivery}`;

  async function visit(tenant: Tenant, delivery: string, path = '/', within?: BrowserContext): Promise<Visit> {
    const context = within ?? (await newContext());
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const requests: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/auth/')) requests.push(pathname);
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(addressOf(path, tenant, delivery));
    return { page, context, requests, problems };
  }

  const waitForStatus = (page: Page, text: string): Promise<void> =>
    page.locator('#status').getByText(text, { exact: true }).waitFor();
  /** Calls a function of a hook in the page, such as `login.withPassword`. */
  const call = (page: Page, path: string, ...input: unknown[]): Promise<unknown> =>
    page.evaluate(
      ([names, args]) => {
        const { hooks } = globalThis as unknown as {
          hooks: Record<string, Record<string, (...all: unknown[]) => unknown>>;
        };
        const [hook = '', name = ''] = (names as string).split('.');
        return hooks[hook]?.[name]?.(...(args as unknown[]));
      },
      [path, input],
    );
  /** Returns the state of a hook once it is as expected. */
  const expectState = async (page: Page, hook: string, expected: Record<string, unknown>): Promise<void> => {
    const stateOf = () =>
      page.evaluate((name) => {
        const { hooks } = globalThis as unknown as { hooks: Record<string, Record<string, unknown>> };
        const { error, ...rest } = hooks[name] ?? {};
        return JSON.stringify({ ...rest, error: (error as { code?: string } | undefined)?.code });
      }, hook);
    await page
      .waitForFunction(
        ([name, fields]) => {
          const { hooks } = globalThis as unknown as { hooks: Record<string, Record<string, unknown>> };
          const state = hooks?.[name as string];
          return Object.entries(fields as object).every(([field, value]) => {
            const found = state?.[field] as { code?: string } | undefined;
            return (found?.code ?? found) === value;
          });
        },
        [hook, expected] as const,
      )
      .catch(async (error) => {
        throw new Error(`${hook} is ${await stateOf()}`, { cause: error });
      });
  };
  const textsIn = (page: Page): Promise<string[]> => page.locator('main p:not(#status)').allTextContents();
  const seenIn = (page: Page): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  const logIn = async (page: Page, { email, password }: Pick<User, 'email' | 'password'>): Promise<void> => {
    await call(page, 'login.withPassword', { email, password });
  };

  describe.each(['header', 'cookie'])('with tokens by %s', (delivery) => {
    test('a user logs in, reloads and logs out', async () => {
      const user = await service.signup(await service.tenant());
      const { page, problems } = await visit(user.tenant, delivery, '/spa');
      await waitForStatus(page, 'signed-out');
      expect(await textsIn(page)).toEqual(['visitors', 'sign in']);
      expect(problems).toEqual([]);
      await logIn(page, { ...user, password: 'wrong' });
      await expectState(page, 'login', { status: 'error', error: 'INVALID_CREDENTIALS', field: 'password' });
      await logIn(page, user);
      await waitForStatus(page, `signed-in ${user.email}`);
      expect(await textsIn(page)).toEqual(['members', 'no role']);
      await expectState(page, 'login', { status: 'done', error: undefined });
      await page.reload();
      await waitForStatus(page, `signed-in ${user.email}`);
      await call(page, 'auth.logout');
      await waitForStatus(page, 'signed-out LOGGED_OUT');
      await page.reload();
      await waitForStatus(page, 'signed-out');
    });

    test('a login waits for its second factor, which the user verifies or replaces by a recovery code', async () => {
      const user = await enrolled(service);
      const { page } = await visit(user.tenant, delivery, '/spa');
      await waitForStatus(page, 'signed-out');
      await logIn(page, user);
      await waitForStatus(page, 'pending mfa');
      expect(await textsIn(page)).toEqual(['sign in']);
      await call(page, 'factor.verify', { otp: '000000' });
      await expectState(page, 'factor', { status: 'error', error: 'MFA_CODE_INVALID', field: 'otp' });
      await call(page, 'auth.reload');
      await waitForStatus(page, 'pending mfa');
      await call(page, 'factor.verify', { otp: nextCode(user.secret) });
      await waitForStatus(page, `signed-in ${user.email}`);
      const { codes } = (await call(page, 'account.generateRecoveryCodes')) as { codes: string[] };
      await call(page, 'auth.logout');
      await waitForStatus(page, 'signed-out LOGGED_OUT');
      await logIn(page, user);
      await waitForStatus(page, 'pending mfa');
      await call(page, 'factor.verifyRecoveryCode', { code: codes[0] });
      await waitForStatus(page, `signed-in ${user.email}`);
    });

    test('a user without a factor sets one up where the tenant requires it', async () => {
      const tenant = await service.tenant({ mfa: { policy: 'required' } });
      const user = await person(service, tenant, {});
      const { page } = await visit(tenant, delivery, '/spa');
      await waitForStatus(page, 'signed-out');
      await logIn(page, user);
      await waitForStatus(page, 'pending enrol');
      const { secret } = (await call(page, 'factor.startSetup')) as { secret: string };
      await call(page, 'factor.confirmSetup', { otp: nextCode(secret) });
      await waitForStatus(page, 'pending mfa');
      await expectState(page, 'factor', { setup: undefined });
      await call(page, 'factor.verify', { otp: nextCode(secret) });
      await waitForStatus(page, `signed-in ${user.email}`);
    });

    test('other tabs follow a login, a logout and an end that the service decides', async () => {
      const user = await service.signup(await service.tenant());
      const first = await visit(user.tenant, delivery, '/spa');
      const second = await visit(user.tenant, delivery, '/spa', first.context);
      for (const { page } of [first, second]) await waitForStatus(page, 'signed-out');
      await logIn(first.page, user);
      for (const { page } of [first, second]) await waitForStatus(page, `signed-in ${user.email}`);
      await call(second.page, 'auth.logout');
      await waitForStatus(second.page, 'signed-out LOGGED_OUT');
      await first.page.locator('#status').getByText('signed-out').waitFor();
      await logIn(first.page, user);
      await waitForStatus(second.page, `signed-in ${user.email}`);
      await disable(user);
      await call(first.page, 'auth.reload');
      for (const { page } of [first, second]) await page.locator('#status').getByText('signed-out').waitFor();
    });

    test('a session continues after its access token has expired', async () => {
      const user = await service.signup(await service.tenant());
      const { page, context } = await visit(user.tenant, delivery, '/spa');
      await waitForStatus(page, 'signed-out');
      await logIn(page, user);
      await waitForStatus(page, `signed-in ${user.email}`);
      advance(16 * MINUTE);
      await context.clearCookies({ name: 'svc_access' });
      await page.reload();
      await waitForStatus(page, `signed-in ${user.email}`);
    });

    test('a sign-up waits for the verification of its address where the tenant asks for it', async () => {
      const tenant = await service.tenant({ signup: { mode: 'verifyFirst' } });
      const account = { email: newEmail(), password: newPassword() };
      const { page } = await visit(tenant, delivery, '/spa');
      await waitForStatus(page, 'signed-out');
      await call(page, 'signup.signUp', { ...account, password: 'short' });
      await expectState(page, 'signup', { status: 'error', error: 'PASSWORD_TOO_SHORT', field: 'password' });
      await call(page, 'signup.signUp', account);
      await expectState(page, 'signup', { status: 'done', step: 'verify' });
      await call(page, 'signup.verify', { code: await service.code(account.email) });
      await waitForStatus(page, `signed-in ${account.email}`);
      await expectState(page, 'signup', { step: 'done' });
    });

    test('a forgotten password is replaced with a code, and a login with a code follows', async () => {
      const tenant = await service.tenant();
      const user = await person(service, tenant, EMAIL_VERIFIED);
      const { page } = await visit(tenant, delivery, '/spa');
      await waitForStatus(page, 'signed-out');
      await call(page, 'reset.sendCode', { email: user.email });
      await expectState(page, 'reset', { step: 'code', status: 'idle' });
      await call(page, 'reset.verifyCode', { code: '000000' });
      await expectState(page, 'reset', { error: 'VERIFICATION_CODE_INVALID', field: 'code' });
      await call(page, 'reset.verifyCode', { code: await service.code(user.email) });
      await expectState(page, 'reset', { step: 'password' });
      await call(page, 'reset.reset', { newPassword: 'short' });
      await expectState(page, 'reset', { error: 'PASSWORD_TOO_SHORT', field: 'newPassword' });
      await call(page, 'reset.reset', { newPassword: newPassword() });
      await expectState(page, 'reset', { step: 'done', status: 'done' });
      const seen = service.inbox(user.email);
      await call(page, 'login.sendCode', { email: user.email });
      await expectState(page, 'login', { sentTo: user.email, status: 'idle' });
      await call(page, 'login.withCode', { code: await service.code(user.email, seen) });
      await waitForStatus(page, `signed-in ${user.email}`);
    });
  });

  test('twenty submissions at once send one request', async () => {
    const user = await service.signup(await service.tenant());
    const { page, requests } = await visit(user.tenant, 'cookie', '/spa');
    await waitForStatus(page, 'signed-out');
    await Promise.all(Array.from({ length: 20 }, () => logIn(page, user)));
    await waitForStatus(page, `signed-in ${user.email}`);
    expect(requests.filter((path) => path === '/auth/login')).toHaveLength(1);
  });

  test('a visitor causes no failed request, and a signed-in page load one request', async () => {
    const user = await service.signup(await service.tenant());
    const { page, requests, problems } = await visit(user.tenant, 'cookie', '/spa');
    await waitForStatus(page, 'signed-out');
    expect(problems).toEqual([]);
    await logIn(page, user);
    await waitForStatus(page, `signed-in ${user.email}`);
    requests.length = 0;
    await page.reload();
    await waitForStatus(page, `signed-in ${user.email}`);
    expect(requests).toEqual(['/auth/session']);
  });

  test('guards show what role and permission allow', async () => {
    const user = await service.signup(await service.tenant());
    const permission = await newPermission(service, { name: 'invoices.read' }).catch(() => ({ name: 'invoices.read' }));
    const more = { tenantId: user.tenant.id, name: 'Accountant', permissions: [permission.name] };
    await giveRoles(user, [(await newRole(service, more)).id]);
    const { page } = await visit(user.tenant, 'cookie', '/spa');
    await waitForStatus(page, 'signed-out');
    await logIn(page, user);
    await waitForStatus(page, `signed-in ${user.email}`);
    expect(await textsIn(page)).toEqual(['members', 'invoices', 'accounts']);
  });

  test('a user changes a password that an admin has set, and signs in again', async () => {
    const tenant = await service.tenant({ password: { minLength: 8, mustChangeInitial: true } });
    const account = { tenantId: tenant.id, email: newEmail(), password: newPassword() };
    await service.admin('POST', '/auth/admin/api/users', account);
    const { page } = await visit(tenant, 'cookie', '/spa');
    await waitForStatus(page, 'signed-out');
    await logIn(page, account);
    await waitForStatus(page, `pending ${account.email} change-password`);
    const changed = newPassword();
    await call(page, 'account.changePassword', { currentPassword: 'wrong', newPassword: changed });
    await expectState(page, 'account', { error: 'CURRENT_PASSWORD_INCORRECT', field: 'currentPassword' });
    await call(page, 'account.changePassword', { currentPassword: account.password, newPassword: changed });
    await waitForStatus(page, 'signed-out LOGGED_OUT');
    await logIn(page, { email: account.email, password: changed });
    await waitForStatus(page, `signed-in ${account.email}`);
  });

  test('a user switches between the accounts of the browser', async () => {
    const [one, two] = [await service.signup(await service.tenant()), await service.signup(await service.tenant())];
    const { page, context } = await visit(one.tenant, 'cookie', '/spa');
    await waitForStatus(page, 'signed-out');
    await logIn(page, one);
    await waitForStatus(page, `signed-in ${one.email}`);
    const other = await visit(two.tenant, 'cookie', '/spa', context);
    await waitForStatus(other.page, `signed-in ${one.email}`);
    await logIn(other.page, two);
    for (const each of [page, other.page]) await waitForStatus(each, `signed-in ${two.email}`);
    const accounts = (await call(page, 'accounts.load')) as { slot: number | null }[];
    expect(accounts.map(({ slot }) => slot)).toEqual([null, 1]);
    await call(page, 'accounts.switchAccount', { slot: 1 });
    for (const each of [page, other.page]) await waitForStatus(each, `signed-in ${one.email}`);
    await call(page, 'accounts.switchTenant', { tenantId: two.tenant.id });
    await waitForStatus(page, `signed-in ${two.email}`);
  });

  test('a user of header mode switches to a tenant with the refresh token of a session there', async () => {
    const [one, two] = [await service.signup(await service.tenant()), await service.signup(await service.tenant())];
    const { page } = await visit(one.tenant, 'header', '/spa');
    await waitForStatus(page, 'signed-out');
    await logIn(page, one);
    await waitForStatus(page, `signed-in ${one.email}`);
    await call(page, 'accounts.switchTenant', { tenantId: two.tenant.id });
    await expectState(page, 'accounts', { error: 'NOT_A_MEMBER_OF_TENANT' });
    await call(page, 'accounts.switchTenant', { tenantId: two.tenant.id, refreshToken: two.tokens.refreshToken });
    await waitForStatus(page, `signed-in ${two.email}`);
  });

  describe('rendered on the server', () => {
    const mismatchesIn = (page: Page): Promise<string[]> =>
      page.evaluate(() => (globalThis as unknown as { mismatches: string[] }).mismatches);

    test('a page of a user is hydrated without flash, mismatch and request', async () => {
      const user = await service.signup(await service.tenant());
      const { page, requests, problems, context } = await visit(user.tenant, 'cookie');
      await waitForStatus(page, 'signed-out');
      await logIn(page, user);
      await waitForStatus(page, `signed-in ${user.email}`);
      requests.length = 0;
      const html = await (await context.request.get(page.url())).text();
      expect(html).toContain(`signed-in ${user.email}`);
      await page.reload();
      await expectState(page, 'auth', { status: 'signed-in' });
      expect(await seenIn(page)).toEqual([`signed-in ${user.email}membersno role`]);
      expect(await mismatchesIn(page)).toEqual([]);
      expect(problems).toEqual([]);
      expect(requests).toEqual([]);
      await call(page, 'auth.logout');
      await waitForStatus(page, 'signed-out LOGGED_OUT');
    });

    test('a page of a visitor is hydrated without flash, mismatch and request', async () => {
      const { page, requests, problems } = await visit(await service.tenant(), 'cookie');
      await expectState(page, 'auth', { status: 'signed-out' });
      expect(await seenIn(page)).toEqual(['signed-outvisitorssign in']);
      expect([await mismatchesIn(page), problems, requests]).toEqual([[], [], []]);
    });

    test('a page whose access cookie has expired waits, and never shows the sign-in page', async () => {
      const user = await service.signup(await service.tenant());
      const { page, context } = await visit(user.tenant, 'cookie');
      await waitForStatus(page, 'signed-out');
      await logIn(page, user);
      await waitForStatus(page, `signed-in ${user.email}`);
      await context.clearCookies({ name: 'svc_access' });
      await page.reload();
      await waitForStatus(page, `signed-in ${user.email}`);
      expect(await seenIn(page)).toEqual(['loadingwait', `signed-in ${user.email}membersno role`]);
      expect(await mismatchesIn(page)).toEqual([]);
    });
  });
});
