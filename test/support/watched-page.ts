// Opens pages of the service in a browser and records what a page must never do: report a fault, break its own policy,
// or ask another origin for something.
import type { Browser, BrowserContext, Page } from 'playwright-core';

export type Watched = {
  page: Page;
  context: BrowserContext;
  /** Faults that the page reported: errors of scripts, refusals by its policy, dialogs. */
  faults: string[];
  /** Every address that the page asked for. */
  requests: string[];
  /** The `Referer` of every request that has one. */
  referrers: string[];
  close: () => Promise<void>;
};

/** Opens an empty page in a browser of its own. */
export async function openWatched(browser: Browser): Promise<Watched> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const [faults, requests, referrers] = [[], [], []] as [string[], string[], string[]];
  // A reply that refuses something is expected and is a line in the console as well.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('dialog', async (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    requests.push(request.url());
    const { referer } = request.headers();
    if (referer) referrers.push(referer);
  });
  return { page, context, faults, requests, referrers, close: () => context.close() };
}

/** Signs in on the sign-in page that is open. Resolves when the page has left for elsewhere. */
export async function signInOnPage(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await typePassword(page, email, password);
  await page.waitForURL((url) => !url.pathname.includes('/login'));
}

/** Types address and password on the sign-in page that is open, and sends them. */
export async function typePassword(page: Page, email: string, password: string): Promise<void> {
  const field = page.locator('input[autocomplete^=username]:visible');
  const another = page.getByRole('button', { name: 'Use another account' });
  await field.or(another).first().waitFor();
  // A browser that has a session is asked first.
  if (await another.isVisible()) await another.click();
  await field.fill(email);
  await page.locator('button[type=submit]').click();
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
}
