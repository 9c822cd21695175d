// Every error the service can answer: code -> status, message, meaning. One code has one status, everywhere.
// Clients branch on `code`; docs/errors.md is generated from this table.

const catalogue = {
  // 400
  INVALID_JSON: [400, 'The request body is not valid JSON.', 'Malformed JSON, or an object with the same key twice.'],
  INVALID_INPUT: [
    400,
    'The request is not valid.',
    'A field is missing, of the wrong type or out of bounds; the message names the first one.',
  ],
  TENANT_ID_REQUIRED: [
    400,
    'tenantId is required.',
    'Public credential operations name the tenant they mean; there is no default tenant.',
  ],
  EMAIL_OR_PHONE_REQUIRED: [
    400,
    'An email address or a phone number is required.',
    'Neither `email` nor `phone` was sent.',
  ],
  EMAIL_ALREADY_EXISTS: [
    400,
    'This email address is already registered.',
    'Another account of the tenant has the address.',
  ],
  PHONE_ALREADY_EXISTS: [
    400,
    'This phone number is already registered.',
    'Another account of the tenant has the number.',
  ],
  PASSWORD_TOO_SHORT: [400, 'The password is too short.', 'Fewer code points than the tenant demands, at least 8.'],
  PASSWORD_TOO_LONG: [400, 'The password is too long.', 'More than 128 code points.'],
  PASSWORD_TOO_COMMON: [
    400,
    'This password is too common.',
    'It stands in the list of commonly used and leaked passwords.',
  ],
  PASSWORD_CONTAINS_IDENTIFIER: [
    400,
    'The password contains your email address, the tenant or the product name.',
    'Such passwords are guessed first.',
  ],
  CURRENT_PASSWORD_INCORRECT: [
    400,
    'The current password is not correct.',
    'The proof asked for by a password change failed.',
  ],
  NEW_PASSWORD_SAME_AS_CURRENT: [
    400,
    'The new password must differ from the current one.',
    'Both passwords are equal.',
  ],
  INVALID_SLUG_FORMAT: [
    400,
    'A slug is lower-case letters and digits in groups joined by single hyphens.',
    'The slug of a tenant is malformed or reserved.',
  ],
  VERIFICATION_CODE_INVALID: [
    400,
    'The code is not valid.',
    'Wrong, expired, used, replaced, for another address or purpose, or tried too often: deliberately the same answer.',
  ],
  MFA_CODE_INVALID: [
    400,
    'The code is not valid.',
    'Wrong, expired, used, or of another method, session or device: deliberately the same answer.',
  ],
  PASSWORD_RESET_TOKEN_INVALID: [
    400,
    'The link is not valid.',
    'Unknown, expired, used or replaced; or the password was set since.',
  ],
  NO_EMAIL_ADDRESS: [400, 'This account has no email address.', 'There is nothing to verify.'],
  NO_PHONE_NUMBER: [400, 'This account has no phone number.', 'There is nothing to verify.'],
  EMAIL_ALREADY_VERIFIED: [400, 'This email address is verified.', 'There is nothing left to do.'],
  PHONE_ALREADY_VERIFIED: [400, 'This phone number is verified.', 'There is nothing left to do.'],
  MFA_RECOVERY_CODE_INVALID: [400, 'The recovery code is not valid.', 'Wrong, used, or of a set that was replaced.'],
  MFA_METHOD_NOT_AVAILABLE: [
    400,
    'This method is not available.',
    'The account has no such factor, the tenant does not allow it, or the first factor came the same way.',
  ],
  MFA_LAST_FACTOR: [
    400,
    'The last authenticator cannot be removed here.',
    'The tenant demands a second factor: set up another authenticator first.',
  ],
  MFA_DEVICE_LIMIT_REACHED: [
    400,
    'There are too many authenticators.',
    'An account has at most ten: remove one first.',
  ],
  ROLE_NAME_REQUIRED: [400, 'A role needs a name.', 'The name is missing or blank.'],
  ROLE_PERMISSION_VALIDATION_FAILED: [
    400,
    'One of the permissions does not exist for this guard.',
    'Every permission of a role must exist under the guard of the role.',
  ],
  GUARD_MISMATCH: [
    400,
    'The role belongs to another guard.',
    'Accounts hold roles of the guard that client-config names first.',
  ],
  PLATFORM_ACCESS_DISABLED: [
    400,
    'Platform accounts are not available.',
    'Every account belongs to exactly one tenant.',
  ],
  CURSOR_INVALID: [
    400,
    'The cursor is not valid.',
    'Altered, expired, or made for another list or other filters: begin again without it.',
  ],
  CONFLICTING_CREDENTIALS: [
    400,
    'The request carries conflicting credentials.',
    'The same header or cookie twice, or a cookie and a body that name different refresh tokens.',
  ],
  REDIRECT_NOT_ALLOWED: [
    400,
    'This redirect target is not allowed.',
    'It equals no entry of `settings.redirectUris` of the tenant, character by character.',
  ],
  SSO_STATE_INVALID: [
    400,
    'This login was not begun here, or is over.',
    'Unknown, used or expired state, of another provider or another browser: deliberately the same answer. Begin again.',
  ],
  ACCOUNT_LINK_REQUIRED: [
    400,
    'There is an account with this email address already.',
    'The provider does not prove that both are of one person. Log in as before, verify the address, then try again.',
  ],
  // 401
  NO_AUTH_PROVIDED: [401, 'Authentication is required.', 'No credential of the accepted kind was sent.'],
  INVALID_TOKEN: [401, 'The access token is not valid.', 'Bad signature, expired, or a token of another kind.'],
  INVALID_CREDENTIALS: [
    401,
    'The credentials are not valid.',
    'Wrong password, unknown account, unknown tenant, disabled account: deliberately the same answer.',
  ],
  SSO_TOKEN_INVALID: [
    401,
    'The identity provider did not confirm this login.',
    'Refused by the provider, a wrong, used or expired code or token, or a disabled account: deliberately the same answer.',
  ],
  INVALID_PROVIDER: [401, 'This login provider is not available.', '`providerName` is unknown or not enabled.'],
  SESSION_NOT_FOUND: [401, 'The session has ended.', 'Logged out, revoked, expired, or replaced by newer sessions.'],
  SESSION_INVALID: [401, 'The admin session is not valid.', 'The admin cookie is malformed, expired or revoked.'],
  ACCOUNT_INACTIVE: [401, 'This account is not active.', 'A live token of an account that was disabled or deleted.'],
  MFA_REQUIRED: [
    401,
    'A second factor is required.',
    'The session is pending: complete the second factor first. Or an admin who has one logs in without `otp`.',
  ],
  REFRESH_TOKEN_INVALID: [
    401,
    'The refresh token is not valid.',
    'None sent, bad signature, or a token of another kind.',
  ],
  REFRESH_TOKEN_EXPIRED: [401, 'The refresh token has expired.', 'Log in again.'],
  REFRESH_TOKEN_REUSED: [
    401,
    'The refresh token was used before.',
    'A replaced refresh token came back after the grace period: the session has been ended.',
  ],
  INVALID_SECRET_KEY: [401, 'The secret key is not valid.', 'The key that gates admin bootstrap and reset is wrong.'],
  SECRET_KEY_NOT_CONFIGURED: [
    401,
    'No secret key is configured.',
    'Bootstrap and reset stay closed until a key of at least 32 characters is configured.',
  ],
  // 403
  REGISTRATION_DISABLED: [403, 'Registration is closed.', 'The tenant takes no sign-ups.'],
  CSRF_TOKEN_INVALID: [
    403,
    'The CSRF token is missing or not valid.',
    'A cookie authenticated the request and nothing proved where it came from.',
  ],
  CSRF_ORIGIN_REJECTED: [
    403,
    'Requests from this origin are not allowed.',
    'The Origin header is not on the allow-list.',
  ],
  MISSING_REQUIRED_PERMISSIONS: [
    403,
    'A permission is missing.',
    'None of the roles of the account gives the permission the operation asks for.',
  ],
  NOT_A_MEMBER_OF_TENANT: [
    403,
    'You have no account in this tenant.',
    'Nothing proved an account of the caller there: no session in this browser, no refresh token, no link. Unknown tenants answer alike.',
  ],
  TENANT_MISMATCH: [403, 'This is another tenant.', 'Members invite into their own tenant.'],
  EMAIL_DOMAIN_NOT_ALLOWED: [
    403,
    'Addresses of this domain are not accepted.',
    'The domain or one above it stands in the list of blocked e-mail domains.',
  ],
  FORBIDDEN: [403, 'This is not allowed.', 'A system role was to be deleted, or an admin meant to delete himself.'],
  REAUTH_REQUIRED: [
    403,
    'Please log in again to do this.',
    'The operation needs a login, or a second factor where there is one, that is at most 15 minutes old.',
  ],
  MFA_NOT_ENABLED: [
    403,
    'Two-factor authentication is not enabled.',
    'The tenant switched it off, or the account has none.',
  ],
  MFA_TOGGLING_NOT_ALLOWED: [
    403,
    'Two-factor authentication cannot be switched off here.',
    'The tenant demands a second factor.',
  ],
  MFA_CANNOT_ENABLE_WITHOUT_METHOD: [
    403,
    'There is no verified second factor.',
    'MFA can be switched on for an account that has a method to complete its logins with.',
  ],
  ADMIN_BOOTSTRAP_CLOSED: [
    403,
    'The first admin has already been created.',
    'Bootstrap works once; further admins are created by an admin.',
  ],
  REQUEST_BLOCKED: [
    403,
    'The request was blocked.',
    'Made by the gateway for a firewall or a resource policy of the deployment; nothing is said about its rules.',
  ],
  // 404, 405
  ROUTE_NOT_FOUND: [404, 'There is no such route.', 'Paths are exact: case, slashes and all.'],
  TENANT_NOT_FOUND: [404, 'There is no such tenant.', 'Unknown, deleted or, for the public lookup, inactive.'],
  USER_NOT_FOUND: [404, 'There is no such user.', 'Unknown or deleted.'],
  USER_SESSION_NOT_FOUND: [404, 'There is no such session.', 'Unknown, ended, or of another user.'],
  MFA_DEVICE_NOT_FOUND: [404, 'There is no such device.', 'Unknown, removed, or of another user.'],
  PROVIDER_NOT_FOUND: [
    404,
    'There is no such identity provider.',
    'Unknown or not enabled here, or there is no such tenant.',
  ],
  ROLE_NOT_FOUND: [404, 'There is no such role.', 'Unknown, deleted, or of another tenant.'],
  PERMISSION_NOT_FOUND: [404, 'There is no such permission.', 'Unknown or deleted.'],
  ADMIN_USER_NOT_FOUND: [404, 'There is no such admin.', 'Unknown or deleted.'],
  BLOCKED_DOMAIN_NOT_FOUND: [404, 'This domain is not blocked.', 'Unknown or removed.'],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed here.', 'The `Allow` header lists the methods of the path.'],
  // 409
  TENANT_ALREADY_EXISTS: [409, 'A tenant with this slug already exists.', 'Slugs are unique.'],
  USER_ALREADY_EXISTS: [409, 'A user with this address already exists.', 'Addresses are unique in their tenant.'],
  ROLE_ALREADY_EXISTS: [409, 'A role with this name already exists.', 'Names are unique per tenant and guard.'],
  PERMISSION_ALREADY_EXISTS: [409, 'A permission with this name already exists.', 'Names are unique per guard.'],
  ADMIN_USER_EXISTS: [409, 'An admin with this address already exists.', 'Addresses of admins are unique.'],
  ADMIN_LAST_REMAINING: [409, 'The last admin cannot be deleted.', 'One admin always remains.'],
  // 413 to 431
  PAYLOAD_TOO_LARGE: [413, 'The request body is too large.', 'More than 64 KB.'],
  URI_TOO_LONG: [414, 'The request path is too long.', 'More than 4 KB of path and query.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'The request body must be application/json in UTF-8.',
    'Another content type, charset or content encoding.',
  ],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large.', 'More than 16 KB.'],
  // 429
  RATE_LIMITED: [429, 'Too many requests.', 'Try again after the seconds of the `Retry-After` header.'],
  ACCOUNT_LOCKED: [
    429,
    'Too many failed attempts.',
    'The account, known or not, takes no further attempts until the seconds of `Retry-After` have passed.',
  ],
  // 5xx
  INTERNAL_ERROR: [500, 'Something went wrong.', 'A fault of the service; it has been logged.'],
  SERVICE_UNAVAILABLE: [
    503,
    'The service is temporarily unavailable.',
    'A dependency did not answer, or the deployment is misconfigured. Try again after `Retry-After` seconds.',
  ],
  TIMEOUT: [504, 'The service did not answer in time.', 'Made by the gateway when a function runs too long.'],
} as const satisfies Record<string, readonly [status: number, message: string, meaning: string]>;

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
export const meaningOf = (code: ErrorCode): string => catalogue[code][2];

/** The four fields of every non-2xx answer. */
export function errorBody(code: ErrorCode, message: string = catalogue[code][1]): ErrorBody {
  const statusCode = catalogue[code][0];
  return { statusCode, error: STATUS_TEXT[statusCode] as string, message, code };
}

export type ErrorOptions = { message?: string; retryAfter?: number; headers?: Record<string, string>; cause?: unknown };

/** An answer of the catalogue, thrown. `message` is public; anything internal travels in `cause` and is never sent. */
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

/** Throws the answer `code`. `retryAfter` is in seconds. */
export function fail(code: ErrorCode, options?: ErrorOptions): never {
  throw new ApiError(code, options);
}
