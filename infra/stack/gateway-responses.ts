// What API Gateway answers by itself wears our four fields and our headers, so that a client meets one kind of error.
// All but those for other origins: it can't look one up, and a fixed one would be wrong for all others. A script of
// another origin learns of such an answer only that there was none it may read.
import { type ErrorCode, errorBody } from '../../lib/contract/errors.ts';
import { SECURITY_HEADERS } from '../../lib/http/headers.ts';

/** Every response type of API Gateway -> the code it is answered with. The defaults stand for what AWS adds later. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  DEFAULT_4XX: 'INVALID_INPUT',
  DEFAULT_5XX: 'INTERNAL_ERROR',
  BAD_REQUEST_PARAMETERS: 'INVALID_INPUT',
  BAD_REQUEST_BODY: 'INVALID_INPUT',
  REQUEST_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  THROTTLED: 'RATE_LIMITED',
  QUOTA_EXCEEDED: 'RATE_LIMITED',
  // How API Gateway says that there is no such path. It never asks for a signature, a token or a key of its own.
  MISSING_AUTHENTICATION_TOKEN: 'ROUTE_NOT_FOUND',
  RESOURCE_NOT_FOUND: 'ROUTE_NOT_FOUND',
  INVALID_SIGNATURE: 'ROUTE_NOT_FOUND',
  EXPIRED_TOKEN: 'ROUTE_NOT_FOUND',
  UNAUTHORIZED: 'NO_AUTH_PROVIDED',
  INVALID_API_KEY: 'NO_AUTH_PROVIDED',
  // A firewall or a resource policy that the deployment added. Nothing more is said about its rules.
  WAF_FILTERED: 'REQUEST_BLOCKED',
  ACCESS_DENIED: 'REQUEST_BLOCKED',
  // The function is away, throttled, or its answer is malformed.
  INTEGRATION_FAILURE: 'SERVICE_UNAVAILABLE',
  INTEGRATION_TIMEOUT: 'TIMEOUT',
  API_CONFIGURATION_ERROR: 'INTERNAL_ERROR',
  AUTHORIZER_CONFIGURATION_ERROR: 'INTERNAL_ERROR',
  AUTHORIZER_FAILURE: 'INTERNAL_ERROR',
};

/** Statuses that say when to come back; seconds. */
const RETRY_AFTER: Readonly<Record<number, string>> = { 429: '2', 503: '2' };

/** The `x-amazon-apigateway-gateway-responses` of the API. */
export const gatewayResponses = (): Record<string, unknown> =>
  Object.fromEntries(Object.entries(CODES).map(([type, code]) => [type, response(code)]));

function response(code: ErrorCode) {
  const body = errorBody(code);
  const retryAfter = RETRY_AFTER[body.statusCode];
  const headers = {
    ...SECURITY_HEADERS,
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(body.statusCode === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  };
  return {
    // Ours, not the type's own: status line and body must say the same.
    statusCode: String(body.statusCode),
    // Static values stand in single quotes; further ones inside are taken as they are.
    responseParameters: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]),
    ),
    responseTemplates: { 'application/json': JSON.stringify(body) },
  };
}
