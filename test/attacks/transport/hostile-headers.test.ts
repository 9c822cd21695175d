// Threat: an attacker sends headers and cookies that are valid HTTP but that no client sends, to make the service fail.
// Each gets an error of the catalogue, with the four fields and the security headers, and never a server error.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/refusal.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));

describe('a request with malformed cookies', () => {
  test.each([
    ['svc_access=%E0%A4%A', 'INVALID_TOKEN'],
    ['svc_access=%', 'INVALID_TOKEN'],
    ['a="b; svc_access="', 'INVALID_TOKEN'],
    ['%zz=%zz; svc_access=', 'NO_AUTH_PROVIDED'],
    ['=', 'NO_AUTH_PROVIDED'],
    [';;;=;;', 'NO_AUTH_PROVIDED'],
    ['svc_access', 'NO_AUTH_PROVIDED'],
    ['__proto__=1; constructor=2; toString=3', 'NO_AUTH_PROVIDED'],
    ['x=y; '.repeat(1000), 'NO_AUTH_PROVIDED'],
  ])('is refused with 401: %j', async (cookie, code) => {
    expectRefusal(await service.get('/auth/me', { headers: { cookie } }), 401, code);
  });

  test('is refused with CONFLICTING_CREDENTIALS when it has one cookie twice', async () => {
    const reply = await service.get('/auth/me', { headers: { cookie: 'svc_access=a; svc_access=b' } });
    expectRefusal(reply, 400, 'CONFLICTING_CREDENTIALS');
  });
});

describe('a request with a malformed Authorization header', () => {
  test.each([
    ['Bearer', 'NO_AUTH_PROVIDED'],
    ['Bearer ', 'NO_AUTH_PROVIDED'],
    ['bearer\tx', 'NO_AUTH_PROVIDED'],
    ['Bearer a b', 'NO_AUTH_PROVIDED'],
    ['Basic dXNlcjpwYXNz', 'NO_AUTH_PROVIDED'],
    ['', 'NO_AUTH_PROVIDED'],
    ['Bearerx', 'NO_AUTH_PROVIDED'],
    ['bearer   x', 'INVALID_TOKEN'],
    ['BEARER x', 'INVALID_TOKEN'],
    [`Bearer ${'x'.repeat(8192)}`, 'INVALID_TOKEN'],
    [`Bearer ${'x.'.repeat(6000)}`, 'INVALID_TOKEN'],
    ['Bearer \u00e9\u00ff', 'INVALID_TOKEN'],
    ['Bearer null', 'INVALID_TOKEN'],
  ])('is refused with 401: %j', async (authorization, code) => {
    const reply = await service.get('/auth/me', { headers: { authorization } });
    expectRefusal(reply, 401, code);
  });
});

describe('a header named like a property of every object', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])('is ignored: %s', async (name) => {
    const reply = await service.get('/auth/me', { headers: { ...bearer(user.tokens), [name]: 'x' } });
    expect(reply.status).toBe(200);
  });
});

test('headers of 40 KB are refused with 431', async () => {
  expectRefusal(await service.get('/nowhere', { headers: { 'x-long': 'x'.repeat(40_000) } }), 431, 'HEADERS_TOO_LARGE');
});

test('the service works after all hostile headers', async () => {
  expect((await service.get('/auth/me', { headers: bearer(user.tokens) })).status).toBe(200);
});
