// Threat: a page of another site frames ours, sends forms to the service in the visitor's name, or plants its own session
// in their browser. The service runs at localhost and the other site at 127.0.0.1, which a browser keeps apart.
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { noBrowser } from '../../support/browser.ts';
import { useBrowser } from '../../support/in-browser.ts';
import type { User } from '../../support/service.ts';
import { openWatched, signInOnPage, typePassword, type Watched } from '../../support/watched-page.ts';

const title = noBrowser ? `a page of another site (skipped: ${noBrowser})` : 'a page of another site';
const describeIf = noBrowser ? describe.skip : describe;

// Tokens are in cookies for every request, which is the easier target.
const { service, browser } = useBrowser({ GATEHOUSE_TOKEN_TYPE: 'cookie' });
let foreign: Server;
let site: string;
let victim: User;
let attacker: User;
beforeAll(async () => {
  if (noBrowser) return;
  foreign = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Foreign</title><body>');
  });
  site = `http://127.0.0.1:${await listen(foreign, 0)}`;
  const tenant = await service.tenant();
  [victim, attacker] = [await newUser(tenant), await newUser(tenant)];
});
afterAll(async () => {
  if (foreign) await close(foreign);
});

const newUser = async (tenant: User['tenant']): Promise<User> => service.signup(tenant);

let visitor: Watched;
beforeEach(async () => {
  if (!noBrowser) visitor = await openWatched(browser);
});
afterEach(() => visitor?.close());

const signIn = async (): Promise<void> => {
  await visitor.page.goto(`${service.baseUrl}/login?tenant=${victim.tenant.slug}`);
  await signInOnPage(visitor.page, victim);
};
/** Returns the address of the account that is signed in, as the service says. */
const signedInAs = async (): Promise<string | undefined> => {
  const page = await visitor.context.newPage();
  await page.goto(`${service.baseUrl}/login/signed-out`);
  const email = await page.evaluate(async () => (await (await fetch('auth/me')).json()).email);
  await page.close();
  return email;
};
/** The names and values of the cookies of the service. */
const cookies = async () =>
  (await visitor.context.cookies(service.baseUrl)).map(({ name, value }) => `${name}=${value}`).sort();

/** Sends a form from the other site, which needs no script and no permission. */
async function sendForm(path: string, encoding: string, fields: Record<string, string>): Promise<number> {
  const { page } = visitor;
  await page.goto(site);
  const arrived = page.waitForResponse((response) => response.url().startsWith(service.baseUrl));
  await page.evaluate(
    ([action, enctype, all]) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action, enctype });
      for (const [name, value] of Object.entries(all))
        form.append(Object.assign(document.createElement('input'), { name, value }));
      document.body.append(form);
      form.submit();
    },
    [service.baseUrl + path, encoding, fields] as const,
  );
  const status = (await arrived).status();
  await page.waitForURL((url) => url.href.startsWith(service.baseUrl));
  return status;
}

describeIf(title, () => {
  test.each(['/login', '/account', '/console', '/login/sign-out', '/login/invitation'])(
    'cannot frame %s',
    async (path) => {
      const { page } = visitor;
      await page.goto(site);
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.evaluate((src) => {
        const frame = document.createElement('iframe');
        frame.src = src;
        document.body.append(frame);
      }, service.baseUrl + path);
      await refused;
      const inner = page.frames().find((frame) => frame !== page.mainFrame());
      expect(await inner?.locator('h1, input, button').count()).toBe(0);
    },
  );

  test('cannot reach the window of a page that it opens', async () => {
    const { page, context } = visitor;
    await page.goto(site);
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((url) => {
        Object.assign(window, { opened: window.open(url) });
      }, `${service.baseUrl}/login`),
    ]);
    await popup.locator('h1').waitFor();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await page.waitForFunction(() => (window as unknown as { opened: Window }).opened.closed);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'cannot sign a visitor in to an account of its choice by a form of %s',
    async (encoding) => {
      const body = JSON.stringify({
        tenantId: attacker.tenant.id,
        credentials: { email: attacker.email, password: attacker.password },
      });
      // Text of a form is `name=value`: the sign is hidden in a field that is ignored.
      const fields = encoding === 'text/plain' ? { [`${body.slice(0, -1)},"x":"`]: '"}' } : { body };
      expect(await sendForm('/auth/login', encoding, fields)).toBe(415);
      expect(await cookies()).toEqual([]);
      await signIn();
      const before = await cookies();
      expect(await sendForm('/auth/login', encoding, fields)).toBe(415);
      expect(await cookies()).toEqual(before);
      expect(await signedInAs()).toBe(victim.email);
    },
  );

  test('cannot sign a visitor out: not by a form, a request, a link, a picture or a frame', async () => {
    await signIn();
    const { page } = visitor;
    await sendForm('/auth/logout', 'text/plain', {});
    await sendForm('/auth/logout-all', 'application/x-www-form-urlencoded', {});
    await page.goto(site);
    await page.evaluate(async (url) => {
      const blind = { method: 'POST', credentials: 'include', mode: 'no-cors' } as const;
      await fetch(`${url}/auth/logout`, blind).catch(() => undefined);
      const picture = new Image();
      await new Promise((resolve) => {
        picture.onerror = resolve;
        picture.src = `${url}/login/sign-out`;
      });
      location.href = `${url}/login/sign-out`;
    }, service.baseUrl);
    // The page asks first.
    await page.waitForURL(`${service.baseUrl}/login/sign-out`);
    await page.locator('button').first().waitFor();
    expect(await signedInAs()).toBe(victim.email);
  });

  test('cannot keep a session that it planted: a sign-in replaces it', async () => {
    const { context, page } = visitor;
    const planted = await service.login(attacker);
    const lines = planted.setCookies.map((line) => line.split(';')[0]?.split('=') as [string, string]);
    await context.addCookies(lines.map(([name, value]) => ({ name, value, url: service.baseUrl })));
    const before = await cookies();
    await page.goto(`${service.baseUrl}/login?tenant=${victim.tenant.slug}&sid=planted&svc_access=planted`);
    await signInOnPage(page, victim);
    expect(await signedInAs()).toBe(victim.email);
    const kept = (await cookies()).filter(
      (each) => /^(__Host-)?svc_(access|refresh)=/.test(each) && before.includes(each),
    );
    expect(kept).toEqual([]);
  });
});

describeIf('the sign-in page', () => {
  test('is limited as the API is: wrong passwords on the page also block the API, and a reply says so', async () => {
    const { page } = visitor;
    const other = await service.signup(victim.tenant);
    await page.goto(`${service.baseUrl}/login?tenant=${other.tenant.slug}`);
    const reply = () => page.waitForResponse((response) => response.url().endsWith('/auth/login'));
    const first = reply();
    await typePassword(page, other.email, 'wrong password 1');
    let last = await first;
    for (let tries = 1; last.status() === 401 && tries < 30; tries++) {
      const next = reply();
      await page.locator('input[autocomplete=current-password]').fill(`wrong password ${tries}`);
      await page.locator('button[type=submit]').click();
      last = await next;
    }
    expect(last.status()).toBe(429);
    const { code } = await last.json();
    await page.locator('[role=alert]:visible').waitFor();
    const api = await service.login(other, { ip: '127.0.0.1' });
    expect([api.status, api.body.code]).toEqual([429, code]);
  });
});
