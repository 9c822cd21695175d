// Checks random secrets, digests, constant-time comparison, and message authentication of several parts.
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { digest, hmac, randomSecret, sameSecret } from '../../../lib/crypto/secrets.ts';

const key = Buffer.alloc(32, 7);

describe('secrets', () => {
  test('randomSecret returns unique base64url text of the requested length', () => {
    expect(randomSecret()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(randomSecret(16), 'base64url')).toHaveLength(16);
    expect(new Set(Array.from({ length: 1000 }, () => randomSecret(16))).size).toBe(1000);
  });

  test('digest returns SHA-256 in base64url, as in the PKCE example of RFC 7636 appendix B', () => {
    expect(digest('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    expect(digest('é')).toBe(createHash('sha256').update(Buffer.from('é', 'utf8')).digest('base64url'));
  });

  test.each([
    ['abc', 'abc', true],
    ['', '', true],
    ['abc', 'abd', false],
    ['abc', 'ab', false],
    ['', 'a', false],
    ['é', 'e\u0301', false],
    ['\ud800', '\ud801', false],
    ['\ud800', '\ufffd', false],
  ])('sameSecret(%j, %j) returns %s', (a, b, same) => {
    expect(sameSecret(a, b)).toBe(same);
  });

  test('hmac returns a different value for each key, list of parts and boundary between parts', () => {
    const macs = [
      hmac(key),
      hmac(key, ''),
      hmac(key, '', ''),
      hmac(key, 'abc'),
      hmac(key, 'a', 'bc'),
      hmac(key, 'ab', 'c'),
      hmac(key, 'a', 'b', 'c'),
      hmac(key, 'a\u0000bc'),
      hmac(key, '\ud800'),
      hmac(key, '\ud801'),
      hmac(Buffer.alloc(32, 8), 'abc'),
    ];
    expect(new Set(macs).size).toBe(macs.length);
    expect(hmac(key, 'a', 'bc')).toBe(macs[4]);
    expect(macs.every((mac) => /^[A-Za-z0-9_-]{43}$/.test(mac))).toBe(true);
  });
});
