// Options and requests of the server package: none switches a check off, and a request names one token or none.
import { describe, expect, test } from '@jest/globals';
import { type ErrorCode, errorBody } from '../../../lib/contract/errors.ts';
import { policyAuthorizer, simpleAuthorizer } from '../../../lib/packages/server/authorizer.ts';
import { bodyOf } from '../../../lib/packages/server/errors.ts';
import * as onExpress from '../../../lib/packages/server/express.ts';
import * as onFastify from '../../../lib/packages/server/fastify.ts';
import * as onHono from '../../../lib/packages/server/hono.ts';
import {
  AuthError,
  type AuthErrorCode,
  accessCookie,
  createVerifier,
  isAuthError,
  type RequestLike,
  tokenFrom,
  type VerifierOptions,
} from '../../../lib/packages/server/index.ts';
import { withAuth } from '../../../lib/packages/server/lambda.ts';

const GOOD = { issuer: 'https://auth.example.com', audience: 'https://api.example.com' };

describe('createVerifier', () => {
  test.each<Record<string, unknown>>([
    { issuer: undefined },
    { issuer: '' },
    { issuer: 'auth.example.com' },
    { issuer: 'https://auth.example.com/' },
    { issuer: 'http://auth.example.com' },
    { issuer: 'https://auth.example.com?x=1' },
    { audience: undefined },
    { audience: '' },
    { audience: [] },
    { audience: ['https://api.example.com', ''] },
    { audience: null },
    { algorithms: [] },
    { algorithms: ['HS256'] },
    { algorithms: ['RS256', 'none'] },
    { clockTolerance: -1 },
    { clockTolerance: 61 },
    { clockTolerance: Number.NaN },
    { clockTolerance: '5m' },
    { maxLifetime: 0 },
    { maxLifetime: 3601 },
    { origin: 'http://api.example.com' },
    { origin: 'https://api.example.com/v1' },
    { applications: ['shop'] },
    { applications: 'app_x' },
  ])('throws on %j', (wrong) => {
    expect(() => createVerifier({ ...GOOD, ...wrong } as unknown as VerifierOptions)).toThrow(TypeError);
  });

  test.each(['https://auth.example.com', 'https://x.example/prod', 'http://localhost:3000', 'http://127.0.0.1:3000'])(
    'accepts the issuer %s, and fetches nothing by itself',
    (issuer) => {
      const send = () => Promise.reject(new Error('fetched'));
      expect(createVerifier({ ...GOOD, issuer, fetch: send })).toHaveProperty('verify');
    },
  );
});

describe('rules', () => {
  const verifier = createVerifier(GOOD);
  const makers: [string, (rules: never) => unknown][] = [
    ['Express', (rules) => onExpress.requireAuth(verifier, rules)],
    ['Fastify', (rules) => onFastify.requireAuth(verifier, rules)],
    ['Hono', (rules) => onHono.requireAuth(verifier, rules)],
    ['functions', (rules) => withAuth(verifier, async () => undefined, rules)],
    ['REST authorizers', (rules) => policyAuthorizer(verifier, rules)],
    ['HTTP authorizers', (rules) => simpleAuthorizer(verifier, rules)],
  ];

  test.each(makers)('of %s that are misspelt or have no value throw at once', (_, make) => {
    for (const wrong of [
      { permision: 'a' },
      { permission: undefined },
      { permission: '' },
      { permission: ['a'] },
      { role: null },
      { tenant: 'id' },
      { online: 'yes' },
      { scope: '' },
      { constructor: 'string' },
    ])
      expect(() => make(wrong as never)).toThrow(TypeError);
    expect(make({ permission: 'a', role: 'b', online: false } as never)).toBeInstanceOf(Function);
  });

  test('of authorizers know no tenant, because their results are cached for every path', () => {
    const rules = { tenant: () => 'ten_x' } as never;
    expect(() => policyAuthorizer(verifier, rules)).toThrow(TypeError);
    expect(() => simpleAuthorizer(verifier, rules)).toThrow(TypeError);
  });
});

