// Reloads a page that another site navigated to. A browser omits SameSite=Strict cookies from such a request, even
// after a redirect. A page that loads the same address again makes a same-site navigation, which carries them.
import type { Operation } from '../contract/operation.ts';
import { config } from '../platform/settings/config.ts';
import { cookieName } from './cookies.ts';
import { header, type Request } from './request.ts';
import type { Response } from './response.ts';

/** Marks the second request, so that a browser that still reports the other site is not reloaded for ever. */
const AGAIN = 'again';

/** Whether this is the second request. */
export const isReloaded = (request: Request): boolean => request.query.has(AGAIN);

/** Whether another site sent the browser here and the page was not reloaded yet. */
const isFromElsewhere = (request: Request): boolean =>
  header(request, 'sec-fetch-site')?.toLowerCase() === 'cross-site' && !isReloaded(request);

/**
 * Whether the browser says that no page of this site sent it here: another site did, or a link outside the browser, such
 * as one in a message.
 */
export const isSentByOtherSite = (request: Request): boolean =>
  !['same-origin', 'same-site'].includes(header(request, 'sec-fetch-site')?.toLowerCase() ?? 'same-origin');

/** A page in a frame of another site gets no SameSite cookies when it is loaded again either. */
const isFramed = (request: Request): boolean =>
  /^(i?frame|embed|object)$/.test(header(request, 'sec-fetch-dest') ?? '');

/** Whether the operation wants the page to be loaded again. */
export function mayReload(request: Request, browser: Operation['browser']): boolean {
  const reload = browser?.reload;
  if (!reload || !isFromElsewhere(request)) return false;
  return reload === true || (!isFramed(request) && !request.cookies.has(cookieName('access')));
}

/** Returns the page that loads the same address again, with the same query. */
export function reload({ path, query }: Request): Response {
  const sent = [...query].flatMap(([name, values]) => values.map((value) => [name, value]));
  const again = new URLSearchParams([...sent, [AGAIN, '1']]);
  return {
    statusCode: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', refresh: `0;url=${config().baseUrl}${path}?${again}` },
    multiValueHeaders: {},
    body: '<!doctype html><title>Logging in</title>',
  };
}
