// Checks that a refresh token verifies only when it is HS256 under a known root version, complete and not expired.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type RefreshClaims, signAccessToken, signRefreshToken, verifyRefreshToken } from '../../../lib/crypto/jwt.ts';
import { signingKey } from '../../../lib/crypto/purpose-keys.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';

const first = 'r'.repeat(32);
const roots: Roots<never> = { 1: first };
const now = 1_800_000_000;
const options = { issuer: 'https://auth.example', now };
const claims: RefreshClaims = {
  iss: options.issuer,
  sub: 'u1',
  tid: 't1',
  sid: 's1',
  jti: 'j1',
  gen: 3,
  iat: now,
  exp: now + 1_209_600,
};
const header = { alg: 'HS256', kid: '1', typ: 'rt+jwt' };
const keyOf = (some: Roots<never>) => signingKey(some, 'refresh-token', now * 1000).key;
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

function forge(head: unknown, payload: unknown, key: Buffer | string = keyOf(roots), hash = 'sha256') {
  const input = `${encode(head)}.${encode(payload)}`;
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`;
}

test('verifyRefreshToken returns exactly the signed claims, and the header names the type and the root version', async () => {
  const token = await signRefreshToken(roots, claims);
  expect(JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())).toEqual(header);
  expect(await verifyRefreshToken(roots, token, options)).toEqual(claims);
  expect(await verifyRefreshToken(roots, forge(header, { ...claims, extra: 1 }), options)).toEqual(claims);
  expect(await verifyRefreshToken(roots, forge(header, { ...claims, gen: 0 }), options)).toEqual({ ...claims, gen: 0 });
});

test('verifyRefreshToken returns eph: true for the token of a browser session and refuses any other value of eph', async () => {
  const ephemeral: RefreshClaims = { ...claims, eph: true };
  expect(await verifyRefreshToken(roots, await signRefreshToken(roots, ephemeral), options)).toEqual(ephemeral);
  for (const eph of [false, 'true', 1, null, {}])
    expect(await verifyRefreshToken(roots, forge(header, { ...claims, eph }), options)).toBe('invalid');
});

test('verifyRefreshToken returns "expired" from the second of expiry, and "invalid" when there is another defect', async () => {
  const token = await signRefreshToken(roots, claims);
  expect(await verifyRefreshToken(roots, token, { ...options, now: claims.exp - 1 })).toEqual(claims);
  expect(await verifyRefreshToken(roots, token, { ...options, now: claims.exp })).toBe('expired');
  expect(await verifyRefreshToken(roots, token, { issuer: 'other', now: claims.exp })).toBe('invalid');
  expect(await verifyRefreshToken({ 1: 'x'.repeat(32) }, token, { ...options, now: claims.exp })).toBe('invalid');
});

test('verifyRefreshToken accepts a token under a previous root for 30 days, and not once that root is revoked', async () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();
  const both: Roots<never> = {
    1: first,
    2: 's'.repeat(32),
    3: 't'.repeat(32),
    current: '2',
    since: { 1: at(now - 100), 2: at(now) },
  };
  const long = { ...claims, exp: now + 100 * 86_400 };
  const before = await signRefreshToken(roots, long);
  const after = await signRefreshToken(both, long);
  const pending = forge({ ...header, kid: '3' }, long, keyOf({ 3: 't'.repeat(32) }));
  expect(await verifyRefreshToken(both, before, options)).toEqual(long);
  expect(await verifyRefreshToken(both, after, options)).toEqual(long);
  expect(await verifyRefreshToken(both, pending, options)).toBe('invalid');
  const later = { ...options, now: now + 30 * 86_400 };
  expect(await verifyRefreshToken(both, before, later)).toBe('invalid');
  expect(await verifyRefreshToken(both, after, later)).toEqual(long);
  expect(await verifyRefreshToken({ ...both, revoked: ['1'] }, before, options)).toBe('invalid');
  expect(await verifyRefreshToken({ 1: first, 2: 's'.repeat(32) }, before, options)).toBe('invalid');
});

describe('verifyRefreshToken returns "invalid"', () => {
  const headers: unknown[] = [
    ...['none', 'None', 'HS384', 'HS512', 'hs256', 'RS256', 'dir', '', null].map((alg) => ({ ...header, alg })),
    ...['at+jwt', 'JWT', 'RT+JWT', '', null].map((typ) => ({ ...header, typ })),
    ...['2', '01', '', '__proto__', 'constructor', 1, null, ['1']].map((kid) => ({ ...header, kid })),
    { alg: 'HS256', kid: '1' },
    { ...header, crit: ['x'], x: 1 },
    { ...header, crit: ['b64'], b64: false },
    { ...header, b64: false },
  ];
  test.each(headers)('for the header %j', async (head) => {
    expect(await verifyRefreshToken(roots, forge(head, claims), options)).toBe('invalid');
  });

  test('for HS512 with the right key, because only HS256 is allowed', async () => {
    const token = forge({ ...header, alg: 'HS512' }, claims, keyOf(roots), 'sha512');
    expect(await verifyRefreshToken(roots, token, options)).toBe('invalid');
  });

  const malformed: [string, unknown][] = [
    ...['iss', 'sub', 'tid', 'sid', 'jti'].flatMap((name) =>
      [undefined, null, '', 1, ['u1'], {}].map((value): [string, unknown] => [name, value]),
    ),
    ...['gen', 'iat', 'exp'].flatMap((name) =>
      [undefined, null, '1', now + 0.5, -1, 2 ** 53, 1e308, [now]].map((value): [string, unknown] => [name, value]),
    ),
    ['iat', now + 6],
    ['nbf', now + 6],
    ['nbf', 'x'],
    ['exp', now],
    ['iss', 'https://auth.example/'],
  ];
  test.each(malformed)('for the claim %s: %j', async (name, value) => {
    expect(await verifyRefreshToken(roots, forge(header, { ...claims, [name]: value }), options)).toBe('invalid');
  });

  test('for a signature with a key of another purpose, the root itself or an empty key', async () => {
    for (const key of [signingKey(roots, 'csrf', 0).key, first, '']) {
      expect(await verifyRefreshToken(roots, forge(header, claims, key), options)).toBe('invalid');
    }
  });

  test('for an access token, even when its kid is a root version', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const lists = { aud: 'api', client_id: 'api', auth_time: now, amr: [], roles: [], permissions: [] };
    const token = signAccessToken({ kid: '1', alg: 'EdDSA', key: privateKey }, { ...claims, ...lists });
    expect(await verifyRefreshToken(roots, token, options)).toBe('invalid');
  });

  test('for altered, padded, empty and oversized tokens', async () => {
    const token = await signRefreshToken(roots, claims);
    const [head, , signature] = token.split('.');
    const altered = `${head}.${encode({ ...claims, gen: 4 })}.${signature}`;
    const long = forge(header, { ...claims, padding: 'x'.repeat(8000) });
    for (const value of [altered, ` ${token}`, `${token} `, `${token}=`, '', '..', long, 'a'.repeat(1_000_000)]) {
      expect(await verifyRefreshToken(roots, value, options)).toBe('invalid');
    }
  });

  test('but throws when an option is missing, instead of skipping the check', async () => {
    const token = await signRefreshToken(roots, claims);
    await expect(verifyRefreshToken(roots, token, { issuer: '', now })).rejects.toThrow('required');
    await expect(verifyRefreshToken(roots, token, { ...options, now: Number.NaN })).rejects.toThrow('required');
  });
});
