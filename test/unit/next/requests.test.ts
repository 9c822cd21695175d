// The pieces of @gatehouse-auth/next that need no Next.js: which requests begin a sign-in, and how cookies are carried on.
import { describe, expect, test } from '@jest/globals';
import { sentAfter } from '../../../lib/packages/next/cookies.ts';
import { isNavigation, refusalOf } from '../../../lib/packages/next/requests.ts';
import { createSessions, type GatehouseOptions } from '../../../lib/packages/next/session.ts';
import { AuthError, bodyOf } from '../../../lib/packages/server/errors.ts';

const request = (headers: Record<string, string>, method = 'GET') =>
  new Request('https://app.example.com/invoices', { method, headers });

describe('a sign-in begins', () => {
  test.each([[{}], [{ 'sec-fetch-dest': 'document' }]])('for a navigation with %j', (headers) => {
    expect(isNavigation(request(headers as Record<string, string>))).toBe(true);
  });

  test.each([
    [{ 'sec-fetch-dest': 'empty' }],
    [{ 'sec-fetch-dest': 'image' }],
    [{ 'sec-fetch-dest': 'iframe' }],
    [{ 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
    [{ purpose: 'prefetch' }],
  ])('never for %j', (headers) => {
    expect(isNavigation(request(headers as Record<string, string>))).toBe(false);
  });

  test('never for a change', () => {
    expect(isNavigation(request({}, 'POST'))).toBe(false);
  });
});

test('the page behind the proxy gets the cookies as the browser will send them', () => {
  const setCookie = ['s.0=new; Path=/; HttpOnly; Max-Age=9', 's.1=; Path=/; Max-Age=0', 't=1=2; Path=/; Max-Age=9'];
  expect(sentAfter('a=1; s.0=old; s.1=more; b=2', setCookie)).toBe('a=1; s.0=new; b=2; t=1=2');
  expect(sentAfter(null, [])).toBe('');
});

test('a refusal is not kept by a cache, and another error is no refusal', async () => {
  const response = refusalOf(new AuthError(bodyOf('NO_AUTH_PROVIDED')));
  expect([response.status, response.headers.get('cache-control')]).toEqual([401, 'no-store']);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  expect(() => refusalOf(new Error('a defect'))).toThrow('a defect');
});

describe('options', () => {
  const right: GatehouseOptions = {
    issuer: 'https://auth.example.com',
    applicationId: 'app_1',
    applicationSecret: 'secret',
    origin: 'https://app.example.com',
    keys: Buffer.alloc(32).toString('base64url'),
  };

  test('that are right name the redirect URI', () => {
    expect(createSessions(right).signIn.redirectUri).toBe('https://app.example.com/auth/callback');
    expect(createSessions({ ...right, path: '/session' }).signIn.redirectUri).toBe(
      'https://app.example.com/session/callback',
    );
  });

  test.each([
    ...(['issuer', 'applicationId', 'applicationSecret', 'origin', 'keys'] as const).map(
      (name): [Partial<GatehouseOptions>, RegExp] => [{ [name]: '' }, new RegExp(`option ${name} is missing`)],
    ),
    [{ origin: 'https://app.example.com/' }, /origin/],
    [{ origin: 'app.example.com' }, /origin/],
    [{ issuer: 'http://auth.example.com' }, /issuer/],
    [{ path: 'auth' }, /path/],
    [{ path: '/auth/' }, /path/],
    [{ keys: 'c2hvcnQ' }, /32 bytes/],
  ])('are refused: %j', (wrong, message) => {
    expect(() => createSessions({ ...right, ...wrong })).toThrow(message);
  });
});
