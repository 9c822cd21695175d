// Turns anything thrown into a response of the error catalogue. An unexpected error reveals nothing but its existence.
import { randomInt } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { challengeOf, oauthErrorBody } from '../contract/oauth-errors.ts';
import type { ErrorForm } from '../contract/operation.ts';
import { Unavailable } from '../platform/errors.ts';
import { describeError, log } from '../platform/log.ts';
import { note } from '../platform/request-context.ts';
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
