// Makes a Lambda handler of a group of the contract and a table of rows. The only list of middleware is here.
import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { fail } from '../contract/errors.ts';
import {
  errorsOf,
  type Group,
  type Operation,
  type ParamNames,
  type Parsed,
  type Route,
  UNIVERSAL,
} from '../contract/operation.ts';
import type { AdminActor, Administrator } from '../domain/administrator.ts';
import { recordRead } from '../domain/admins/evidence.ts';
import type { SessionClaims } from '../domain/sessions/authenticate.ts';
import type { Actor, Client, KeyActor, SetupSession } from '../domain/sessions/caller.ts';
import { refundChange } from '../domain/sessions/changes.ts';
import { requireKey } from '../domain/sessions/device/key-proof.ts';
import { Unavailable } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { count } from '../platform/metrics.ts';
import { note } from '../platform/request-context.ts';
import { config } from '../platform/settings/config.ts';
import type { Further } from './binding.ts';
import { browserSecret, proofsOf } from './binding.ts';
import { configuredHeaders, corsHeaders, isPreflight, originsOf, preflight } from './cors.ts';
import { asApiError, errorResponse, type Pages, shownToPerson } from './errors.ts';
import { type Counted, identify, permitted, requireStepUp } from './guard.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { readInput } from './input.ts';
import { overridden } from './override.ts';
import { throughProxy } from './proxy.ts';
import {
  header,
  isCookieMode,
  isUrlTooLong,
  type Request,
  readRequest,
  sessionTokens,
  trustTokens,
} from './request.ts';
import { noteSender, noteTenant, withRequestLog } from './request-log.ts';
import { type AnyResult, type Result, respond } from './respond.ts';
import type { Response } from './response.ts';
import { createRouter, type Match } from './router.ts';
import { mayReload, reload } from './same-site-reload.ts';
import { IGNORED_HEADER, ignoredList, named } from './unknown-fields.ts';
import { warmUp } from './warm-up.ts';

/** The decision of `isOpenToMachines`, for the compiler. */
type ForPeople<O extends Operation> = O extends { duty: 'self' } | { duty: { needs: 'own' } } | { stepUp: true }
  ? true
  : false;
type CallerOf<O extends Operation> = O['access'] extends 'user' | 'pending' | 'enrolling'
  ? O extends { admits: { apiKey: true } }
    ? { actor: Actor | KeyActor }
    : O extends { admits: { setup: true } }
      ? { actor: Actor | SetupSession }
      : { actor: Actor }
  : O['access'] extends 'admin'
    ? { actor: ForPeople<O> extends true ? AdminActor : Administrator }
    : O['access'] extends 'key'
      ? { actor: KeyActor }
      : O['access'] extends 'optional'
        ? { claims: SessionClaims | undefined }
        : O['access'] extends 'visitor'
          ? { visitor: Actor | undefined }
          : unknown;

/** What a row gets: its caller, and validated input. */
export type Call<R extends string, O extends Operation> = {
  params: Record<ParamNames<R>, string>;
  query: Parsed<O['query']>;
  body: Parsed<O['body']>;
  form: Parsed<O['form']>;
  client: Client;
  request: Request;
} & CallerOf<O>;

type Row<R extends string, O extends Operation> = (call: Call<R, O>) => Result<O> | Promise<Result<O>>;

/**
 * One row for each operation of the group. A row that is missing, unknown or misspelt does not compile, nor does a row
 * whose result is not the contract's reply.
 */
export type Rows<G extends Group> = { [R in keyof G & string]: Row<R, G[R & keyof G] & Operation> };
type AnyRow = (call: object) => AnyResult | Promise<AnyResult>;

/** `cors` are the headers for other origins. They are looked up while the operation runs. */
type Handled = {
  request: Request;
  counted: Counted;
  match?: Match;
  cors?: Promise<Record<string, string>>;
  /** The header that names what was ignored. */
  ignored?: Record<string, string>;
};

/** Milliseconds before the function's timeout at which it responds 503. */
const TIMEOUT_MARGIN_MS = 1500;

/**
 * `isOpen`: the group's operations may be called past the trusted proxy. `whenTooLong`: route to which browsers are sent ->
 * where one goes whose address is too long. A person cannot read URI_TOO_LONG. `whenFailed`: the same for other errors.
 * `authenticateKey`, `authenticateSetup`: of groups with an operation that admits API keys, or setup links.
 */
type Options = {
  isOpen?: true;
  whenTooLong?: Readonly<Record<string, () => { location: string }>>;
  whenFailed?: Pages;
} & Further;