describe('tokenFrom', () => {
  const cookie = accessCookie('https://app.example.com');
  const own = { cookie: '__Host-svc_access=c' };

  test.each<[RequestLike['headers'], string | undefined]>([
    [{ authorization: 'Bearer abc' }, 'abc'],
    [{ Authorization: 'bearer   abc ' }, 'abc'],
    [new Headers({ authorization: 'Bearer abc' }), 'abc'],
    [{ AUTHORIZATION: ['Bearer abc'] }, 'abc'],
    [{ authorization: 'Bearer abc', ...own }, 'abc'],
    [{ authorization: 'Basic abc', ...own }, undefined],
    [{ authorization: 'Bearer', ...own }, undefined],
    [{ authorization: 'Bearer a b' }, undefined],
    [
      new Headers([
        ['authorization', 'Bearer a'],
        ['authorization', 'Bearer b'],
      ]),
      undefined,
    ],
    [own, 'c'],
    [new Headers({ cookie: 'a=b;__Host-svc_access=c; d=e' }), 'c'],
    [{ cookie: ['a=b', '__Host-svc_access=c'] }, 'c'],
    [{ cookie: 'svc_access=c; x__Host-svc_access=d' }, undefined],
    [{ cookie: '__Host-svc_access=' }, undefined],
    [{}, undefined],
  ])('finds in %j', (headers, token) => {
    expect(tokenFrom({ method: 'GET', headers }, cookie)).toBe(token);
  });

  test('reads no cookie unless it is told which', () => {
    expect(tokenFrom({ method: 'GET', headers: own })).toBeUndefined();
    const verifier = createVerifier({ ...GOOD, issuer: 'https://app.example.com' });
    expect(verifier.tokenFrom({ method: 'GET', headers: own })).toBeUndefined();
  });

  test.each<[RequestLike['headers']]>([
    [{ authorization: ['Bearer a', 'Bearer b'] }],
    [{ authorization: 'Bearer a', Authorization: 'Bearer b' }],
    [{ cookie: '__Host-svc_access=a; __Host-svc_access=b' }],
  ])('refuses two credentials of a kind: %j', (headers) => {
    expect(() => tokenFrom({ headers }, cookie)).toThrow(expect.objectContaining({ code: 'CONFLICTING_CREDENTIALS' }));
  });

  test.each<[string | undefined, Record<string, string>, boolean]>([
    ['GET', { 'sec-fetch-site': 'cross-site' }, true],
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['POST', { 'sec-fetch-site': 'none' }, true],
    ['POST', { origin: 'https://app.example.com' }, true],
    ['POST', {}, true],
    ['POST', { 'sec-fetch-site': 'same-site' }, false],
    ['delete', { 'sec-fetch-site': 'cross-site' }, false],
    ['PUT', { origin: 'https://other.example.com' }, false],
    ['PUT', { origin: 'null' }, false],
    [undefined, { origin: 'https://other.example.com' }, false],
  ])('a cookie with %s and %j passes: %s', (method, headers, passes) => {
    const find = () => tokenFrom({ method, headers: { ...own, ...headers } }, cookie);
    if (passes) expect(find()).toBe('c');
    else expect(find).toThrow(expect.objectContaining({ code: 'CSRF_ORIGIN_REJECTED', statusCode: 403 }));
  });
});

describe('errors', () => {
  const CODES = [
    'CONFLICTING_CREDENTIALS',
    'NO_AUTH_PROVIDED',
    'INVALID_TOKEN',
    'CSRF_ORIGIN_REJECTED',
    'FORBIDDEN',
    'INSUFFICIENT_SCOPE',
    'MISSING_REQUIRED_PERMISSIONS',
    'NOT_A_MEMBER_OF_TENANT',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ] as const satisfies (AuthErrorCode & ErrorCode)[];
  // The one that only an API of yours responds with, in the status of RFC 9470.
  const isComplete: Exclude<AuthErrorCode, 'STEP_UP_REQUIRED'> extends (typeof CODES)[number] ? true : false = true;

  test.each(CODES)('%s has the status and the body that the service responds with', (code) => {
    expect(bodyOf(code)).toEqual(errorBody(code));
    expect(isComplete).toBe(true);
  });

  test('an error is a response, and its cause stays inside', async () => {
    const error = new AuthError(bodyOf('INVALID_TOKEN'), { cause: new Error('signature') });
    const response = error.getResponse();
    expect([response.status, await response.json()]).toEqual([401, errorBody('INVALID_TOKEN')]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect([isAuthError(error), isAuthError(new Error('x')), isAuthError(undefined)]).toEqual([true, false, false]);
  });
});
