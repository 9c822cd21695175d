// Turns anything thrown into a response of the error catalogue. An unexpected error reveals nothing but its existence.
import { randomInt } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { Unavailable } from '../platform/errors.ts';
import { describeError, log } from '../platform/log.ts';
import { note } from '../platform/request-context.ts';
import type { Response } from './respond.ts';

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

/** Returns the response for an error. Logs the error if the service is at fault. */
export function errorResponse(error: unknown): Response {
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
      ...(known.body.statusCode === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...known.headers,
    },
    multiValueHeaders: {},
    body: JSON.stringify(known.body),
  };
}
