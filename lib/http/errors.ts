// Turns anything thrown into a response of the error catalogue. An unexpected error reveals nothing but its existence.
import { randomInt } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { challengeOf, oauthErrorBody } from '../contract/oauth-errors.ts';
import type { ErrorForm } from '../contract/operation.ts';
import { Unavailable } from '../platform/errors.ts';
import { describeError, log } from '../platform/log.ts';
import { note } from '../platform/request-context.ts';
import { header, type Request } from './request.ts';
import type { Response } from './response.ts';

/**
 * Seconds a client should wait while a dependency is unavailable: 2 to 5 at random. Clients that were refused together
 * must not return together (Amazon Builders' Library, "Timeouts, retries, and backoff with jitter").
 */
const retryAfter = (): number => randomInt(2, 6);

/** Returns the error as the contract knows it. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Unavailable)
    return new ApiError('SERVICE_UNAVAILABLE', { retryAfter: retryAfter(), cause: error });
  return new ApiError('INTERNAL_ERROR', { cause: error });
}

/** Returns the response for an error, in our form or in OAuth's. Logs the error if the service is at fault. */
export function errorResponse(error: unknown, form?: ErrorForm): Response {
  const known = asApiError(error);
  note({ code: known.code });
  if (known.body.statusCode >= 500) {
    const cause = error instanceof Unavailable ? (error.cause ?? error) : error;
    log.error(known.code === 'INTERNAL_ERROR' ? 'fault' : 'unavailable', describeError(cause));
  }
  return {
    statusCode: known.body.statusCode,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // RFC 9110 15.5.2 asks for it. API Gateway delivers it as x-amzn-remapped-www-authenticate; a proxy in front can
      // rename it. No client may depend on it.
      ...(challenged(known, form)
        ? { 'www-authenticate': form ? challengeOf(known.code, known.message) : 'Bearer' }
        : {}),
      ...(form ? OAUTH_HEADERS : {}),
      ...known.headers,
    },
    multiValueHeaders: {},
    body: JSON.stringify(form ? oauthErrorBody(known.code, known.message) : known.body),
  };
}

/** RFC 6749 5.1 and 5.2 want it beside `cache-control`, which every response has. */
export const OAUTH_HEADERS = { pragma: 'no-cache' };

/** A resource challenges whenever it refuses a token (RFC 6750 3), everything else when it asks for a credential. */
const challenged = ({ code, body }: ApiError, form: ErrorForm | undefined): boolean =>
  body.statusCode === 401 || (form === 'resource' && ['MFA_REQUIRED', 'FORBIDDEN'].includes(code));

/** Route to which browsers are sent -> the page for an error of this status. */
export type Pages = Readonly<Record<string, (status: number) => { location: string }>>;

/** Whether a browser shows the response to a person. Browsers that do not say so name the pages that they can show. */
function isNavigation(request: Request): boolean {
  const mode = header(request, 'sec-fetch-mode')?.toLowerCase();
  return mode === undefined ? (header(request, 'accept') ?? '').includes('text/html') : mode === 'navigate';
}

/**
 * Returns the response as a page that leads on, if a person would see it; else unchanged. The status stays, so alarms, logs
 * and clients that are no browsers see the failure. Never throws.
 */
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
