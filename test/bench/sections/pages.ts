// Measures the pages: their sizes, and how soon a browser on a slow phone shows the sign-in page of a tenant, as a
// multiple of the shortest page that the same server has.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { seed } from '../../../infra/tools/local/seed.ts';
import { buildPages } from '../../../infra/web/build.ts';
import { openBrowser } from '../../support/browser.ts';
import { atMost, type Section } from '../harness/report.ts';
import { startService } from '../harness/service.ts';
import { median } from '../harness/stats.ts';

/** Slow 4G and a slow phone, as Lighthouse measures: 150 ms, 1.6 Mbit/s, a fourth of this machine's speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWDOWN = 4;
const ROUNDS = 5;
/** Seconds: half of what counts as good (web.dev, "Largest Contentful Paint"). Reported. */
const MAX_SECONDS = 1.2;
/** Relative to the health check, which a browser shows as a line of text. Asserted. */
const MAX_MULTIPLE = 5;

export async function pages(): Promise<Section> {
  const service = await startService();
  const browser = await openBrowser();
  try {
    const { baseUrl } = service;
    const made = await seed(baseUrl, service.adminSecretKey);
    const slug = made?.tenant.slug;
    const addresses = {
      shortest: '/auth/health',
      'sign-in': `/login?tenant=${slug}`,
      organization: '/login',
      console: '/console',
    };
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const times: Record<string, number> = {};
      for (const [name, path] of Object.entries(addresses)) times[name] = await paint(browser, `${baseUrl}${path}`);
      // The first round builds the pages.
      if (round) rounds.push(times);
    }
    const rows = Object.keys(addresses).map((name) => {
      const seconds = median(rounds.map((times) => times[name] as number)) / 1000;
      const multiple = median(rounds.map((times) => (times[name] as number) / (times.shortest as number)));
      return { page: name, 'LCP s': seconds, 'x shortest': multiple, ...atMost(seconds, MAX_SECONDS) };
    });
    const notes = [`slow 4G, CPU ${SLOWDOWN} times slower, nothing cached; x shortest: ${MAX_MULTIPLE} (asserted)`];
    const exceeded = rows.filter((row) => row['x shortest'] > MAX_MULTIPLE).map(({ page }) => `LCP of ${page}`);
    return { tables: [await sizes(), { title: 'Pages: largest contentful paint', rows, notes }], exceeded };
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Returns the milliseconds until the largest text or picture of a page is painted, in a browser without a cache. */
async function paint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto(address, { waitUntil: 'networkidle' });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0));
          observer.observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}

/** The limits are asserted by test/api/pages/build.test.ts. */
async function sizes() {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-pages-'));
  try {
    await buildPages(directory);
    const files = (await readdir(directory, { recursive: true })).filter((file) => /\.\w+$/.test(file)).sort();
    const rows = await Promise.all(
      files.map(async (file) => {
        const content = await readFile(join(directory, file));
        return { file, KB: content.length / 1024, 'gzip KB': gzipSync(content, { level: 9 }).length / 1024 };
      }),
    );
    return { title: 'Pages: files', rows };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
