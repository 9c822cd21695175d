// Defines every error the service responds with. A code has the same status everywhere.
// Clients branch on `code`. error-meanings.ts says what each code means.
import { durationOf } from './duration.ts';

/** Status -> code -> message. */
const catalogue = {
  400: {
    INVALID_JSON: 'The request body is not valid JSON.',
    INVALID_INPUT: 'The request is not valid.',
    TENANT_ID_REQUIRED: 'tenantId is required.',
    EMAIL_OR_PHONE_REQUIRED: 'An email address or a phone number is required.',
    EMAIL_ALREADY_EXISTS: 'This email address is already registered.',
    PHONE_ALREADY_EXISTS: 'This phone number is already registered.',
    PASSWORD_TOO_SHORT: 'The password is too short.',
    PASSWORD_TOO_LONG: 'The password is too long.',
    PASSWORD_TOO_COMMON: 'This password is too common.',
    PASSWORD_CONTAINS_IDENTIFIER: 'The password contains your email address, the tenant or the product name.',
    CURRENT_PASSWORD_INCORRECT: 'The current password is not correct.',
    NEW_PASSWORD_SAME_AS_CURRENT: 'The new password must differ from the current one.',
    INVALID_SLUG_FORMAT: 'A slug consists of lowercase letters and digits, in groups joined by single hyphens.',
    VERIFICATION_CODE_INVALID: 'The code is not valid.',
    MFA_CODE_INVALID: 'The code is not valid.',
    ADMIN_INVITATION_INVALID: 'This invitation is not valid.',
    JOIN_LINK_INVALID: 'This link is not valid.',
    SETUP_LINK_INVALID: 'This setup link is not valid.',
    PASSWORD_RESET_TOKEN_INVALID: 'The link is not valid.',
    NO_EMAIL_ADDRESS: 'This account has no email address.',
    NO_PHONE_NUMBER: 'This account has no phone number.',
    EMAIL_ALREADY_VERIFIED: 'This email address is already verified.',
    PHONE_ALREADY_VERIFIED: 'This phone number is already verified.',
    MFA_RECOVERY_CODE_INVALID: 'The recovery code is not valid.',
    MFA_METHOD_NOT_AVAILABLE: 'This method is not available.',
    MFA_LAST_FACTOR: 'The last authenticator cannot be removed. Set up another one first.',
    MFA_DEVICE_LIMIT_REACHED: 'There are too many authenticators. Remove one first.',
    PASSKEY_INVALID: 'The passkey is not valid.',
    PASSKEY_LIMIT_REACHED: 'There are twenty passkeys. Remove one first.',
    ROLE_NAME_REQUIRED: 'A role needs a name.',
    ROLE_PERMISSION_VALIDATION_FAILED: 'One of the permissions does not exist for this guard.',
    GUARD_MISMATCH: 'The role belongs to another guard.',
    PLATFORM_ACCESS_DISABLED: 'Platform accounts are not available.',
    CURSOR_INVALID: 'The cursor is not valid. Start again without it.',
    CONFLICTING_CREDENTIALS: 'The request carries conflicting credentials.',
    EMAIL_VERIFICATION_REQUIRED:
      'The email address must be verified first. If it can be registered, a message with the next step is on its way.',
    LAST_LOGIN_METHOD:
      'Without this identity nothing would open the account. Set a password or verify an address first.',
    REDIRECT_NOT_ALLOWED: 'This redirect URI is not allowed.',
    SSO_STATE_INVALID: 'This login was started elsewhere or is over. Start again.',
    ACCOUNT_LINK_REQUIRED:
      'An account with this email address already exists. Log in to it, and verify the address or link this login there.',
    CRUD_INVALID_JSON: 'A parameter is not valid JSON.',
    CRUD_INVALID_FIELD: 'There is no such field here.',
    CRUD_INVALID_OPERATOR: 'This operator does not exist or does not fit the field.',
    CRUD_INVALID_OPERAND: 'The operand does not fit the operator and the field.',
    CRUD_PAGE_TOO_LARGE: 'The page is too large.',
    CRUD_QUERY_TOO_COMPLEX: 'The query has too many parts.',
    CRUD_QUERY_TOO_BROAD: 'The query would read too much.',
    CRUD_EMPTY_BODY: 'The request body has no values.',
    INVALID_GRANT: 'The grant is not valid.',
    UNAUTHORIZED_CLIENT: 'The application may not do this.',
    UNSUPPORTED_GRANT_TYPE: 'This grant type is not supported.',
    INVALID_SCOPE: 'The scope is not valid.',
    INVALID_SUBJECT_TOKEN: 'The subject token is not one that this application can exchange now.',
    INVALID_TARGET: 'The resource is not one that the application can get a token for.',
    AUTHORIZATION_PENDING: 'The user has not decided yet. Ask again after the interval.',
    SLOW_DOWN: 'Asked too early. From now on, wait five seconds longer.',
    AUTHORIZATION_DENIED: 'The user has denied it.',
    DEVICE_CODE_EXPIRED: 'The device code has expired. Start again.',
    USER_CODE_INVALID: 'This code is not valid.',
    INVALID_DPOP_PROOF: 'The DPoP proof is not valid.',
    APPLICATION_SESSION_LIMIT_REACHED:
      'The user is signed in to too many applications. They end some sessions in their account first.',
    APPLICATION_LIMIT_REACHED: 'There are fifty applications. Delete one first.',
    APPLICATION_SECRET_LIMIT_REACHED: 'The application has two secrets. Revoke one first.',
    API_KEY_LIMIT_REACHED: 'There are ten API keys. Revoke one first.',
    DOMAIN_NOT_ALLOWED: 'No organization can have this domain: anyone gets mailboxes or names there.',
    DOMAIN_LIMIT_REACHED: 'There are twenty domains. Remove one first.',
    SCIM_CONNECTION_LIMIT_REACHED: 'There are five SCIM connections. Remove one first.',
  },
  401: {
    INVALID_CLIENT: 'The application is unknown, disabled, or did not authenticate as it must.',
    NO_AUTH_PROVIDED: 'Authentication is required.',
    INVALID_TOKEN: 'The access token is not valid.',
    INVALID_CREDENTIALS: 'The credentials are not valid.',
    SSO_TOKEN_INVALID: 'The identity provider did not confirm this login.',
    INVALID_PROVIDER: 'This login provider is not available.',
    SESSION_NOT_FOUND: 'The session has ended.',
    SESSION_INVALID: 'The admin session is not valid.',
    ACCOUNT_INACTIVE: 'This account is not active.',
    EMAIL_CODE_REQUIRED:
      'There were too many wrong passwords. Send the code that the admin got by email as emailCode, with the password.',
    MFA_REQUIRED: 'A second factor is required.',
    PASSKEY_REQUIRED: 'This login needs your passkey.',
    CODE_OR_PASSKEY_REQUIRED: 'A second factor is required: a code, or your passkey.',
    REFRESH_TOKEN_INVALID: 'The refresh token is not valid.',
    REFRESH_TOKEN_EXPIRED: 'The refresh token has expired. Log in again.',
    REFRESH_TOKEN_REUSED: 'The refresh token was already used.',
    INVALID_SECRET_KEY: 'The secret key is not valid.',
    SECRET_KEY_NOT_CONFIGURED: 'No secret key is configured.',
  },
  403: {
    REGISTRATION_DISABLED: 'Registration is closed.',
    SSO_REQUIRED: 'People of this domain sign in with the identity provider of their organization.',
    MIGRATION_STEP_REQUIRED: 'The earlier service asks for one more step. Finish it there, or ask for an invitation.',
    CSRF_TOKEN_INVALID: 'The CSRF token is missing or not valid.',
    CSRF_ORIGIN_REJECTED: 'Requests from this origin are not allowed.',
    DEVICE_GRANT_DISABLED: 'The tenant does not let users sign in on devices with a code.',
    MISSING_REQUIRED_PERMISSIONS: 'A permission is missing.',
    NOT_A_MEMBER_OF_TENANT: 'You have no account in this tenant.',
    TENANT_MISMATCH: 'You can invite only into your own tenant.',
    EMAIL_DOMAIN_NOT_ALLOWED: 'Email addresses of this domain are not accepted.',
    FORBIDDEN: 'This is not allowed.',
    INSUFFICIENT_SCOPE: 'The token of the application has not the scope that this needs.',
    REFRESH_TOKEN_PROOF_REQUIRED:
      'The session is bound to a device, and this browser has not proved its key. Log in again.',
    REAUTH_REQUIRED: 'Please log in again to do this.',
    MUST_CHANGE_PASSWORD: 'Please change your password first.',
    MFA_ENROLMENT_REQUIRED: 'Please set up an authenticator app first.',
    ACTING_NOT_ALLOWED: 'Acting as this user is not allowed.',
    NOT_WHILE_ACTING: 'An admin who acts as a user cannot do this.',
    MFA_NOT_ENABLED: 'Two-factor authentication is not enabled.',
    MFA_TOGGLING_NOT_ALLOWED: 'Two-factor authentication cannot be switched off here.',
    MFA_CANNOT_ENABLE_WITHOUT_METHOD: 'There is no verified second factor. Set one up first.',
    PASSKEYS_NOT_ENABLED: 'Passkeys are not enabled.',
    ADMIN_BOOTSTRAP_CLOSED: 'The first admin has already been created.',
    REQUEST_BLOCKED: 'The request was blocked.',
  },
  404: {
    ROUTE_NOT_FOUND: 'There is no such route.',
    TENANT_NOT_FOUND: 'There is no such tenant.',
    LOGO_NOT_FOUND: 'There is no such logo.',
    USER_NOT_FOUND: 'There is no such user.',
    USER_SESSION_NOT_FOUND: 'There is no such session.',
    MFA_DEVICE_NOT_FOUND: 'There is no such device.',
    IDENTITY_NOT_FOUND: 'There is no such identity.',
    PASSKEY_NOT_FOUND: 'There is no such passkey.',
    PROVIDER_NOT_FOUND: 'There is no such identity provider.',
    INVITATION_NOT_FOUND: 'There is no such invitation that could still be accepted.',
    DOMAIN_NOT_FOUND: 'There is no such domain.',
    ROLE_NOT_FOUND: 'There is no such role.',
    PERMISSION_NOT_FOUND: 'There is no such permission.',
    ADMIN_INVITATION_NOT_FOUND: 'There is no such invitation.',
    JOIN_REQUEST_NOT_FOUND: 'There is no such request to join.',
    SETUP_LINK_NOT_FOUND: 'There is no such setup link.',
    SCIM_CONNECTION_NOT_FOUND: 'There is no such SCIM connection.',
    SCIM_GROUP_NOT_FOUND: 'There is no such group.',
    ADMIN_USER_NOT_FOUND: 'There is no such admin.',
    BLOCKED_DOMAIN_NOT_FOUND: 'This domain is not blocked.',
    AUDIT_ENTRY_NOT_FOUND: 'There is no such entry of the audit log.',
    APPLICATION_NOT_FOUND: 'There is no such application.',
    APPLICATION_SECRET_NOT_FOUND: 'There is no such secret.',
    PROTECTED_RESOURCE_NOT_FOUND: 'There is no such protected resource.',
    GRANT_NOT_FOUND: 'There is no such grant.',
    API_KEY_NOT_FOUND: 'There is no such API key.',
    CRUD_NOT_FOUND: 'There is no such row.',
  },
  405: {
    METHOD_NOT_ALLOWED: 'This method is not allowed here.',
  },
  409: {
    TENANT_ALREADY_EXISTS: 'A tenant with this slug already exists.',
    USER_ALREADY_EXISTS: 'A user with this address already exists.',
    DOMAIN_ALREADY_EXISTS: 'The domain is in the list already.',
    ROLE_ALREADY_EXISTS: 'A role with this name already exists.',
    PERMISSION_ALREADY_EXISTS: 'A permission with this name already exists.',
    PROTECTED_RESOURCE_EXISTS: 'A protected resource with this URI already exists.',
    ADMIN_INVITATION_EXISTS: 'This address is already invited.',
    PROVIDER_ALREADY_EXISTS: 'An identity provider with this name already exists.',
    PROVIDER_LIMIT_REACHED: 'There are twenty identity providers. Remove one first.',
    ADMIN_USER_EXISTS: 'An admin with this address already exists.',
    ADMIN_LAST_REMAINING: 'The last owner cannot be deleted or limited.',
    API_KEY_ROTATED: 'The key has two secrets.',
    CRUD_CONFLICT: 'The change conflicts with another row or another change.',
  },
  413: {
    PAYLOAD_TOO_LARGE: 'The request body is too large.',
  },
  414: {
    URI_TOO_LONG: 'The request path is too long.',
  },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'The request body must be application/json in UTF-8.',
  },
  422: {
    IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used with another body.',
  },
  429: {
    RATE_LIMITED: 'Too many requests. Try again later.',
    ACCOUNT_LOCKED: 'Too many failed attempts. Try again later.',
  },
  431: {
    HEADERS_TOO_LARGE: 'The request headers are too large.',
  },
  500: {
    INTERNAL_ERROR: 'Something went wrong.',
  },
  503: {
    SERVICE_UNAVAILABLE: 'The service is temporarily unavailable. Try again later.',
  },
  504: {
    TIMEOUT: 'The service did not respond in time.',
  },
} as const satisfies Record<number, Record<string, string>>;

