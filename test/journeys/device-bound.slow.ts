// A real browser binds its sessions to a key (W3C Device Bound Session Credentials), and stolen cookies are of no use in
// another one. Browsers do it over https alone. The key is in software here; on people's machines it is in hardware.
import { createHash, X509Certificate } from 'node:crypto';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { noWholeBrowser, openInstalledBrowser } from '../support/browser.ts';
import { newCertificate } from '../support/certificate.ts';
import { newAdmin } from '../support/console.ts';
import { newServer, pathOf, requestOf } from '../support/oauth-browser.ts';
import { type User, useService } from '../support/service.ts';
import { PATIENCE_MS, until } from '../support/until.ts';

const service = useService({ GATEHOUSE_ADMIN_DEVICE_BOUND: 'prefer' });
const tests = noWholeBrowser ? test.skip : test;
const { cert, key } = newCertificate();
const spki = createHash('sha256')
  .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64');

/** Terminates TLS in front of the service, and keeps the requests that browsers make on their own. */
const own: string[] = [];
const front = createServer({ cert, key }, (incoming, outgoing) => {
  const { port } = new URL(service.baseUrl);
  if (incoming.headers['secure-session-response'] || incoming.headers['sec-secure-session-id'])
    own.push(incoming.url ?? '');
  const { method, url: path, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  // The service may stop before the browser does.
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});

let base: string;
let browser: Browser;
beforeAll(async () => {
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  base = `https://localhost:${(front.address() as AddressInfo).port}`;
  // The service reads the variable at the first request.
  process.env.GATEHOUSE_BASE_URL = base;
  if (noWholeBrowser) return;
  browser = await openInstalledBrowser([
    '--enable-features=DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting',
    `--ignore-certificate-errors-spki-list=${spki}`,
    // A context that ignores errors of certificates is not enough for what the browser sends on its own.
    '--ignore-certificate-errors',
  ]);
});
afterAll(async () => {
  await browser?.close();
  front.closeAllConnections();
  front.close();
});

const newContext = async (): Promise<BrowserContext> => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
};

const person = async (deviceBinding: string): Promise<User> =>
  service.signup(await service.tenant({ session: { deviceBinding } }));

/** Logs in on the hosted page. */
async function signedIn(context: BrowserContext, { tenant, email, password }: User) {
  const page = await context.newPage();
  await page.goto(`${base}/login?tenant=${tenant.slug}`);
  await page.getByLabel('Email address or phone number', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${base}/account`);
  return page;
}

const namesIn = async (context: BrowserContext): Promise<string[]> => (await context.cookies()).map(({ name }) => name);
const isBound = async (context: BrowserContext): Promise<boolean> =>
  (await namesIn(context)).some((name) => name.startsWith('__Host-svc_bound_'));

/** Lets the cookies of minutes expire, as the clock would. */
const expire = (context: BrowserContext) => context.clearCookies({ name: /^__Host-svc_(access|bound_.*)$/ });

tests(
  `the browser binds its session after a login, proves its key to refresh, and stolen cookies open nothing${noWholeBrowser ? ` (${noWholeBrowser})` : ''}`,
  async () => {
    const context = await newContext();
    const page = await signedIn(context, await person('prefer'));
    await until(() => isBound(context));
    const stolen = await context.cookies();
    await page.goto(`${base}/account/sessions`);
    await page.getByText('Bound to its device').waitFor();

    await expire(context);
    own.length = 0;
    await page.reload();
    await page.getByText('Bound to its device').waitFor();
    expect(new Set(own)).toEqual(new Set(['/auth/device-sessions/proof']));
    const thief = await newContext();
    await thief.addCookies(stolen.filter(({ name }) => !/access|bound/.test(name)));
    const other = await thief.newPage();
    await other.goto(`${base}/account`);
    await other.waitForURL(/\/login/);
    await page.reload();
    await page.getByText('Bound to its device').waitFor();
  },
);

tests(
  'an application gets a code from the browser that proves its key, by a link of another site, and none by its access cookie',
  async () => {
    const context = await newContext();
    await signedIn(context, await person('prefer'));
    await until(() => isBound(context));
    const application = await newServer();
    const path = pathOf(requestOf(application, randomSecret(), { scope: 'openid' }));
    await context.route('https://app.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${base}${path}">Sign in</a>` }),
    );
    const code = async () => {
      const elsewhere = await context.newPage();
      await elsewhere.goto('https://app.example.com/');
      // The browser follows the redirect to a host that is not there.
      const back = elsewhere.waitForRequest(/^https:..app.example.com.callback/);
      await elsewhere.getByText('Sign in').click();
      return new URL((await back).url()).searchParams.get('code');
    };
    expect(await code()).not.toBeNull();
    await context.clearCookies({ name: /^__Host-svc_bound_.*$/ });
    own.length = 0;
    expect(await code()).not.toBeNull();
    expect(new Set(own)).toEqual(new Set(['/auth/device-sessions/proof']));

    const thief = await newContext();
    await thief.addCookies((await context.cookies()).filter(({ name }) => /access|csrf/.test(name)));
    const other = await thief.newPage();
    await other.goto(`${base}${path}`);
    await other.waitForURL(/\/login/);
  },
);

tests(
  'the session of an admin is bound, the console goes on with a proof, and its stolen cookie opens nothing',
  async () => {
    const { email, password } = await newAdmin(service, { role: 'owner' });
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(`${base}/console/security`);
    await page.getByLabel('Email address', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await until(async () => (await namesIn(context)).includes('__Host-svc_admin_proof'));
    await page.reload();
    await page.getByText('bound to its device').waitFor();

    await context.clearCookies({ name: '__Host-svc_admin_proof' });
    const stolen = await context.cookies();
    own.length = 0;
    await page.reload();
    await page.getByText('bound to its device').waitFor();
    expect(new Set(own)).toEqual(new Set(['/auth/admin/device-sessions/proof']));
    const thief = await newContext();
    await thief.addCookies(stolen);
    const other = await thief.newPage();
    await other.goto(`${base}/console/security`);
    await other.getByText('Sign in to the console').waitFor();
  },
);
