// Defines what the contract says about one operation. The router, the validator, the infrastructure, the OpenAPI
// document, the SDK, the tests and docs/errors.md read it.
import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { OrganizationPermission } from './groups/parts/organization-permissions.ts';
import type { Scope } from './scopes.ts';

/** `METHOD /path/{param}`: the key of an entry, and of the row that implements it. */
export type Route = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;

/**
 * Who may call the operation:
 *
 * | Level       | Caller                                                                                  |
 * |-------------|-----------------------------------------------------------------------------------------|
 * | `public`    | anyone                                                                                  |
 * | `user`      | a user whose session is complete                                                        |
 * | `pending`   | a user whose session may still lack its second factor                                   |
 * | `enrolling` | a user whose session is complete, or lacks a second factor that must first be set up    |
 * | `optional`  | anyone; if an access token is sent, it must be signed, but may have expired        |
 * | `visitor`   | anyone; the operation learns of a complete session, if an access token proves one       |
 * | `refresh`   | the holder of a refresh token                                                           |
 * | `admin`     | an admin with a session, or a machine that administers (`isOpenToMachines`)             |
 * | `secret`    | the holder of the secret key, which is sent in the body                                 |
 * | `client`    | a registered application, which the row authenticates (RFC 6749 2.3)                    |
 * | `key`       | the holder of an API key                                                                |
 */
export type Access =
  | 'public'
  | 'user'
  | 'pending'
  | 'enrolling'
  | 'optional'
  | 'visitor'
  | 'refresh'
  | 'admin'
  | 'secret'
  | 'client'
  | 'key';

/** What the reply does to the caller's cookies. */
export type CookieEffect =
  | 'start-session'
  | 'end-session'
  | 'start-admin'
  | 'end-admin'
  | 'csrf'
  | 'drop-slots'
  | 'start-sso'
  | 'end-sso'
  | 'start-setup'
  | 'end-setup'
  | 'may-end-session'
  | 'bind-device';

/** `isLasting`: which replies may be kept; by default all. `isImmutable`: the address never has another one. */
export type Cache = {
  seconds: number;
  isImmutable?: true;
  isLasting?: (reply: Readonly<Record<string, unknown>>) => boolean;
};

/**
 * Errors in the form of OAuth: `error` and `error_description`. `endpoint`: RFC 6749 5.2. `resource`: the access token is
 * challenged as RFC 6750 3 says.
 */
export type ErrorForm = 'endpoint' | 'resource';

/**
 * What a role of admins lets them do (lib/contract/duties.ts says which role may do what):
 *
 * | Duty        | What it covers                                                             |
 * |-------------|----------------------------------------------------------------------------|
 * | `self`      | one's own session, password and factors                                    |
 * | `readUsers` | users without secrets, and the tenants that they are in                    |
 * | `read`      | everything else that can be read                                           |
 * | `help`      | what a support desk does: end sessions, unlock, send again                 |
 * | `operate`   | changes of users, roles, tenants and what belongs to them                  |
 * | `own`       | admins, keys, the settings of the deployment                               |
 */
export type DutyName = 'self' | 'readUsers' | 'read' | 'help' | 'operate' | 'own';

/**
 * Where a call names the tenant that it concerns:
 *
 * | Place        | Meaning                                                                                         |
 * |--------------|-------------------------------------------------------------------------------------------------|
 * | `path`       | `{id}` is the id of a tenant, or contains one: a user, a role                                   |
 * | `query`      | the parameter `tenantId`                                                                        |
 * | `body`       | the field `tenantId`                                                                            |
 * | `ids`        | each of the field `ids` contains one                                                            |
 * | `listed`     | it concerns all tenants of the caller. The row restricts its reply to `actor.admin.tenants`     |
 * | `deployment` | it belongs to no tenant. Admins who are limited to tenants may not call it                      |
 */
export type Place = 'path' | 'query' | 'body' | 'ids' | 'listed' | 'deployment';

