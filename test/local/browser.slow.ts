// Uses the local pages in a real browser.
import { createServer } from 'node:http';
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { noBrowser } from '../support/browser.ts';
import { useBrowser } from '../support/in-browser.ts';
import { newEmail } from '../support/service.ts';
import { PATIENCE_MS } from '../support/until.ts';

const title = (name: string): string => (noBrowser ? `${name} (skipped: ${noBrowser})` : name);
const describeIf = noBrowser ? describe.skip : describe;

const { service, browser } = useBrowser({}, { changeFeed: false, mailer: () => Promise.reject(new Error('never')) });
let context: BrowserContext;
let page: Page;
let complaints: string[];

const mail = async (to: string, subject: string, text: string, html?: string) => {
  const ses = new SESClient();
  const Body = { Text: { Data: text }, ...(html === undefined ? {} : { Html: { Data: html } }) };
  const Message = { Subject: { Data: subject }, Body };
  await ses.send(
    new SendEmailCommand({ Source: process.env.GATEHOUSE_SENDER, Destination: { ToAddresses: [to] }, Message }),
  );
  ses.destroy();
};
const sms = async (PhoneNumber: string, Message: string) => {
  const sns = new SNSClient();
  await sns.send(new PublishCommand({ PhoneNumber, Message }));
  sns.destroy();
};

