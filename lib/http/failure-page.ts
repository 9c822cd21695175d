// Leads a person whose request failed to a page that they can read. The status stays, so alarms, logs and clients that are no
// browsers see the failure.
import { header, type Request } from './request.ts';
import type { Response } from './response.ts';

/** Route to which browsers are sent -> the page for an error of this status. */
export type Pages = Readonly<Record<string, (status: number) => { location: string }>>;

/** Whether a browser shows the response to a person. Browsers that do not say so name the pages that they can show. */
function isNavigation(request: Request): boolean {
  const mode = header(request, 'sec-fetch-mode')?.toLowerCase();
  return mode === undefined ? (header(request, 'accept') ?? '').includes('text/html') : mode === 'navigate';
}

/** Returns the response as a page that leads on, if a person would see it; else unchanged. Never throws. */
export function shownToPerson(response: Response, request: Request, pages: Pages): Response {
  const page = pages[`${request.method} ${request.path}`];
  if (!page || !isNavigation(request)) return response;
  try {
    const { location } = page(response.statusCode);
    const headers = { ...response.headers, 'content-type': 'text/html; charset=utf-8', refresh: `0;url=${location}` };
    return { ...response, headers, body: '<!doctype html><title>…</title>' };
  } catch {
    // A setting is invalid, so the address of the page is not known.
    return response;
  }
}
