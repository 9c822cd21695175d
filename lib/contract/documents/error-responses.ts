// Describes error responses. A set of codes that several operations share is one component.
import { type ErrorCode, errorBody, errorCodes, statusOf } from '../errors.ts';
import { OAUTH_ERRORS, oauthErrorBody, oauthErrorOf } from '../oauth-errors.ts';
import type { ErrorForm } from '../operation.ts';
import type { Json } from './schemas.ts';

const ERROR = '#/components/schemas/Error';
const OAUTH_ERROR = '#/components/schemas/OAuthError';
const CHALLENGE = { description: 'The scheme to authenticate by, and what was wrong.', schema: { type: 'string' } };
const RETRY_AFTER = { description: 'The number of seconds to wait.', schema: { type: 'integer', minimum: 1 } };

const USER: readonly ErrorCode[] = ['ACCOUNT_INACTIVE', 'INVALID_TOKEN', 'NO_AUTH_PROVIDED', 'SESSION_NOT_FOUND'];
const CSRF: readonly ErrorCode[] = ['CSRF_ORIGIN_REJECTED', 'CSRF_TOKEN_INVALID'];

/** The names of shared sets of several codes. A single code is named after itself. */
const SETS: Readonly<Record<string, readonly ErrorCode[]>> = {
  InvalidParameters: ['CONFLICTING_CREDENTIALS', 'INVALID_INPUT'],
  InvalidRequest: ['CONFLICTING_CREDENTIALS', 'INVALID_INPUT', 'INVALID_JSON'],
  Unauthenticated: USER,
  UnauthenticatedOrMfaRequired: [...USER, 'MFA_REQUIRED'],
  AdminUnauthenticated: ['NO_AUTH_PROVIDED', 'SESSION_INVALID'],
  CsrfRejected: CSRF,
  CsrfRejectedOrReauthRequired: [...CSRF, 'REAUTH_REQUIRED'],
  CsrfRejectedOrMfaNotEnabled: [...CSRF, 'MFA_NOT_ENABLED'],
  CsrfRejectedOrMfaNotEnabledOrReauthRequired: [...CSRF, 'MFA_NOT_ENABLED', 'REAUTH_REQUIRED'],
  SignupNotAllowed: ['EMAIL_DOMAIN_NOT_ALLOWED', 'REGISTRATION_DISABLED'],
  LockedOrLimited: ['ACCOUNT_LOCKED', 'RATE_LIMITED'],
};

const listed = (codes: readonly ErrorCode[]): string => [...codes].sort().join(', ');
/** `RATE_LIMITED` -> `RateLimited`. */
const pascal = (code: ErrorCode): string =>
  code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const NAMES: ReadonlyMap<string, string> = new Map([
  ...errorCodes.map((code) => [code, pascal(code)] as const),
  ...Object.entries(SETS).map(([name, codes]) => [listed(codes), name] as const),
]);

/** Returns the responses for these codes by status. Each description lists the codes of its status. */
export function errorResponses(codes: readonly ErrorCode[], form?: ErrorForm): Json {
  const byStatus = Map.groupBy(codes, statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => {
      if (form) return [status, responseOf(own, form)];
      const name = NAMES.get(listed(own));
      const shared = { $ref: `#/components/responses/${name}`, description: listed(own) };
      return [status, name ? shared : responseOf(own)];
    }),
  );
}

/** Returns the shared responses that the paths refer to. */
export function sharedResponses(paths: Json): Json {
  const text = JSON.stringify(paths);
  const used = [...NAMES].filter(([, name]) => text.includes(`"#/components/responses/${name}"`));
  return Object.fromEntries(used.map(([codes, name]) => [name, responseOf(codes.split(', ') as ErrorCode[])]));
}

function responseOf(codes: readonly ErrorCode[], form?: ErrorForm): Json {
  const status = statusOf(codes[0] as ErrorCode);
  const waits = status === 429 || status === 503;
  return {
    description: listed(codes),
    ...headersOf(waits, form !== undefined && status === 401),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: form ? OAUTH_ERROR : ERROR }, { type: 'object', properties: propertiesOf(codes, form) }],
        },
        example: exampleOf([...codes].sort()[0] as ErrorCode, form),
      },
    },
  };
}

const headersOf = (waits: boolean, challenges: boolean): Json => ({
  ...(waits ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
  ...(challenges ? { headers: { 'WWW-Authenticate': CHALLENGE } } : {}),
});

function propertiesOf(codes: readonly ErrorCode[], form: ErrorForm | undefined): Json {
  const ours = { code: { enum: [...codes].sort() } };
  return form ? { error: { enum: [...new Set(codes.map(oauthErrorOf))].sort() }, ...ours } : ours;
}

function exampleOf(code: ErrorCode, form: ErrorForm | undefined): Json {
  const body = errorBody(code);
  return form ? oauthErrorBody(code, body.message) : body;
}

/** Returns the schemas of the error body and its codes. */
export function errorSchemas(): Json {
  const example = errorBody('TENANT_NOT_FOUND');
  const properties: Record<keyof typeof example, Json> = {
    statusCode: { description: 'The HTTP status code.', type: 'integer' },
    error: { description: 'The text of the HTTP status.', type: 'string' },
    message: { description: 'Text for people. It may change.', type: 'string' },
    code: { description: 'The stable code that clients branch on.', $ref: '#/components/schemas/ErrorCode' },
  };
  return {
    Error: {
      description: 'The body of error responses, those of the endpoints of OAuth excepted.',
      type: 'object',
      properties,
      required: Object.keys(properties),
      examples: [example],
    },
    OAuthError: {
      description:
        'The body of an error of the endpoints of OAuth (RFC 6749 5.2, RFC 6750 3). `code` says more than `error`.',
      type: 'object',
      properties: {
        error: { description: 'The code of OAuth.', type: 'string', enum: [...OAUTH_ERRORS].sort() },
        error_description: { description: 'Text for people. It may change.', type: 'string' },
        code: { description: 'The stable code that clients branch on.', $ref: '#/components/schemas/ErrorCode' },
      },
      required: ['error', 'error_description', 'code'],
      examples: [oauthErrorBody('INVALID_GRANT', errorBody('INVALID_GRANT').message)],
    },
    ErrorCode: {
      description: 'Each code has one status. docs/errors.md explains them.',
      type: 'string',
      enum: [...errorCodes].sort(),
    },
  };
}
