// Defines the errors of the verifier. Each has the status and the four-field body that Gatehouse itself responds with.

/** The body of every error response: that of the service, and that of these functions. */
export type ErrorBody = { statusCode: number; error: string; message: string; code: string };

/**
 * Code -> status, status text, message: as in lib/contract/errors.ts, which a test compares. The service does not respond with
 * STEP_UP_REQUIRED: its status is that of RFC 9470.
 */
const catalogue = {
  CONFLICTING_CREDENTIALS: [400, 'Bad Request', 'The request carries conflicting credentials.'],
  NO_AUTH_PROVIDED: [401, 'Unauthorized', 'Authentication is required.'],
  INVALID_TOKEN: [401, 'Unauthorized', 'The access token is not valid.'],
  STEP_UP_REQUIRED: [401, 'Unauthorized', 'Please log in again to do this.'],
  CSRF_ORIGIN_REJECTED: [403, 'Forbidden', 'Requests from this origin are not allowed.'],
  FORBIDDEN: [403, 'Forbidden', 'This is not allowed.'],
  INSUFFICIENT_SCOPE: [403, 'Forbidden', 'The token of the application has not the scope that this needs.'],
  MISSING_REQUIRED_PERMISSIONS: [403, 'Forbidden', 'A permission is missing.'],
  NOT_A_MEMBER_OF_TENANT: [403, 'Forbidden', 'You have no account in this tenant.'],
  INTERNAL_ERROR: [500, 'Internal Server Error', 'Something went wrong.'],
  SERVICE_UNAVAILABLE: [503, 'Service Unavailable', 'The service is temporarily unavailable. Try again later.'],
} as const;

export type AuthErrorCode = keyof typeof catalogue;
export type AuthErrorOptions = { cause?: unknown; headers?: Record<string, string> };

/**
 * A refusal. `cause` says why, for your log: it is not part of the response. Hono responds with `getResponse()`, Fastify
 * with the same four fields, and both without any set-up.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  /** One of `AuthErrorCode`; after an online check, any code of the service. */
  readonly code: string;
  readonly statusCode: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: ErrorBody, { cause, headers = {} }: AuthErrorOptions = {}) {
    super(body.message, { cause });
    this.body = body;
    this.code = body.code;
    this.statusCode = body.statusCode;
    this.headers = { ...challenge(body), ...headers };
  }

  /** The refusal as a response of the Fetch API. */
  getResponse(): Response {
    return Response.json(this.body, { status: this.statusCode, headers: this.headers });
  }
}

/** HTTP asks for a challenge in each 401 (RFC 9110 15.5.2, RFC 6750 3). */
function challenge({ statusCode, code }: ErrorBody): Record<string, string> {
  if (statusCode !== 401) return {};
  return { 'www-authenticate': code === 'NO_AUTH_PROVIDED' ? 'Bearer' : 'Bearer error="invalid_token"' };
}

/** Returns the body of a code. */
export function bodyOf(code: AuthErrorCode): ErrorBody {
  const [statusCode, error, message] = catalogue[code];
  return { statusCode, error, message, code };
}

/** Throws the error `code`. */
export function refuse(code: AuthErrorCode, options?: AuthErrorOptions): never {
  throw new AuthError(bodyOf(code), options);
}

/** Whether an error is one of these. Bundlers may load this module twice, so that `instanceof` is not enough. */
export const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && error.name === 'AuthError' && 'statusCode' in error && 'body' in error;
