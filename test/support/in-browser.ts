// Declares tests in a real browser, which are skipped where there is none.
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { noBrowser, openBrowser } from './browser.ts';
import { deferred, type Service, startService } from './service.ts';
import type { Visitor } from './visitor.ts';

export const describeInBrowser = (name: string, tests: () => void): void =>
  noBrowser ? describe.skip(`${name} (skipped: ${noBrowser})`, tests) : describe(name, tests);

type Env = Record<string, string>;

/** Runs a service and a browser for the tests of a file. `env` may depend on what earlier hooks started. */
export function useBrowser(
  env: Env | (() => Env | Promise<Env>) = {},
  options: Parameters<typeof startService>[1] = {},
): { service: Service; browser: Browser } {
  let service: Service | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (noBrowser) return;
    service = await startService(typeof env === 'function' ? await env() : env, options);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  return { service: deferred('the service', () => service), browser: deferred('the browser', () => browser) };
}

/** Closes the visitor of each test, who must have met no problem. */
export const expectNoProblems = (visitorOf: () => Visitor): void =>
  afterEach(async () => {
    if (noBrowser) return;
    expect(visitorOf().problems).toEqual([]);
    await visitorOf().close();
  });
