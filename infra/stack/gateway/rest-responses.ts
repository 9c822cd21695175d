// Gives the responses that API Gateway sends by itself our four fields and our headers, so that clients see one kind of
// error. Any page may read them, with credentials too: API Gateway cannot look up an origin, and these responses are the
// same for every caller, so they reveal nothing about a session. Without that, a script would see a network error instead
// of 429 and its retry-after.
import { type ErrorCode, errorBody } from '../../../lib/contract/errors.ts';
import { CORS_HEADERS, SECURITY_HEADERS } from '../../../lib/http/headers.ts';

/** Every response type of API Gateway -> the code it responds with. The defaults cover types that AWS adds later. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  DEFAULT_4XX: 'INVALID_INPUT',
  DEFAULT_5XX: 'INTERNAL_ERROR',
  BAD_REQUEST_PARAMETERS: 'INVALID_INPUT',
  BAD_REQUEST_BODY: 'INVALID_INPUT',
  REQUEST_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  THROTTLED: 'RATE_LIMITED',
  QUOTA_EXCEEDED: 'RATE_LIMITED',
  // API Gateway responds so to an unknown path. It never requires a signature, a token or a key of its own.
  MISSING_AUTHENTICATION_TOKEN: 'ROUTE_NOT_FOUND',
  RESOURCE_NOT_FOUND: 'ROUTE_NOT_FOUND',
  INVALID_SIGNATURE: 'ROUTE_NOT_FOUND',
  EXPIRED_TOKEN: 'ROUTE_NOT_FOUND',
  UNAUTHORIZED: 'NO_AUTH_PROVIDED',
  INVALID_API_KEY: 'NO_AUTH_PROVIDED',
  // A firewall or a resource policy of the deployment. The response says nothing about its rules.
  WAF_FILTERED: 'REQUEST_BLOCKED',
  ACCESS_DENIED: 'REQUEST_BLOCKED',
  // The function is unavailable or throttled, or its response is malformed.
  INTEGRATION_FAILURE: 'SERVICE_UNAVAILABLE',
  INTEGRATION_TIMEOUT: 'TIMEOUT',
  API_CONFIGURATION_ERROR: 'INTERNAL_ERROR',
  AUTHORIZER_CONFIGURATION_ERROR: 'INTERNAL_ERROR',
  AUTHORIZER_FAILURE: 'INTERNAL_ERROR',
};

/** The retry-after header by status, in seconds. */
const RETRY_AFTER: Readonly<Record<number, string>> = { 429: '2', 503: '2' };
/** During maintenance, in seconds: it takes minutes, and all clients return after it. */
const MAINTENANCE_RETRY_AFTER = '120';

/** The origin that the page's browser sent, as it sent it. Browsers use HTTP/2, which has lower-case names only. */
const ORIGIN = 'method.request.header.origin';

/** The `x-amazon-apigateway-gateway-responses` of the API. */
export const gatewayResponses = (): Record<string, unknown> =>
  Object.fromEntries(Object.entries(CODES).map(([type, code]) => [type, response(code)]));

/**
 * The responses during maintenance: what API Gateway refuses, an unknown path or an unmapped content type, is a 503 as
 * well. Refusals that protect the gateway stay what they are.
 */
export const maintenanceResponses = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(CODES).map(([type, code]) => [
      type,
      PROTECTING.includes(code) ? response(code) : response('SERVICE_UNAVAILABLE', MAINTENANCE_RETRY_AFTER),
    ]),
  );

const PROTECTING: readonly ErrorCode[] = ['RATE_LIMITED', 'REQUEST_BLOCKED', 'PAYLOAD_TOO_LARGE'];

/** The headers of every response of an operation during maintenance. */
export const maintenanceHeaders = (): Record<string, string> =>
  headersOf(errorBody('SERVICE_UNAVAILABLE').statusCode, MAINTENANCE_RETRY_AFTER);

const headersOf = (status: number, retryAfter = RETRY_AFTER[status]): Record<string, string> => ({
  ...SECURITY_HEADERS,
  ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
});

function response(code: ErrorCode, retryAfter?: string) {
  const body = errorBody(code);
  const headers = { ...headersOf(body.statusCode, retryAfter), ...CORS_HEADERS };
  return {
    // Our status instead of the type's default, so that status line and body agree.
    statusCode: String(body.statusCode),
    // Static values are in single quotes; quotes inside are taken literally.
    responseParameters: {
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]),
      ),
      'gatewayresponse.header.access-control-allow-origin': ORIGIN,
    },
    responseTemplates: { 'application/json': JSON.stringify(body) },
  };
}
