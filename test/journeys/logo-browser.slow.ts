// Shows logos in a real browser, on a page of another origin: they must be pictures there, and nothing else anywhere.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PNG as Pixels } from 'pngjs';
import { noBrowser } from '../support/browser.ts';
import { JPEG, PNG, WEBP } from '../support/images.ts';
import { describeInBrowser, useBrowser } from '../support/in-browser.ts';

const { service, browser } = useBrowser();
let page: Page;
let site: Server;
beforeAll(async () => {
  if (noBrowser) return;
  site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><p>x'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  page = await browser.newPage();
});
afterAll(async () => {
  site?.close();
});

const upload = async (image: string) => {
  const { id } = await service.tenant();
  return (await service.admin('PUT', `/auth/admin/api/tenants/${id}/logo`, { image })).body.tenant.logo;
};

describeInBrowser('a logo', () => {
  test.each([
    ['PNG', PNG],
    ['JPEG', JPEG],
    ['WebP', WEBP],
  ])('that was uploaded as %s is shown by <img> on a page of another origin', async (_, image) => {
    const { url, width, height } = await upload(image);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    const shown = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      document.body.replaceChildren(picture);
      return [picture.naturalWidth, picture.naturalHeight];
    }, url);
    expect(shown).toEqual([width, height]);
  });

  test('shows the pixels that were uploaded', async () => {
    const { url } = await upload(PNG);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      picture.style.cssText = 'position:fixed;left:0;top:0';
      document.body.replaceChildren(picture);
    }, url);
    const { data } = Pixels.sync.read(await page.screenshot({ clip: { x: 0, y: 0, width: 8, height: 4 } }));
    // Half transparent grey (test/support/images.ts) on white.
    expect([...data.subarray(0, 4)]).toEqual([191, 191, 191, 255]);
  });

  test('that is opened by itself has no origin, so that a script could reach nothing', async () => {
    const { url } = await upload(PNG);
    await page.goto(url);
    expect(await page.evaluate(() => [self.origin, document.documentElement.nodeName])).toEqual(['null', 'svg']);
  });
});
