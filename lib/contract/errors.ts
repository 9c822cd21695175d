// Defines every error the service responds with: code -> status and message. A code has the same status everywhere.
// Clients branch on `code`. error-meanings.ts says what each code means.

const catalogue = {
  // 400
  INVALID_JSON: [400, 'The request body is not valid JSON.'],
  INVALID_INPUT: [400, 'The request is not valid.'],
  TENANT_ID_REQUIRED: [400, 'tenantId is required.'],
  EMAIL_OR_PHONE_REQUIRED: [400, 'An email address or a phone number is required.'],
  EMAIL_ALREADY_EXISTS: [400, 'This email address is already registered.'],
  PHONE_ALREADY_EXISTS: [400, 'This phone number is already registered.'],
  PASSWORD_TOO_SHORT: [400, 'The password is too short.'],
  PASSWORD_TOO_LONG: [400, 'The password is too long.'],
  PASSWORD_TOO_COMMON: [400, 'This password is too common.'],
  PASSWORD_CONTAINS_IDENTIFIER: [400, 'The password contains your email address, the tenant or the product name.'],
  CURRENT_PASSWORD_INCORRECT: [400, 'The current password is not correct.'],
  NEW_PASSWORD_SAME_AS_CURRENT: [400, 'The new password must differ from the current one.'],
  INVALID_SLUG_FORMAT: [400, 'A slug consists of lowercase letters and digits, in groups joined by single hyphens.'],
  VERIFICATION_CODE_INVALID: [400, 'The code is not valid.'],
  MFA_CODE_INVALID: [400, 'The code is not valid.'],
  PASSWORD_RESET_TOKEN_INVALID: [400, 'The link is not valid.'],
  NO_EMAIL_ADDRESS: [400, 'This account has no email address.'],
  NO_PHONE_NUMBER: [400, 'This account has no phone number.'],
  EMAIL_ALREADY_VERIFIED: [400, 'This email address is already verified.'],
  PHONE_ALREADY_VERIFIED: [400, 'This phone number is already verified.'],
  MFA_RECOVERY_CODE_INVALID: [400, 'The recovery code is not valid.'],
  MFA_METHOD_NOT_AVAILABLE: [400, 'This method is not available.'],
  MFA_LAST_FACTOR: [400, 'The last authenticator cannot be removed. Set up another one first.'],
  MFA_DEVICE_LIMIT_REACHED: [400, 'There are too many authenticators. Remove one first.'],
  ROLE_NAME_REQUIRED: [400, 'A role needs a name.'],
  ROLE_PERMISSION_VALIDATION_FAILED: [400, 'One of the permissions does not exist for this guard.'],
  GUARD_MISMATCH: [400, 'The role belongs to another guard.'],
  PLATFORM_ACCESS_DISABLED: [400, 'Platform accounts are not available.'],
  CURSOR_INVALID: [400, 'The cursor is not valid. Start again without it.'],
  CONFLICTING_CREDENTIALS: [400, 'The request carries conflicting credentials.'],
  REDIRECT_NOT_ALLOWED: [400, 'This redirect URI is not allowed.'],
  SSO_STATE_INVALID: [400, 'This login was started elsewhere or is over. Start again.'],
  ACCOUNT_LINK_REQUIRED: [
    400,
    'An account with this email address already exists. Log in to it and verify the address first.',
  ],
  // 401
  NO_AUTH_PROVIDED: [401, 'Authentication is required.'],
  INVALID_TOKEN: [401, 'The access token is not valid.'],
  INVALID_CREDENTIALS: [401, 'The credentials are not valid.'],
  SSO_TOKEN_INVALID: [401, 'The identity provider did not confirm this login.'],
  INVALID_PROVIDER: [401, 'This login provider is not available.'],
  SESSION_NOT_FOUND: [401, 'The session has ended.'],
  SESSION_INVALID: [401, 'The admin session is not valid.'],
  ACCOUNT_INACTIVE: [401, 'This account is not active.'],
  MFA_REQUIRED: [401, 'A second factor is required.'],
  REFRESH_TOKEN_INVALID: [401, 'The refresh token is not valid.'],
  REFRESH_TOKEN_EXPIRED: [401, 'The refresh token has expired. Log in again.'],
  REFRESH_TOKEN_REUSED: [401, 'The refresh token was already used.'],
  INVALID_SECRET_KEY: [401, 'The secret key is not valid.'],
  SECRET_KEY_NOT_CONFIGURED: [401, 'No secret key is configured.'],
  // 403
  REGISTRATION_DISABLED: [403, 'Registration is closed.'],
  CSRF_TOKEN_INVALID: [403, 'The CSRF token is missing or not valid.'],
  CSRF_ORIGIN_REJECTED: [403, 'Requests from this origin are not allowed.'],
  MISSING_REQUIRED_PERMISSIONS: [403, 'A permission is missing.'],
  NOT_A_MEMBER_OF_TENANT: [403, 'You have no account in this tenant.'],
  TENANT_MISMATCH: [403, 'You can invite only into your own tenant.'],
  EMAIL_DOMAIN_NOT_ALLOWED: [403, 'Email addresses of this domain are not accepted.'],
  FORBIDDEN: [403, 'This is not allowed.'],
  REAUTH_REQUIRED: [403, 'Please log in again to do this.'],
  MFA_NOT_ENABLED: [403, 'Two-factor authentication is not enabled.'],
  MFA_TOGGLING_NOT_ALLOWED: [403, 'Two-factor authentication cannot be switched off here.'],
  MFA_CANNOT_ENABLE_WITHOUT_METHOD: [403, 'There is no verified second factor. Set one up first.'],
  ADMIN_BOOTSTRAP_CLOSED: [403, 'The first admin has already been created.'],
  REQUEST_BLOCKED: [403, 'The request was blocked.'],
  // 404, 405
  ROUTE_NOT_FOUND: [404, 'There is no such route.'],
  TENANT_NOT_FOUND: [404, 'There is no such tenant.'],
  USER_NOT_FOUND: [404, 'There is no such user.'],
  USER_SESSION_NOT_FOUND: [404, 'There is no such session.'],
  MFA_DEVICE_NOT_FOUND: [404, 'There is no such device.'],
  PROVIDER_NOT_FOUND: [404, 'There is no such identity provider.'],
  ROLE_NOT_FOUND: [404, 'There is no such role.'],
  PERMISSION_NOT_FOUND: [404, 'There is no such permission.'],
  ADMIN_USER_NOT_FOUND: [404, 'There is no such admin.'],
  BLOCKED_DOMAIN_NOT_FOUND: [404, 'This domain is not blocked.'],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed here.'],
  // 409
  TENANT_ALREADY_EXISTS: [409, 'A tenant with this slug already exists.'],
  USER_ALREADY_EXISTS: [409, 'A user with this address already exists.'],
  ROLE_ALREADY_EXISTS: [409, 'A role with this name already exists.'],
  PERMISSION_ALREADY_EXISTS: [409, 'A permission with this name already exists.'],
  ADMIN_USER_EXISTS: [409, 'An admin with this address already exists.'],
  ADMIN_LAST_REMAINING: [409, 'The last admin cannot be deleted.'],
  // 413 to 431
  PAYLOAD_TOO_LARGE: [413, 'The request body is too large.'],
  URI_TOO_LONG: [414, 'The request path is too long.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The request body must be application/json in UTF-8.'],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large.'],
  // 429
  RATE_LIMITED: [429, 'Too many requests. Try again later.'],
  ACCOUNT_LOCKED: [429, 'Too many failed attempts. Try again later.'],
  // 5xx
  INTERNAL_ERROR: [500, 'Something went wrong.'],
  SERVICE_UNAVAILABLE: [503, 'The service is temporarily unavailable. Try again later.'],
  TIMEOUT: [504, 'The service did not respond in time.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof catalogue;
export const errorCodes = Object.keys(catalogue) as ErrorCode[];

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export type ErrorBody = { statusCode: number; error: string; message: string; code: ErrorCode };

export const statusOf = (code: ErrorCode): number => catalogue[code][0];

/** Returns the four fields that every error response has. */
export function errorBody(code: ErrorCode, message: string = catalogue[code][1]): ErrorBody {
  const statusCode = catalogue[code][0];
  return { statusCode, error: STATUS_TEXT[statusCode] as string, message, code };
}

export type ErrorOptions = { message?: string; retryAfter?: number; headers?: Record<string, string>; cause?: unknown };

/** An error of the catalogue. `message` is sent to the caller. Internal details belong in `cause`, which is never sent. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message, retryAfter, headers, cause }: ErrorOptions = {}) {
    super(message ?? catalogue[code][1], { cause });
    this.code = code;
    this.headers = {
      ...headers,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
    };
  }

  get body(): ErrorBody {
    return errorBody(this.code, this.message);
  }
}

/** Throws the error `code`. `retryAfter` is in seconds and becomes the `Retry-After` header. */
export function fail(code: ErrorCode, options?: ErrorOptions): never {
  throw new ApiError(code, options);
}