type Catalogue = typeof catalogue;
export type ErrorCode = { [Status in keyof Catalogue]: keyof Catalogue[Status] }[keyof Catalogue];

const byCode = new Map(
  Object.entries(catalogue).flatMap(([status, messages]) =>
    Object.entries(messages).map(
      ([code, message]) => [code as ErrorCode, { status: Number(status), message }] as const,
    ),
  ),
);
export const errorCodes = [...byCode.keys()];

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
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export type ErrorBody = { statusCode: number; error: string; message: string; code: ErrorCode };

const entryOf = (code: ErrorCode) => byCode.get(code) as { status: number; message: string };

export const statusOf = (code: ErrorCode): number => entryOf(code).status;

/** Returns the four fields that every error response has. */
export function errorBody(code: ErrorCode, message: string = entryOf(code).message): ErrorBody {
  const statusCode = statusOf(code);
  return { statusCode, error: STATUS_TEXT[statusCode] as string, message, code };
}

export type ErrorOptions = { message?: string; retryAfter?: number; headers?: Record<string, string>; cause?: unknown };

/** A wait is said in words, so that people who see the message need not read a header. */
function messageOf(code: ErrorCode, retryAfter?: number): string {
  const { status, message } = entryOf(code);
  if (status !== 429 || retryAfter === undefined) return message;
  const [amount, unit] = durationOf(retryAfter);
  return message.replace('Try again later.', `Wait ${amount} ${unit}${amount === 1 ? '' : 's'}.`);
}

/**
 * An error of the catalogue. `message` is sent to the caller. Internal details belong in `cause`, which is never sent.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message, retryAfter, headers, cause }: ErrorOptions = {}) {
    super(message ?? messageOf(code, retryAfter), { cause });
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
