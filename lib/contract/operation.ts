// What a contract entry says about one operation. Readers: the router and validator, the infrastructure, the OpenAPI
// document, the SDK, the tests, and docs/errors.md.
import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** `METHOD /path/{param}`: the key of an entry, and of the row that implements it. */
export type Route = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;

/**
 * Who may call: anybody (`public`), a user with a full session (`user`), also one whose second factor is outstanding
 * (`pending`), or only if he has to set one up first (`enrolling`), the holder of any signed session token, even an expired one, or nobody (`optional`, logout), the holder
 * of a refresh token (`refresh`), an admin (`admin`), whoever knows the secret key in the body (`secret`).
 */
export type Access = 'public' | 'user' | 'pending' | 'enrolling' | 'optional' | 'refresh' | 'admin' | 'secret';

/** What the reply does to the caller's cookies. */
export type CookieEffect =
  | 'start-session'
  | 'end-session'
  | 'start-admin'
  | 'end-admin'
  | 'csrf'
  | 'drop-slots'
  | 'start-sso'
  | 'end-sso';

export type Operation = {
  /** Method name in the SDK, unique in its group. */
  name: string;
  summary: string;
  access: Access;
  /** How the API throttles it: hashing or guessing (`credential`), any change (`write`), any question (`read`). */
  rate: 'credential' | 'write' | 'read';
  /** Whether the caller must have proved who he is, with a second factor if he has one, at most 15 minutes ago. */
  stepUp?: true;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** In place of `body`: fields of an HTML form, which is how some providers answer through the browser. */
  form?: z.ZodMiniType;
  /** How many entries an array or object of the body may have, where 200 are too few. */
  maxEntries?: number;
  reply: z.ZodMiniType;
  /** A redirect (302, 303) has no body: where it leads is the `location` of its reply. */
  status: 200 | 201 | 302 | 303;
  /** Codes of its own; those that follow from `access` and `body` are added by `errorsOf`. */
  errors: readonly ErrorCode[];
  cookies?: CookieEffect;
  /** Whether a browser that another site sends here has to come again, with the cookies it holds back then. */
  reload?: true;
  /** Not one of the specified operations: an addition of ours. */
  extension?: true;
};

export type Group = Readonly<Record<Route, Operation>>;

/** Declares a group, keeping the exact type of each entry so that rows, SDK and tests can be checked against it. */
export const contract = <const G extends Record<Route, Operation>>(group: G): G => group;

/** Errors any request can meet, whatever the operation. */
export const UNIVERSAL: readonly ErrorCode[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

const USER = ['NO_AUTH_PROVIDED', 'INVALID_TOKEN', 'SESSION_NOT_FOUND', 'ACCOUNT_INACTIVE'] as const;
const BY_ACCESS: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  secret: ['INVALID_SECRET_KEY', 'SECRET_KEY_NOT_CONFIGURED', 'RATE_LIMITED'],
  user: [...USER, 'MFA_REQUIRED'],
  pending: USER,
  enrolling: [...USER, 'MFA_REQUIRED'],
  optional: ['INVALID_TOKEN'],
  refresh: [
    'REFRESH_TOKEN_INVALID',
    'REFRESH_TOKEN_EXPIRED',
    'REFRESH_TOKEN_REUSED',
    'SESSION_NOT_FOUND',
    'ACCOUNT_INACTIVE',
  ],
  admin: ['NO_AUTH_PROVIDED', 'SESSION_INVALID'],
};

/** Where a cookie may be what authenticates. */
export const COOKIE_ACCESS: readonly Access[] = ['user', 'pending', 'enrolling', 'optional', 'refresh', 'admin'];

/** Every code the operation can answer, besides the universal ones. */
export function errorsOf(route: Route, operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...BY_ACCESS[operation.access], ...operation.errors]);
  if (operation.body) {
    for (const code of ['INVALID_JSON', 'INVALID_INPUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      codes.add(code);
  }
  if (operation.form) {
    for (const code of ['INVALID_INPUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) codes.add(code);
  }
  if (operation.stepUp) codes.add('REAUTH_REQUIRED');
  if (operation.query) codes.add('INVALID_INPUT');
  if (COOKIE_ACCESS.includes(operation.access)) codes.add('CONFLICTING_CREDENTIALS');
  if (!route.startsWith('GET ') && COOKIE_ACCESS.includes(operation.access)) {
    codes.add('CSRF_TOKEN_INVALID').add('CSRF_ORIGIN_REJECTED');
  }
  return [...codes].sort();
}

export const isRedirect = ({ status }: Pick<Operation, 'status'>): boolean => status >= 300;

export const methodOf = (route: string): string => route.slice(0, route.indexOf(' '));
export const pathOf = (route: string): string => route.slice(route.indexOf(' ') + 1);

/** Names of the `{…}` segments of a path, as a type and as a list. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);

export type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
export type Sent<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;