/** What an operation requires of an admin. `'self'`: nothing, and it concerns the caller alone. */
export type Duty =
  | 'self'
  | {
      needs: Exclude<DutyName, 'self'>;
      tenant: Place;
      /** Fields of the body, such as `settings.sms`, that need more: an owner, or the whole deployment. */
      fields?: Readonly<Record<string, 'own' | 'deployment'>>;
      /** The only fields that every admin may send if `{id}` is their own id. */
      ofSelf?: readonly string[];
    };

/** Sessions that may call the operation although they may call little else. */
export type Admits = {
  /** An admin who acts as the user. All other operations with a session refuse them: NOT_WHILE_ACTING. */
  acting?: true;
  /** A user who must change the password first. So may do what a pending login may call. */
  beforePasswordChange?: true;
  /** An admin who must set up an authenticator first. */
  beforeEnrolment?: true;
  /** An admin whose browser does not prove the key of their session. */
  withoutDeviceKey?: true;
  /** The scope that the token of an application needs. All other operations with a session refuse applications: FORBIDDEN. */
  application?: Scope;
  /** The session of a setup link, which has no user. All other operations do not read its cookie. */
  setup?: true;
  /** An API key, which acts for its owner within its scopes. All other operations with a session refuse them: INVALID_TOKEN. */
  apiKey?: true;
};

/** How the input is read, where it is not an object of single values that is validated before the row sees it. */
export type Input = {
  /** Refuses every parameter that `query` does not declare: a misspelt filter would otherwise return everything. */
  knownQuery?: true;
  /**
   * Passes the query as a tree: parameters may be repeated, and nested by brackets or dots. The row validates it, and
   * `query` only documents the names.
   */
  structured?: true;
  /** Leaves the query to the row, repeated parameters included. `query` only documents the names. */
  rawQuery?: true;
  /** Allows a POST with the parameters in its body, and a header that says GET, instead of the GET (lib/http/override.ts). */
  overridable?: true;
  /** Takes an `Idempotency-Key`: a repeated request gets the first reply. The row calls `repeatable`. */
  idempotent?: true;
  /** The code for a body without any field, which is not validated then. */
  emptyBody?: ErrorCode;
  /**
   * Where 200 entries of an array or object of the body, or 4096 characters of a text, are too few. `apart`: the field whose
   * content the row scans by itself, entry by entry.
   */
  bounds?: { entries?: number; text?: number; apart?: string };
};

/** What browsers and caches may do with the request and its reply. */
export type Browser = {
  /** Lets pages of every origin call it and read the reply. For operations that use no cookie. */
  anyOrigin?: true;
  cookies?: CookieEffect;
  /** Lets every cache keep the reply. No other reply may be stored. For replies that are the same for all callers. */
  cache?: Cache;
  /**
   * The reply is a document of this type, its only field `content`. It can be shown as an image, by pages of every origin,
   * and nothing in it runs.
   */
  media?: 'image/svg+xml';
  /** In cookie mode, gives the browser a secret in a cookie. What it asks for here works in this browser alone. */
  binds?: true;
  /**
   * Makes a browser that another site sent here repeat the request, so that it sends its SameSite cookies. `session`:
   * unless it has sent the access cookie, which is enough.
   */
  reload?: true | 'session';
};

export type Operation = {
  /** The method name in the SDK, unique in its group. */
  name: string;
  /** An imperative phrase without a full stop. */
  summary: string;
  access: Access;
  /**
   * The throttle that applies: `credential` for hashing and guessing, `refresh` for the exchange of a refresh token, `write`
   * for other changes, `read` for reads.
   */
  rate: 'credential' | 'refresh' | 'write' | 'read';
  /**
   * Whether the operation requires a login at most 15 minutes old, with the second factor if the account has one. An
   * object requires it if the body has one of the fields that it names with `true`. `contract` makes every change by an
   * admin decide, for each field of its body.
   */
  stepUp?: StepUp;
  /**
   * Whether a session that is bound to a device needs a proof of its key here. For what begins a session or a credential: it
   * would outlive a copied access token.
   */
  needsDeviceKey?: true;
  /** What the operation requires of an admin. `contract` makes every operation with access `admin` decide. */
  duty?: Duty;
  /** Permissions of users who may call it: one of these is enough. */
  permissions?: readonly OrganizationPermission[];
  /** A read that the audit log records: of what admins see of people, or of the log itself. */
  shows?: 'people' | 'log';
  admits?: Admits;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Replaces `body` with the fields of an HTML form. Some identity providers send the browser back with one. */
  form?: z.ZodMiniType;
  input?: Input;
  reply: z.ZodMiniType;
  /** A redirect (302, 303) has no body. The `location` of its reply is the target. */
  status: 200 | 201 | 302 | 303;
  /** The codes specific to the operation. `errorsOf` adds those that follow from its other fields. */
  errors: readonly ErrorCode[];
  /** The form of every error. Absent: our four fields. */
  errorForm?: ErrorForm;
  browser?: Browser;
  /** Marks an operation that the specification does not have. */
  extension?: true;
};

