// Checks the rules of every reply: its status, its code, its form, its headers, and that nothing
// of another tenant is in it.
import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type ErrorCode, errorCodes, statusOf } from '../../lib/contract/errors.ts';
import { oauthErrorOf } from '../../lib/contract/oauth-errors.ts';
import { errorsOf, isRedirect, methodOf, type Operation, pathOf, type Route } from '../../lib/contract/operation.ts';
import { SECURITY_HEADERS } from '../../lib/http/headers.ts';
import { operationsAt } from '../support/api.ts';
import type { Reply } from '../support/http.ts';
import { abroad } from './abroad.ts';
import type { Intent } from './draw/intent.ts';
import type { Draft } from './request.ts';
import { canaryOf } from './world/base.ts';

export type Break = { rule: string; what: string };
type Served = { route: string; operation: Operation };

/** What may refuse a request before its operation is known. */
const OF_TRANSPORT: readonly ErrorCode[] = ['URI_TOO_LONG', 'HEADERS_TOO_LARGE'];
/** The gateway refuses what it cannot parse, and a row's path takes a POST as a GET only in one way. */
const WITHOUT_OPERATION: readonly ErrorCode[] = [
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'INVALID_INPUT',
  'CSRF_ORIGIN_REJECTED',
];
/** What API Gateway passes on (developer guide, "Quotas for configuring and running a REST API": 10 240 bytes). */
const MOST_HEADERS = 10_240;
const PAGE = /^\/(login|account|console|assets)(\/|$)/;

/** Returns the operation that serves the request, as the contract says. */
export function servedBy({ method, path, headers, body }: Draft): Served | undefined {
  const bare = path.replace(/(?<=[^/])\/$/, '');
  const at = operationsAt(bare).sort((one, two) => one.route.split('{').length - two.route.split('{').length);
  if (bare.split('/').some((segment, index) => segment === '' && index > 0)) return undefined;
  const [first] = at;
  const isOpen =
    first && at.some(({ route, operation }) => operation.input?.overridable && pathOf(route) === pathOf(first.route));
  const asksForGet =
    headers.some(([name, value]) => /^x-(http-)?method-override$/.test(name) && /^get$/i.test(value)) ||
    /"_method"\s*:\s*"get"/i.test(body?.toString() ?? '');
  const wanted = method === 'POST' && isOpen && asksForGet ? 'GET' : method;
  return at.find(({ route }) => methodOf(route) === wanted);
}

/** Returns the rules that the reply breaks. `isPlain`: nothing but values was changed. */
export function breaksOf(intent: Intent, draft: Draft, reply: Reply, isPlain: boolean): Break[] {
  const served = servedBy(draft);
  const found: Break[] = [];
  const expect = (rule: string, isKept: boolean, what: string) => void (isKept || found.push({ rule, what }));
  if (reply.status >= 500) return [{ rule: 'fault', what: `${reply.status} ${reply.text.slice(0, 300)}` }];
  checkHeaders(served, draft, reply, expect);
  if (reply.status >= 400) checkError(intent, served, draft, reply, expect);
  else if (served && draft.method !== 'HEAD') checkSuccess(intent, served, draft, reply, isPlain, expect);
  else expect('undeclared.success', isServedElsewhere(draft, reply), `${reply.status} without an operation`);
  checkLeaks(intent, draft, reply, expect);
  return found;
}

type Expect = (rule: string, isKept: boolean, what: string) => void;

const isServedElsewhere = ({ method, path }: Draft, { status }: Reply): boolean =>
  (PAGE.test(path) && [200, 304].includes(status)) || (method === 'OPTIONS' && status === 204);

function checkHeaders(
  served: Served | undefined,
  { path }: Draft,
  { status, headers, setCookies }: Reply,
  expect: Expect,
): void {
  const isPage = PAGE.test(path) && status < 400;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    const sent = headers[name];
    const isOther =
      (isPage && ['cache-control', 'content-security-policy'].includes(name)) ||
      (served?.operation.browser?.cache && name === 'cache-control') ||
      (served?.operation.browser?.media && status === 200);
    expect('header', isOther ? sent !== undefined : sent === value, `${name}: ${sent}`);
  }
  const size = JSON.stringify(headers).length;
  expect('header', size <= MOST_HEADERS, `${size} bytes of headers`);
  const allowed = headers['access-control-allow-origin'];
  expect('cors', !String(allowed).includes('evil'), `access-control-allow-origin: ${allowed}`);
  expect(
    'cors',
    allowed !== '*' || headers['access-control-allow-credentials'] === undefined,
    'any origin, with credentials',
  );
  for (const line of setCookies) {
    expect('cookie', /; Path=\/; SameSite=(Strict|Lax)/.test(line), line);
    expect('cookie', /^svc_csrf=/.test(line) || /; HttpOnly/.test(line), line);
  }
  const target = URL.parse(String(headers.location ?? 'https://app.example.com/'));
  expect(
    'redirect',
    target !== null && !/evil/.test(target.host) && /^https?:$/.test(target.protocol),
    `location: ${headers.location}`,
  );
}

