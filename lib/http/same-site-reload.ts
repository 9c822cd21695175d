// Sent here by another site, a browser holds its Strict cookies back, also after a redirect. A page that loads the same
// address again makes it a navigation of our own site, and they come.
import { config } from '../platform/config.ts';
import { header, type Request } from './request.ts';
import type { Response } from './respond.ts';

/** Says that this is the second time: a browser that never gets rid of where it came from doesn't go round in circles. */
const AGAIN = 'again';

/** Whether a browser came from another site, for the first time. */
export const isFromElsewhere = (request: Request): boolean =>
  header(request, 'sec-fetch-site')?.toLowerCase() === 'cross-site' && !request.query.has(AGAIN);

/** The page that comes again, with the query as it was. */
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