export type Group = Readonly<Record<Route, Operation>>;

/** The decision about an operation, a body or one of its fields. */
export type StepUp = boolean | StepUpFields;
export type StepUpFields = { readonly [field: string]: StepUp };

/** A decision for each field. A field that is an object has one decision, or one for each of its own fields. */
type FieldDecisions<Schema> =
  Schema extends z.ZodMiniOptional<infer Inner extends z.ZodMiniType>
    ? FieldDecisions<Inner>
    : Schema extends z.ZodMiniNullable<infer Inner extends z.ZodMiniType>
      ? FieldDecisions<Inner>
      : Schema extends z.ZodMiniObject<infer Shape>
        ? { readonly [Field in keyof Shape]: boolean | FieldDecisions<Shape[Field]> }
        : never;
type Decision<O> = O extends { body: infer Body } ? true | FieldDecisions<Body> : boolean;
/** The places where this operation can name a tenant. */
type PlaceOf<R, O> =
  | 'listed'
  | 'deployment'
  | (R extends `${string}/{id}${string}` ? 'path' : never)
  | (O extends { query: z.ZodMiniObject<infer Query> } ? ('tenantId' extends keyof Query ? 'query' : never) : never)
  | (O extends { body: z.ZodMiniObject<infer Body> }
      ? 'tenantId' extends keyof Body
        ? 'body'
        : 'ids' extends keyof Body
          ? 'ids'
          : never
      : never);
/**
 * The decisions that a group must have made about each operation of admins: what it requires of their role, and for
 * changes, whether the login must be recent, because admins change what others own.
 */
type Decided<G> = {
  [R in keyof G]: G[R] extends { access: 'admin' }
    ? { duty: 'self' | { tenant: PlaceOf<R, G[R]> } } & (R extends `GET ${string}`
        ? unknown
        : { stepUp: Decision<G[R]> })
    : unknown;
};

type Usual = 'access' | 'rate' | 'status' | 'errors';
/** A row of a group: an operation, of which `contract` fills in what most of them have. */
type Declared = Omit<Operation, Usual> & Partial<Pick<Operation, Usual>>;
/** What a row has that says nothing else. */
type Unsaid = { access: 'admin'; rate: 'read' | 'write'; status: 200; errors: readonly [] };
type Filled<G> = { [R in keyof G]: G[R] & Omit<Unsaid, keyof G[R]> };
/** Only operations of admins may be silent about their callers. */
type Said<G> = { [R in keyof G]: R extends `${string} /auth/admin/${string}` ? unknown : { access: Access } };

/**
 * Declares a group and keeps the exact type of each entry, so that rows, SDK and tests are checked against it. An operation
 * of admins does not compile without its duty, and a change by them not without a decision about step-up for each field
 * of its body. What a row may leave out:
 *
 * | Field    | What it is then                                            |
 * |----------|------------------------------------------------------------|
 * | `access` | `admin`; allowed below /auth/admin only                    |
 * | `rate`   | `read` of a GET, `write` of all others                     |
 * | `status` | 200                                                        |
 * | `errors` | none of its own                                            |
 */
