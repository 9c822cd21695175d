// Checks that a sealed value opens only when it is unaltered, in its own context, and under a known root version.
import { describe, expect, test } from '@jest/globals';
import type { Roots } from '../../../lib/crypto/roots.ts';
import { seal, unseal } from '../../../lib/crypto/seal.ts';

const first = 'r'.repeat(32);
const second = 's'.repeat(32);
const old: Roots<never> = { 1: first };
const both: Roots<never> = { 1: first, 2: second };

describe('a sealed value', () => {
  test.each(['', 'secret', 'é\u0000\u{1f600}', 'x'.repeat(100_000)])(
    'opens to the text that was sealed (case %#)',
    (plaintext) => {
      expect(unseal(old, 'totp|u1', seal(old, 'totp|u1', plaintext))).toBe(plaintext);
    },
  );

  test('differs each time the same text is sealed, and does not contain the text', () => {
    const sealed = Array.from({ length: 100 }, () => seal(old, 'c', 'plaintext'));
    expect(new Set(sealed).size).toBe(100);
    expect(new Set(sealed.map((value) => value.slice(3, 19))).size).toBe(100); // the nonces alone differ
    expect(Buffer.from(sealed[0]?.slice(3) ?? '', 'base64url').includes('plaintext')).toBe(false);
  });

  test('does not open when any single byte was changed', () => {
    const sealed = seal(old, 'c', 'secret');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    expect(bytes).toHaveLength(12 + 16 + 6);
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(() => unseal(old, 'c', `v1.${altered.toString('base64url')}`)).toThrow(new Error('cannot unseal'));
    }
  });

  test('does not open in another context, for example after it was moved to another user', () => {
    const sealed = seal(old, 'totp|u1', 'secret');
    for (const context of ['totp|u2', 'totp|u', 'totp|u1 ', '']) {
      expect(() => unseal(old, context, sealed)).toThrow(new Error('cannot unseal'));
    }
  });

  test('does not open when it is malformed or truncated', () => {
    const sealed = seal(old, 'c', 'secretsecret1');
    const body = sealed.slice(3);
    // 41 bytes leave two unused bits in the last character, which are zero.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const trailing = body.slice(0, -1) + alphabet[alphabet.indexOf(body.at(-1)!) + 1];
    expect(Buffer.from(trailing, 'base64url')).toEqual(Buffer.from(body, 'base64url'));
    const cut = (bytes: number) => `v1.${Buffer.from(body, 'base64url').subarray(0, bytes).toString('base64url')}`;
    const hostile = ['', 'v1.', 'v1', body, `${sealed} `, `${sealed}=`, `V1.${body}`, `v01.${body}`, `v1.${trailing}`];
    const versions = [`v2.${body}`, `v0.${body}`, `v__proto__.${body}`, `v99999999999.${body}`];
    for (const value of [...hostile, ...versions, cut(12), cut(27), cut(28), cut(40), `\n${sealed}`]) {
      expect(() => unseal(old, 'c', value)).toThrow(new Error('cannot unseal'));
    }
  });

  test('opens under an old root until that root is removed, while new values use the newest root', () => {
    const before = seal(old, 'c', 'before');
    const after = seal(both, 'c', 'after');
    expect(before.startsWith('v1.')).toBe(true);
    expect(after.startsWith('v2.')).toBe(true);
    expect(unseal(both, 'c', before)).toBe('before');
    const onlyNew: Roots<never> = { 2: second };
    expect(unseal(onlyNew, 'c', after)).toBe('after');
    expect(() => unseal(onlyNew, 'c', before)).toThrow('cannot unseal');
    expect(() => unseal({ 1: second }, 'c', before)).toThrow('cannot unseal');
    expect(() => unseal(both, 'c', `v2.${before.slice(3)}`)).toThrow('cannot unseal');
  });
});
