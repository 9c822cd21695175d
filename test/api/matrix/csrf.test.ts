// Tests which origins may send a cookie to an operation that changes data. Generated from the contract.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { errorsOf, methodOf, type Route } from '../../../lib/contract/operation.ts';
import {
  adminSession,
  answerOf,
  COOKIES,
  cookieSession,
  expectWellFormed,
  pathFor,
  refusal,
} from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { prepared, type Service, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const byCookie = operations.filter(
  ({ operation: { access } }) => !['public', 'secret', 'client', 'key'].includes(access),
);
const unsafe = byCookie.filter(({ route }) => methodOf(route) !== 'GET');
const safe = byCookie.filter(({ route }) => methodOf(route) === 'GET');

const session = async (access: string): Promise<string> =>
  access === 'admin' ? adminSession(service) : cookieHeader(await cookieSession(service, await service.signup(tenant)));
const tokenIn = (cookie: string): string => /svc_csrf=([^;]+)/.exec(cookie)?.[1] as string;

type Case = (operation: (typeof operations)[number], headers: Record<string, string>) => ReturnType<Service['send']>;
const call: Case = ({ route, operation }, headers) =>
  service.send(methodOf(route), pathFor(route), {
    headers: { ...(operation.access === 'admin' ? {} : COOKIES), ...headers },
    ...(operation.body ? { body: {} } : {}),
  });

const crossSite = { 'sec-fetch-site': 'cross-site' };
const evil = { origin: 'https://evil.example' };

describe.each(unsafe)('$route', (operation) => {
  const { access } = operation.operation;
  /** Sessions for all that is refused: a refusal that changed something would fail the tests after it. */
  let untouched: string;
  let other: string;
  beforeAll(async () => {
    untouched = await session(access);
    other = await session(access);
  });

  test.each([
    ['a cross-site request', crossSite, 'CSRF_TOKEN_INVALID'],
    ['a same-site request of a sibling domain', { 'sec-fetch-site': 'same-site' }, 'CSRF_TOKEN_INVALID'],
    ['a cross-site request in capitals', { 'sec-fetch-site': 'CROSS-SITE' }, 'CSRF_TOKEN_INVALID'],
    ['a request of another origin', evil, 'CSRF_ORIGIN_REJECTED'],
    ['a cross-site request of another origin', { ...evil, ...crossSite }, 'CSRF_ORIGIN_REJECTED'],
    ['a request of the opaque origin', { origin: 'null' }, 'CSRF_ORIGIN_REJECTED'],
    ['an empty token', { ...crossSite, 'x-csrf-token': '' }, 'CSRF_TOKEN_INVALID'],
    ['a garbage token', { ...crossSite, 'x-csrf-token': 'a.b' }, 'CSRF_TOKEN_INVALID'],
  ] as const)('rejects with 403 %s', async (_, headers, code) => {
    const reply = await call(operation, { cookie: untouched, ...headers });
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal(code));
  });

  test('rejects with 403 the token of another session', async () => {
    const reply = await call(operation, { cookie: untouched, ...crossSite, 'x-csrf-token': tokenIn(other) });
    expect(answerOf(reply)).toEqual(refusal('CSRF_TOKEN_INVALID'));
  });

  test.each([
    ['a client that is no browser', () => ({})],
    ['a same-origin request', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['an address typed by the user', () => ({ 'sec-fetch-site': 'none' })],
    ['the own origin', () => ({ origin: service.baseUrl })],
    ["the session's token", (cookie: string) => ({ ...crossSite, 'x-csrf-token': tokenIn(cookie) })],
    ["the session's token from another origin", (cookie: string) => ({ ...evil, 'x-csrf-token': tokenIn(cookie) })],
  ])('accepts %s', async (_, headers) => {
    const cookie = await session(access);
    const reply = await call(operation, { cookie, ...headers(cookie) });
    expect(reply.status).not.toBe(401);
    // An operation may reject the request for another reason, such as a missing permission.
    expect(String(reply.body?.code)).not.toMatch(/^CSRF_/);
    expect(reply.status).toBeLessThan(500);
  });
});

test.each(safe)('accepts a cross-site request because it changes nothing: $route', async (operation) => {
  const cookie = await session(operation.operation.access);
  const reply = await call(operation, { cookie, ...evil, ...crossSite });
  const [refusal] = (['MISSING_REQUIRED_PERMISSIONS', 'SSO_STATE_INVALID'] as const).filter((code) =>
    errorsOf(operation.route as Route, operation.operation).includes(code),
  );
  if (refusal && reply.status >= 400) expect(reply.body.code).toBe(refusal);
  else expect([operation.operation.status, ...(operation.route.includes('{') ? [404] : [])]).toContain(reply.status);
});

test('a bearer token needs no proof of origin because only cookies are sent automatically', async () => {
  const { tokens } = await service.signup(tenant);
  const headers = { authorization: `Bearer ${tokens.accessToken}`, ...evil, ...crossSite };
  expect((await service.post('/auth/logout-all', {}, { headers })).status).toBe(200);
});
