// Visits the sign-in pages in a real browser as a person does, and collects what must not happen: errors in the
// console, reports of the content security policy, requests to other hosts, and violations of WCAG 2.2 AA.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { newEmail, newPassword, type Service, type Tenant } from './service.ts';
import { PATIENCE_MS, until } from './until.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Desktop, and the narrowest width that must do without scrolling sideways (WCAG 2.2, 1.4.10). */
const WIDTHS = [1280, 320];
type Look = { colorScheme: 'light' | 'dark'; width: number };
const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  WIDTHS.map((width) => ({ colorScheme, width })),
);
/** A 4xx that a page explains to the person is also a line of the browser. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** A directory for pictures of all inspected pages, for `npm run pictures`. */
const PICTURES = process.env.GATEHOUSE_PICTURES;

export type Person = { email: string; password: string };
export const newPerson = (): Person => ({ email: newEmail(), password: newPassword() });

export class Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What must not have happened. */
  readonly problems: string[] = [];
  readonly #service: Service;

  private constructor(service: Service, context: BrowserContext, page: Page) {
    this.#service = service;
    this.context = context;
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', ({ message }) => this.problems.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error' && !REFUSED.test(line.text())) this.problems.push(line.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const isOwn = origin === service.baseUrl || protocol === 'data:' || protocol === 'blob:';
      // The browser itself goes to an identity provider, whose page loads what it wants.
      if (isOwn || request.isNavigationRequest()) return;
      if (new URL(request.frame().url()).origin === service.baseUrl) this.problems.push(`request to ${origin}`);
    });
  }

  static async open(service: Service, browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', ...options });
    return new Visitor(service, context, await context.newPage());
  }

  /** Opens a page of the service. */
  goto = (path: string) => this.page.goto(this.#service.baseUrl + path);
  at = (tenant: Tenant, path = '/login') => this.goto(`${path}?tenant=${tenant.slug}`);

  heading = (name: string | RegExp) => this.page.getByRole('heading', { level: 1, name }).waitFor();
  press = (name: string | RegExp) => this.page.getByRole('button', { name, exact: true }).click();
  fill = (label: string, text: string) => this.page.getByLabel(label, { exact: true }).fill(text);
  /** Waits for the account page. */
  signedIn = () => this.page.waitForURL(`${this.#service.baseUrl}/account`);
  alert = (text: string | RegExp) => this.page.getByRole('alert').getByText(text).waitFor();

  /** Waits until a field is marked as wrong and has the focus. Notes if the text does not describe it. */
  wrong = async (label: string, text: string): Promise<void> => {
    const field = this.page.getByLabel(label, { exact: true }).and(this.page.locator('[aria-invalid=true]:focus'));
    const description = await field.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
    if (!description.includes(text)) this.problems.push(`${label} is described by: ${description}`);
  };

  /** Returns what `press` copies: the clipboard is empty before, because a browser writes to it a little later. */
  copied = async (press: () => Promise<void>): Promise<string> => {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await press();
    return until(() => this.page.evaluate(() => navigator.clipboard.readText()), 'text in the clipboard');
  };

  /** Names the organization by its short name. */
  nameTenant = async (slug: string) => {
    await this.press('I know the short name');
    await this.fill('Organization', slug);
    await this.press('Continue');
  };
  identify = async (address: string) => {
    await this.fill('Email address or phone number', address);
    await this.press('Continue');
  };
  enterPassword = async ({ email, password }: Person) => {
    await this.identify(email);
    await this.fill('Password', password);
    await this.press('Sign in');
  };
  /** Types a code that a message had. */
  enterCode = async (code: string, button: string) => {
    await this.fill('Code', code);
    await this.press(button);
  };
  /** Types the code of a second factor, whose last digit sends the form. */
  enterFactor = (code: string) => this.fill('Code', code);

  /** Adds to `problems` what axe-core finds on the page, in light and dark and in two sizes. Takes its pictures. */
  inspect = async (name: string, looks = LOOKS, desktop = 760): Promise<void> => {
    const { page } = this;
    for (const { colorScheme, width } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: width < 500 ? 640 : 800 });
      const where = `${name}, ${colorScheme}, ${width} px`;
      this.problems.push(...(await violations(page)).map((each) => `${where}: ${each}`));
    }
    if (PICTURES) await photograph(page, name, PICTURES, desktop);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  close = () => this.context.close();
}

/** Returns what axe-core finds on the page against WCAG 2.2 AA. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe defines itself on the page
    const { axe } = globalThis as any;
    // A sticky header covers what is scrolled below it, and axe takes it for a neighbor of what it half covers.
    scrollTo({ top: 0, behavior: 'instant' });
    const found = await axe.run({ runOnly: tags });
    const texts = found.violations.map(
      // biome-ignore lint/suspicious/noExplicitAny: the same
      ({ id, nodes }: any) => `${id} ${nodes.map((node: any) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...texts, `is ${scrollWidth} px wide`] : texts;
  }, WCAG);
}

/** Takes a picture in light for a desktop and one in dark for a phone. */
async function photograph(page: Page, name: string, directory: string, desktop: number): Promise<void> {
  mkdirSync(directory, { recursive: true });
  for (const [colorScheme, width, height] of [
    ['light', desktop, 640],
    ['dark', 360, 640],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(directory, `${name}-${colorScheme}.png`), fullPage: true });
  }
}
