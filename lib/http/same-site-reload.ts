// Reloads a page that another site navigated to. A browser omits SameSite=Strict cookies from such a request, even
// after a redirect. A page that loads the same address again makes a same-site navigation, which carries them.
import { config } from '../platform/config.ts';
import { header, type Request } from './request.ts';
import type { Response } from './respond.ts';

/** Marks the second request, so that a browser that still reports the other site is not reloaded for ever. */
const AGAIN = 'again';

/** Whether another site sent the browser here and the page was not reloaded yet. */
export const isFromElsewhere = (request: Request): boolean =>
  header(request, 'sec-fetch-site')?.toLowerCase() === 'cross-site' && !request.query.has(AGAIN);

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