/* @__NO_SIDE_EFFECTS__ */
export function contract<const G extends Record<Route, Declared>>(group: G & Said<G> & Decided<Filled<G>>): Filled<G> {
  const rateOf = (route: string) => (route.startsWith('GET ') ? 'read' : 'write');
  return Object.fromEntries(
    Object.entries<Declared>(group).map(([route, row]) => [
      route,
      { access: 'admin', rate: rateOf(route), status: 200, errors: [], ...row },
    ]),
  ) as unknown as Filled<G>;
}

/**
 * Whether `value` needs a recent login. What a decision does not name needs one: the decision of an object names all of
 * its fields, and unknown fields were dropped.
 */
export function needsStepUp(decision: StepUp, value: unknown): boolean {
  if (typeof decision === 'boolean') return decision;
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).some(([field, inner]) => needsStepUp(decision[field] ?? true, inner));
}

/** Returns the paths of the fields that need a recent login, such as `settings.mfa`. */
export const stepUpPaths = (decision: StepUpFields, prefix = ''): string[] =>
  Object.entries(decision).flatMap(([field, inner]) => {
    if (typeof inner !== 'boolean') return stepUpPaths(inner, `${prefix}${field}.`);
    return inner ? `${prefix}${field}` : [];
  });

/** Whether some call of the operation needs a recent login. */
const mayNeedStepUp = ({ stepUp = false }: Operation): boolean =>
  typeof stepUp === 'boolean' ? stepUp : stepUpPaths(stepUp).length > 0;

/** Whether some admin may not call it. Every role may read users, those of its own tenants at least. */
const mayBeForbidden = ({ duty }: Operation): boolean =>
  duty !== undefined &&
  duty !== 'self' &&
  (duty.needs !== 'readUsers' || duty.tenant === 'deployment' || duty.fields !== undefined);

/**
 * Whether a machine that administers may call the operation, as far as its role lets it. Operations that concern
 * the caller alone, make admins or keys, or need a recent login are for people.
 */
export const isOpenToMachines = ({ duty, stepUp }: Operation): boolean =>
  duty !== undefined && duty !== 'self' && duty.needs !== 'own' && stepUp !== true;

/** The errors that every operation may respond with. */
export const UNIVERSAL: readonly ErrorCode[] = ['INTERNAL_ERROR', 'REQUEST_BLOCKED', 'SERVICE_UNAVAILABLE'];

/** The errors of an operation that sets a password. */
export const PASSWORD_POLICY = [
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_CONTAINS_IDENTIFIER',
] as const satisfies readonly ErrorCode[];

const USER = ['NO_AUTH_PROVIDED', 'INVALID_TOKEN', 'SESSION_NOT_FOUND', 'ACCOUNT_INACTIVE'] as const;
const BY_ACCESS: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  secret: ['INVALID_SECRET_KEY', 'SECRET_KEY_NOT_CONFIGURED', 'RATE_LIMITED'],
  user: [...USER, 'MFA_REQUIRED'],
  pending: USER,
  enrolling: [...USER, 'MFA_REQUIRED'],
  optional: ['INVALID_TOKEN'],
  visitor: [],
  refresh: [
    'REFRESH_TOKEN_INVALID',
    'REFRESH_TOKEN_EXPIRED',
    'REFRESH_TOKEN_REUSED',
    'SESSION_NOT_FOUND',
    'ACCOUNT_INACTIVE',
  ],
  admin: ['NO_AUTH_PROVIDED', 'SESSION_INVALID', 'INVALID_TOKEN'],
  client: ['INVALID_CLIENT', 'RATE_LIMITED'],
  key: ['CONFLICTING_CREDENTIALS', 'NO_AUTH_PROVIDED', 'INVALID_TOKEN', 'RATE_LIMITED'],
};

/** The access levels at which a cookie may authenticate the request. */
export const COOKIE_ACCESS: readonly Access[] = [
  'user',
  'pending',
  'enrolling',
  'optional',
  'visitor',
  'refresh',
  'admin',
];

/** Whether a user whose password was chosen by an admin must change it before calling the operation. */
export const requiresOwnPassword = ({ access, admits }: Operation): boolean =>
  (access === 'user' || access === 'enrolling') && !admits?.beforePasswordChange;

