// Makes the responses of SCIM, and turns anything thrown into its form of an error.
import type { ApiError } from '../../contract/errors.ts';
import { asApiError } from '../../http/errors.ts';
import type { Response } from '../../http/response.ts';
import { Unavailable } from '../../platform/errors.ts';
import { describeError, log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { errorBody, ScimError, type ScimType } from '../errors.ts';

/** The result of an operation. */
export type Result = { status: 200 | 201 | 204 | 304; body?: unknown; headers?: Record<string, string> };

const TYPE = { 'content-type': 'application/scim+json; charset=utf-8' };

export const respond = ({ status, body, headers = {} }: Result): Response => ({
  statusCode: status,
  headers: { ...(body !== undefined && TYPE), ...headers },
  multiValueHeaders: {},
  body: body === undefined ? '' : JSON.stringify(body),
});

/** Our codes that have a keyword of SCIM. */
const KEYWORDS: Readonly<Record<string, ScimType>> = { INVALID_JSON: 'invalidSyntax', INVALID_INPUT: 'invalidValue' };

/** Returns the response for an error. Logs it if the service is at fault, and then reveals nothing but that. */
export function refused(error: unknown): Response {
  if (error instanceof ScimError) {
    const { status, message, scimType, headers } = error;
    note({ code: scimType ?? `SCIM_${status}` });
    return asResponse(status, errorBody(status, message, scimType), headers);
  }
  const known: ApiError = asApiError(error);
  const { statusCode } = known.body;
  note({ code: known.code });
  if (statusCode >= 500) {
    const cause = error instanceof Unavailable ? (error.cause ?? error) : error;
    log.error(known.code === 'INTERNAL_ERROR' ? 'fault' : 'unavailable', describeError(cause));
  }
  return asResponse(statusCode, errorBody(statusCode, known.message, KEYWORDS[known.code]), known.headers);
}

const asResponse = (statusCode: number, body: unknown, headers: Readonly<Record<string, string>>): Response => ({
  statusCode,
  headers: { ...TYPE, ...headers },
  multiValueHeaders: {},
  body: JSON.stringify(body),
});