/** Returns the Lambda handler of a group, with its warm-up. It responds to every event and never throws. */
export function serve<G extends Group>(
  group: G,
  rows: Rows<G>,
  { isOpen, whenTooLong = {}, whenFailed = {}, ...further }: Options = {},
) {
  const router = createRouter(group);
  const origins = originsOf(group);

  const failed = (error: unknown, request: Request): Response =>
    shownToPerson(errorResponse(error, router.errorFormAt(request.path)), request, whenFailed);

  const respondTo = async (event: APIGatewayProxyEvent): Promise<Response> => {
    const handled: Handled = { request: readRequest(event), counted: {} };
    const response = await handle(handled).catch(async (error: unknown) => {
      await refundChange(handled.counted.change);
      return failed(reported(error, handled), handled.request);
    });
    noteSender(handled.request);
    const cors = (await handled.cors) ?? configuredFor(handled.request);
    return { ...response, headers: { ...cors, ...handled.ignored, ...response.headers } };
  };

  const handle = async (handled: Handled): Promise<Response> => {
    requireConfig();
    if (!isOpen) handled.request = await throughProxy(handled.request);
    noteSender(handled.request);
    if (isUrlTooLong(handled.request)) return tooLong(handled.request);
    if (isPreflight(handled.request)) {
      note({ route: 'preflight' });
      return preflight(handled.request, router.at(handled.request.path), origins);
    }
    handled.request = overridden(handled.request, router.at);
    const { request } = handled;
    handled.match = router.match(request.method, request.path);
    const { route, operation, params } = handled.match;
    note({ route, operation: operation.name });
    handled.cors = corsHeaders(request, operation, origins);
    if (mayReload(request, operation.browser)) return reload(request);
    // Authentication comes before the body is read: only an authenticated caller learns how a body is validated.
    const caller = await identify(request, handled.match, handled.counted, further);
    const { body, form, query } = readInput(request, handled.match, (paths) => {
      handled.ignored = { [IGNORED_HEADER]: ignoredList(paths) };
      log.info('fields_ignored', { route, fields: paths.slice(0, 10).map(named).join(' ') });
    });
    await requireStepUp(caller, operation, body);
    noteTenant(body, query, params);
    const userAgent = header(request, 'user-agent') ?? '';
    const sent = { trustTokens: trustTokens(request), sessionTokens: sessionTokens(request) };
    const browser = browserSecret(request, operation.browser);
    // A login with an identity provider ends in cookies in any case.
    const isForCookies = isCookieMode(request) || operation.browser?.cookies === 'end-sso';
    const keepsCookies = isForCookies && config().https;
    const client: Client = {
      ip: request.ip,
      userAgent,
      ...sent,
      browser,
      keepsCookies,
      ...(await proofsOf(request)),
    };
    if (operation.needsDeviceKey && caller.kind === 'user') requireKey(caller.actor.session, client);
    const input = await permitted(caller, operation, { params, query, body });
    // The router found operation and row by the same route, which the compiler cannot see.
    const row = rows[route as keyof G & string] as AnyRow;
    const result = await row({ ...caller, ...input, form, client, request });
    // After the row: what was refused or not found showed nothing. Before the response: what is not recorded is not shown.
    if (caller.kind === 'admin') await recordRead(caller.actor, operation, input, result);
    return respond(operation, result, request, browser);
  };

  const tooLong = (request: Request): Response | Promise<Response> => {
    const page = whenTooLong[`${request.method} ${request.path}`] ?? fail('URI_TOO_LONG');
    const { route, operation } = router.match(request.method, request.path);
    note({ route, operation: operation.name });
    return respond(operation, page(), request, undefined);
  };

  const handler = middy<APIGatewayProxyEvent, Response, Error, Context>({
    timeoutEarlyInMillis: TIMEOUT_MARGIN_MS,
    timeoutEarlyResponse: () => {
      throw new Unavailable('out of time');
    },
  })
    .use(securityHeaders())
    .use(lastResort(failed))
    .handler(respondTo);
  const logged = withRequestLog(handler);
  return Object.assign(logged, {
    /** Runs the GET in the init phase; `GET` is the first one of the group. Never rejects. */
    warmUp: async (which: Route | 'GET'): Promise<void> => {
      const found = Object.entries<Operation>(group).find(
        ([route]) => route === which || route.startsWith(`${which} `),
      );
      if (found) await warmUp(logged, found[0] as Route, found[1]);
    },
  });
}

/** Throws `Unavailable` while a setting is invalid, before anything is done with the request. */
function requireConfig(): void {
  config();
}

/** Reports an error that the operation does not declare as a fault of the service, and returns it. */
function reported(error: unknown, { match }: Handled): unknown {
  const { code } = asApiError(error);
  if (match && !UNIVERSAL.includes(code) && !errorsOf(match.route, match.operation).includes(code)) {
    log.error('undeclared_error', { route: match.route, code });
    count('UnexpectedError');
  }
  return error;
}

/** Returns the headers that the configuration grants to other origins; none if the configuration is invalid. */
function configuredFor(request: Request): Record<string, string> {
  try {
    return configuredHeaders(request);
  } catch {
    return {};
  }
}

/** Adds the security headers to every response, errors and time-outs included. A cacheable one has its own. */
function securityHeaders(): middy.MiddlewareObj<APIGatewayProxyEvent, Response> {
  const add: middy.MiddlewareFn<APIGatewayProxyEvent, Response> = ({ response }) => {
    if (response) response.headers = { ...SECURITY_HEADERS, ...response.headers };
  };
  return { after: add, onError: add };
}

/** Responds to what the handler could not: a time-out. */
function lastResort(
  failed: (error: unknown, request: Request) => Response,
): middy.MiddlewareObj<APIGatewayProxyEvent, Response> {
  return {
    onError: (handled) => {
      const request = readRequest(handled.event);
      const { headers, ...response } = failed(handled.error, request);
      handled.response = { ...response, headers: { ...headers, ...configuredFor(request) } };
    },
  };
}