function checkError(intent: Intent, served: Served | undefined, draft: Draft, reply: Reply, expect: Expect): void {
  const { status, body, text, headers } = reply;
  if (draft.method === 'HEAD') return;
  expect(
    'form',
    /^application\/json; charset=utf-8$/.test(headers['content-type'] ?? ''),
    `${headers['content-type']}`,
  );
  const isOAuth = typeof body?.error_description === 'string';
  const keys = isOAuth ? 'code,error,error_description' : 'code,error,message,statusCode';
  expect(
    'form',
    Object.keys(body ?? {})
      .sort()
      .join() === keys,
    text.slice(0, 300),
  );
  const code: ErrorCode = body?.code;
  if (!errorCodes.includes(code)) {
    expect('code', false, `unknown code ${code}`);
    return;
  }
  expect('code', statusOf(code) === status, `${status} ${code}`);
  if (isOAuth) {
    expect('form', body.error === oauthErrorOf(code), text);
    expect('form', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(body.error_description), text);
  } else {
    const isWhole = body.statusCode === status && body.error === STATUS_CODES[status] && /\S/.test(body.message);
    expect('form', isWhole || OF_TRANSPORT.includes(code), text);
  }
  const isOfTransport =
    OF_TRANSPORT.includes(code) ||
    (code === 'INVALID_INPUT' && headers.connection === 'close' && !headers['x-amzn-requestid']);
  if (served) {
    const isDeclared = errorsOf(served.route as Route, served.operation).includes(code);
    expect('undeclared.code', isDeclared || isOfTransport, `${served.route} returned ${status} ${code}`);
    if (!isOfTransport)
      expect('form', isOAuth === (served.operation.errorForm !== undefined), `${served.route}: ${text}`);
  } else {
    expect('undeclared.code', isOfTransport || WITHOUT_OPERATION.includes(code), `no operation, ${status} ${code}`);
  }
  const side = intent.context.caller.side;
  if (side !== 'admin') expect('echo', !text.includes(canaryOf(side, intent.context.world.round)), text.slice(0, 300));
}

function checkSuccess(
  intent: Intent,
  { route, operation }: Served,
  draft: Draft,
  reply: Reply,
  isPlain: boolean,
  expect: Expect,
): void {
  const { status, body, text, headers } = reply;
  if (status === 304 && operation.browser?.cache) return;
  if (operation.browser?.reload && status === 200) {
    expect('form', headers.refresh !== undefined, text.slice(0, 300));
    return;
  }
  expect('status', status === operation.status, `${route} returned ${status}`);
  if (isRedirect(operation)) {
    expect('form', text === '' && headers.location !== undefined, text.slice(0, 300));
    return;
  }
  if (operation.browser?.media) {
    expect('form', headers['content-type'] === operation.browser?.media, `${headers['content-type']}`);
    return;
  }
  expect('form', headers['content-type'] === 'application/json; charset=utf-8', `${headers['content-type']}`);
  const parsed = operation.reply.safeParse(body);
  const problem = parsed.success ? '' : JSON.stringify(parsed.error.issues[0]);
  expect('reply', parsed.success, `${route}: ${problem} in ${text.slice(0, 300)}`);
  expect('reply', !parsed.success || isDeepStrictEqual(parsed.data, body), `${route} has undeclared members`);
  if (isPlain && operation === intent.operation) {
    const isValid = !operation.body || operation.body.safeParse(sentBody(draft)).success;
    expect('invalid.accepted', isValid, `${route} took a body that its schema refuses`);
  }
}

/** An empty body is one without members. */
const sentBody = ({ body }: Draft): unknown => (body?.length ? JSON.parse(body.toString()) : {});

const ID = /[a-z]{3}_[0-9A-Za-z]{22,}/g;
/** A canary with the text around it, which says where it was sent. */
export const CANARY_TEXT = /canary-[ab]\d+-[^"\\]{0,40}/g;

/** What a text says, and what the parts of it say that are encoded. */
function readable(text: string): string {
  const encoded = [...text.matchAll(/[A-Za-z0-9_-]{24,}/g)].map(([part]) =>
    Buffer.from(part, 'base64url').toString('latin1'),
  );
  return [text, ...encoded].join('\n');
}

/** Nothing of the other tenant, unless the request showed a credential from there. */
function checkLeaks(intent: Intent, draft: Draft, reply: Reply, expect: Expect): void {
  const { caller, world } = intent.context;
  const { side } = caller;
  if (side === 'admin') return;
  const foreign = side === 'a' ? 'b' : 'a';
  const reach = abroad(intent, draft);
  if (reach === 'credential') return;
  const shown = readable(`${JSON.stringify(reply.headers)}\n${reply.text}`);
  const mine = canaryOf(side, world.round);
  for (const [text] of shown.matchAll(CANARY_TEXT))
    expect('leak', text.startsWith(mine) || world.sent[side].has(text), `${caller.name} sees ${text}`);
  for (const [id] of shown.matchAll(ID)) expect('leak', !world.stage.earlier.has(id), `${caller.name} sees ${id}`);
  if (reach === 'tenant') return;
  for (const id of world.pool.idsOf(foreign)) {
    if (shown.includes(id))
      expect('leak', world.sent[side].has(id) || isPublic(world, id), `${caller.name} sees ${id}`);
  }
}

/** The lookup by slug shows the id of a tenant, and its pages show those of applications, to everyone. */
const isPublic = ({ tenants }: Intent['context']['world'], id: string): boolean =>
  id === tenants.a.id || id === tenants.b.id || id.startsWith('app_');