beforeEach(async () => {
  if (noBrowser) return;
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterEach(async () => {
  // The page polls every second: a request may still be passing through a route of the test.
  await page?.unrouteAll({ behavior: 'ignoreErrors' });
  await context?.close();
});

const row = (to: string) => page.getByRole('navigation').getByRole('button').filter({ hasText: to });
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

describeIf(title('the inbox'), () => {
  test('the inbox shows new messages without a reload, and copies code and link with one click', async () => {
    const to = newEmail();
    await page.goto(`${service.baseUrl}/__inbox`);
    await mail(to, 'Welcome', 'Your code is 246810.\nOr open http://localhost:3000/login/invitation#token=abc.');
    await sms('+14155550142', 'Code 135790');
    await row('+14155550142').waitFor();
    expect(await row(to).textContent()).toMatch(/E-mail.*Welcome/);
    expect(await page.getByRole('navigation').getByRole('button').first().textContent()).toContain('+14155550142');

    await row(to).click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard()).toBe('246810');
    const found = page.getByRole('list', { name: 'Found in this message' });
    expect(await found.getByRole('link').getAttribute('href')).toBe('http://localhost:3000/login/invitation#token=abc');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link was copied').waitFor();
    expect(await clipboard()).toBe('http://localhost:3000/login/invitation#token=abc');

    await row('+14155550142').click();
    await page.getByText('Code 135790', { exact: true }).last().waitFor();
    expect(await page.getByRole('group', { name: 'Show as' }).isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('the inbox is usable with the keyboard only', async () => {
    const [older, newer] = [newEmail(), newEmail()];
    await mail(older, 'Older', 'The code: 111222');
    await mail(newer, 'Newer', 'Nothing');
    await page.goto(`${service.baseUrl}/__inbox`);
    await row(newer).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Older' }).waitFor();
    expect(await row(older).getAttribute('aria-current')).toBe('true');
    await mail(newEmail(), 'Meanwhile', 'This one must not take the focus');
    await page.getByText('Meanwhile').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(older);
    await page.getByRole('button', { name: 'Copy code' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard()).toBe('111222');
    expect(complaints).toEqual([]);
  });

  test('the inbox filters by recipient', async () => {
    const [wanted, other] = [newEmail(), newEmail()];
    await mail(wanted, 'Wanted', 'x');
    await mail(other, 'Other', 'x');
    await page.goto(`${service.baseUrl}/__inbox`);
    await row(other).waitFor();
    await page.getByLabel('Recipient').fill(wanted.slice(3).toUpperCase());
    await row(other).waitFor({ state: 'detached' });
    expect(await page.getByRole('navigation').getByRole('button').count()).toBe(1);
    expect(await page.getByRole('status').textContent()).toMatch(/^1 message of \d+$/);
    await page.getByLabel('Recipient').fill('nobody');
    await page.getByText('No messages.').waitFor();
  });

  test('the inbox renders HTML without running it', async () => {
    const to = newEmail();
    const script = '<script>top.document.title = "taken"; document.title = "taken"</script>';
    let loaded = 0;
    const tracker = createServer((_request, response) => {
      loaded++;
      response.end();
    });
    const port = await listen(tracker, 0);
    const image = `<img src="http://127.0.0.1:${port}/x.png" onerror="top.document.title = 'taken'">`;
    await mail(
      to,
      '<img src=x onerror=alert(1)>',
      '<b>text</b>',
      `<p style="color: red">Hello <i>you</i></p>${script}${image}`,
    );
    await page.goto(`${service.baseUrl}/__inbox`);
    await row(to).click();
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    await page.frameLocator('iframe').getByText('Hello you').waitFor();
    expect(await page.title()).toBe('Inbox · Gatehouse');
    expect(loaded).toBe(0);
    // The browser reports only that it blocked what the message tried.
    const blocked = /sandboxed|Content Security Policy/;
    expect(complaints.filter((text) => !blocked.test(text))).toEqual([]);
    expect(complaints.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByText('<b>text</b>').waitFor();
    expect(await page.frameLocator('iframe').locator('p').isVisible()).toBe(false);
    await close(tracker);
  });

  test('the inbox shows dead letters and requeues them', async () => {
    const { queue } = service.local;
    await page.goto(`${service.baseUrl}/__inbox`);
    await page.route('**/__inbox/messages', async (route) => {
      const response = await route.fetch({ headers: {} });
      await route.fulfill({ response, headers: { ...response.headers(), etag: '"other"', 'x-dead-letters': '2' } });
    });
    await page.getByRole('alert').getByText('2 messages could not be delivered.').waitFor();
    const posted = page.waitForRequest((request) => request.url().endsWith('/__inbox/dead-letters/redrive'));
    await page.getByRole('button', { name: 'Try again' }).click();
    expect((await (await posted).response())?.status()).toBe(200);
    expect(queue.deadLetters()).toEqual([]);
  });

  test('the inbox has accessible names and enough contrast, light and dark', async () => {
    await mail(newEmail(), 'Contrast', 'Code 998877');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service.baseUrl}/__inbox`);
      await page.getByRole('navigation').getByRole('button').first().click();
      const faint = await page.evaluate(() => {
        const luminance = (color: string) => {
          const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
          const [r = 0, g = 0, b = 0] = parts.map((part) =>
            part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const backgroundOf = (element: Element | null): string => {
          if (!element) return getComputedStyle(document.documentElement).backgroundColor;
          const own = getComputedStyle(element).backgroundColor;
          return own === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : own;
        };
        const ratio = (element: Element) => {
          const [a, b] = [getComputedStyle(element).color, backgroundOf(element)].map(luminance) as [number, number];
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        };
        return [...document.querySelectorAll('body *')]
          .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
          .filter((element) => ratio(element) < 4.5)
          .map((element) => `${element.outerHTML.slice(0, 80)} ${ratio(element)}`);
      });
      expect(faint).toEqual([]);
    }
    for (const role of ['banner', 'main', 'navigation', 'search'] as const) {
      expect(await page.getByRole(role).count()).toBe(1);
    }
    for (const role of ['button', 'searchbox', 'heading'] as const) {
      const named = await page.getByRole(role, { name: /\S/ }).count();
      expect(named).toBeGreaterThan(0);
      expect(named).toBe(await page.getByRole(role).count());
    }
    expect(await page.locator('iframe:not([title])').count()).toBe(0);
  });
});

describeIf(title('the reference'), () => {
  test('the reference shows operations of both documents without a complaint or a request to another host', async () => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(`${service.baseUrl}/__docs`);
    await page.getByRole('heading', { name: 'Gatehouse', exact: true }).waitFor();
    await page.getByText('Log in with a password, a code or an identity provider').first().waitFor();
    await page.getByText('Gatehouse', { exact: true }).first().click();
    await page.getByText('Resources', { exact: true }).first().click();
    await page.getByText('projects').first().waitFor();
    expect([...hosts]).toEqual([new URL(service.baseUrl).host]);
    expect(complaints).toEqual([]);
  });

  test('the reference says what it needs where the browser blocks the storage', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    });
    await page.goto(`${service.baseUrl}/__docs`);
    await page.getByText('This page needs cookies and storage.').waitFor();
    expect(await page.getByRole('link', { name: '/openapi.json' }).getAttribute('href')).toBe('/openapi.json');
  });
});
