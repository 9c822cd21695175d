// Every operation that changes something and that a cookie can authenticate: where must the request come from?
// Generated from the contract.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf } from '../../../lib/contract/operation.ts';
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
import { type Service, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

const byCookie = operations.filter(({ operation: { access } }) => !['public', 'secret'].includes(access));
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
    ['cross-site', crossSite, 'CSRF_TOKEN_INVALID'],
    ['same-site, a sibling domain', { 'sec-fetch-site': 'same-site' }, 'CSRF_TOKEN_INVALID'],
    ['cross-site in capitals', { 'sec-fetch-site': 'CROSS-SITE' }, 'CSRF_TOKEN_INVALID'],
    ['another origin', evil, 'CSRF_ORIGIN_REJECTED'],
    ['another origin, cross-site', { ...evil, ...crossSite }, 'CSRF_ORIGIN_REJECTED'],
    ['the opaque origin', { origin: 'null' }, 'CSRF_ORIGIN_REJECTED'],
    ['an empty token', { ...crossSite, 'x-csrf-token': '' }, 'CSRF_TOKEN_INVALID'],
    ['a garbage token', { ...crossSite, 'x-csrf-token': 'a.b' }, 'CSRF_TOKEN_INVALID'],
  ] as const)('403: %s', async (_, headers, code) => {
    const reply = await call(operation, { cookie: untouched, ...headers });
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal(code));
  });

  test("403: another session's token", async () => {
    const reply = await call(operation, { cookie: untouched, ...crossSite, 'x-csrf-token': tokenIn(other) });
    expect(answerOf(reply)).toEqual(refusal('CSRF_TOKEN_INVALID'));
  });

  test.each([
    ['no browser', () => ({})],
    ['same-origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['typed by the user', () => ({ 'sec-fetch-site': 'none' })],
    ['our own origin', () => ({ origin: service.baseUrl })],
    ["the session's token", (cookie: string) => ({ ...crossSite, 'x-csrf-token': tokenIn(cookie) })],
    ["the session's token, elsewhere", (cookie: string) => ({ ...evil, 'x-csrf-token': tokenIn(cookie) })],
  ])('passes: %s', async (_, headers) => {
    const cookie = await session(access);
    const reply = await call(operation, { cookie, ...headers(cookie) });
    expect(reply.status).not.toBe(401);
    // What the operation itself refuses, for want of a permission, is not about where the request came from.
    expect(String(reply.body?.code)).not.toMatch(/^CSRF_/);
    expect(reply.status).toBeLessThan(500);
  });
});

test.each(safe)('passes, as it changes nothing: $route', async (operation) => {
  const cookie = await session(operation.operation.access);
  const reply = await call(operation, { cookie, ...evil, ...crossSite });
  expect([operation.operation.status, ...(operation.route.includes('{') ? [404] : [])]).toContain(reply.status);
});

test('a bearer token needs no proof of origin: only cookies travel by themselves', async () => {
  const { tokens } = await service.signup(tenant);
  const headers = { authorization: `Bearer ${tokens.accessToken}`, ...evil, ...crossSite };
  expect((await service.post('/auth/logout-all', {}, { headers })).status).toBe(200);
});
