// Wraps a handler in a context that collects facts about the request. Writes one log line and the metrics at its end,
// for every outcome.
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { ErrorCode } from '../contract/errors.ts';
import { tenantId, tenantOfUser, userId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { count, type MetricName, publishMetrics } from '../platform/metrics.ts';
import { current, inContext, note, resourceUse, traceId } from '../platform/request-context.ts';
import { header, type Request } from './request.ts';
import type { Response } from './response.ts';

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<Response>;

/** API Gateway lets callers choose the id. One in another form than API Gateway's own is ignored. */
const REQUEST_ID = /^[\w=-]{1,64}$/;
/** Long enough to tell browsers apart. */
const MAX_USER_AGENT = 200;

/** A trace of the caller's own, in the only version that there is: trace id, span, flags (W3C Trace Context, "traceparent"). */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Error codes that count in a metric, in every operation: failed authentication, and faults of the service. */
const COUNTED: Partial<Record<ErrorCode, MetricName>> = {
  INVALID_CREDENTIALS: 'AuthenticationFailure',
  CURRENT_PASSWORD_INCORRECT: 'AuthenticationFailure',
  VERIFICATION_CODE_INVALID: 'AuthenticationFailure',
  MFA_CODE_INVALID: 'AuthenticationFailure',
  MFA_RECOVERY_CODE_INVALID: 'AuthenticationFailure',
  SSO_TOKEN_INVALID: 'AuthenticationFailure',
  INVALID_SECRET_KEY: 'AuthenticationFailure',
  INTERNAL_ERROR: 'UnexpectedError',
};

/** Returns the handler with its log line and its metrics. */
export function withRequestLog(handle: Handler): Handler {
  return (event, lambda) => {
    const given = event.requestContext?.requestId ?? '';
    const facts = {
      requestId: REQUEST_ID.test(given) ? given : lambda.awsRequestId,
      lambdaRequestId: lambda.awsRequestId,
      traceId: traceId(),
    };
    return inContext(facts, async () => {
      const response = await handle(event, lambda);
      end(response.statusCode);
      return response;
    });
  };
}

function end(status: number): void {
  const facts = current()?.facts ?? {};
  const { code, route = 'unknown', lambdaRequestId, traceId, callerTraceId, identifier, ip, userAgent } = facts;
  const { cause, application, value } = facts;
  // A redirect may bring a refusal.
  const isRefused = status >= 400 || cause !== undefined;
  const outcome = status >= 500 ? 'failed' : isRefused ? 'refused' : 'ok';
  const about = { cause, application, value, lambdaRequestId, traceId, callerTraceId, identifier, ip, userAgent };
  log.info('request', { route, outcome, code: code ?? null, status, ...resourceUse(), ...about });
  const counted = COUNTED[code as ErrorCode];
  if (counted) count(counted);
  publishMetrics();
}

/** Notes the sender of the request, and its trace there. */
export function noteSender(request: Request): void {
  note({
    ip: request.ip,
    userAgent: header(request, 'user-agent')?.slice(0, MAX_USER_AGENT),
    callerTraceId: TRACEPARENT.exec(header(request, 'traceparent') ?? '')?.[1],
  });
}

/** Notes the tenant that the input names. The tenant of an authenticated user is noted already. */
export function noteTenant(...inputs: unknown[]): void {
  for (const input of inputs) {
    const { tenantId: named, id } = (input ?? {}) as { tenantId?: unknown; id?: unknown };
    const user = userId(id);
    note({ tenant: tenantId(named) ?? tenantId(id) ?? (user && tenantOfUser(user)) });
  }
}