/** Whether the caller of the operation is the user of a session. */
const hasSession = ({ access }: Operation): boolean =>
  access === 'user' || access === 'pending' || access === 'enrolling';

/** Whether the operation refuses an admin who acts as the user. */
export const refusesActing = (operation: Operation): boolean => !operation.admits?.acting && hasSession(operation);

/**
 * Whether a call counts among the changes that one account may make in a while (`account-change` in the table of limits).
 * Those that end or remove something do not, because people protect themselves with them. Neither do those that have
 * limits of their own, nor the rows of resources, whose number is up to the product.
 */
export const isCountedChange = (route: Route, operation: Operation): boolean =>
  operation.rate === 'write' &&
  !operation.errors.includes('RATE_LIMITED') &&
  hasSession(operation) &&
  pathOf(route).startsWith('/auth/') &&
  methodOf(route) !== 'DELETE' &&
  operation.browser?.cookies !== 'end-session';

/**
 * Whether the operation refuses fields that its body does not declare. Those of users that the specification has ignore
 * them: clients that were written for it may send more.
 */
export const refusesUnknownFields = (route: Route, { extension }: Operation): boolean =>
  extension === true || pathOf(route).startsWith('/auth/admin/');

/** Returns every code the operation may respond with, sorted, except the universal ones. */
export function errorsOf(route: Route, operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...BY_ACCESS[operation.access], ...operation.errors]);
  if (operation.body || operation.input?.overridable) {
    for (const code of ['INVALID_JSON', 'INVALID_INPUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      codes.add(code);
  }
  if (operation.form) {
    for (const code of ['INVALID_INPUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) codes.add(code);
  }
  if (operation.input?.idempotent) codes.add('IDEMPOTENCY_KEY_REUSED');
  if (operation.input?.emptyBody) codes.add(operation.input?.emptyBody);
  if (hasSession(operation)) codes.add(operation.admits?.application ? 'INSUFFICIENT_SCOPE' : 'FORBIDDEN');
  if (operation.access === 'admin' && !operation.admits?.beforeEnrolment) codes.add('MFA_ENROLMENT_REQUIRED');
  if (operation.admits?.apiKey) codes.add('RATE_LIMITED');
  if (mayBeForbidden(operation) || (operation.access === 'admin' && !isOpenToMachines(operation)))
    codes.add('FORBIDDEN');
  if (mayNeedStepUp(operation)) codes.add('REAUTH_REQUIRED');
  if (operation.needsDeviceKey) codes.add('REFRESH_TOKEN_PROOF_REQUIRED').add('RATE_LIMITED');
  if (operation.permissions) codes.add('MISSING_REQUIRED_PERMISSIONS');
  if (requiresOwnPassword(operation)) codes.add('MUST_CHANGE_PASSWORD');
  if (refusesActing(operation)) codes.add('NOT_WHILE_ACTING');
  if (isCountedChange(route, operation)) codes.add('RATE_LIMITED');
  // A row that reads the query by itself refuses it in its own way.
  if ((operation.query && !operation.input?.rawQuery) || operation.input?.structured || operation.input?.knownQuery)
    codes.add('INVALID_INPUT');
  if (COOKIE_ACCESS.includes(operation.access)) codes.add('CONFLICTING_CREDENTIALS');
  if (!route.startsWith('GET ') && COOKIE_ACCESS.includes(operation.access)) {
    codes.add('CSRF_TOKEN_INVALID').add('CSRF_ORIGIN_REJECTED');
  }
  return [...codes].sort();
}

export const isRedirect = ({ status }: Pick<Operation, 'status'>): boolean => status >= 300;

export const methodOf = (route: string): string => route.slice(0, route.indexOf(' '));
export const pathOf = (route: string): string => route.slice(route.indexOf(' ') + 1);

/** The names of the `{…}` segments of a path, as a type and as a list. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);

/** The value that a schema returns: defaults are filled in. `undefined` if there is no schema. */
export type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
/** The value that a schema accepts, as it is on the wire. `undefined` if there is no schema. */
export type Sent<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;
