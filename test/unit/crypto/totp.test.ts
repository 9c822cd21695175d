// Checks TOTP codes against the vectors of RFC 6238, the time window, and the URL for authenticator apps.
import { describe, expect, test } from '@jest/globals';
import { newTotpSecret, otpAuthUrl, stepOf } from '../../../lib/crypto/totp.ts';
import { base32, totp } from '../../support/totp.ts';

/** RFC 6238, appendix B: the ASCII secret 12345678901234567890, last six of the eight digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const RFC_VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
];
const NOON = Date.UTC(2026, 0, 1, 12);
const STEP = NOON / 30_000;

test.each(RFC_VECTORS)('stepOf accepts the code of RFC 6238, appendix B: at %i s it is %s', async (seconds, code) => {
  expect(await stepOf(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  expect(totp(RFC_SECRET, 0, Math.floor(seconds / 30))).toBe(code);
});

describe('stepOf', () => {
  const secret = newTotpSecret();

  test.each([0, 1, 29_999])('returns the current step %i ms after it began', async (ms) => {
    expect(await stepOf(secret, totp(secret, 0, STEP), NOON + ms)).toBe(STEP);
  });

  test('returns the previous step for a code of the previous step', async () => {
    expect(await stepOf(secret, totp(secret, 0, STEP - 1), NOON)).toBe(STEP - 1);
  });

  test.each([-3, -2, 1, 2])('returns undefined for a code %i steps away from the current one', async (ahead) => {
    expect(await stepOf(secret, totp(secret, 0, STEP + ahead), NOON + 15_000)).toBeUndefined();
  });
});

test.each(['', '12345', '1234567', ' 123456', '１２３４５６', 'abcdef', '12345\n', '-12345', '1e5000', '0x1234'])(
  'stepOf returns undefined for text that is not six digits: %j',
  async (code) => {
    expect(await stepOf(newTotpSecret(), code, NOON)).toBeUndefined();
  },
);

test('newTotpSecret returns 160 random bits in base32', () => {
  const secrets = new Set(Array.from({ length: 100 }, newTotpSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(base32(secret)).toHaveLength(20);
  }
});

test('otpAuthUrl returns issuer, account and secret, and no text in a name becomes a parameter', () => {
  const secret = newTotpSecret();
  const url = new URL(otpAuthUrl('A & B?', 'eve&secret=x&issuer=y#z@example.com', secret));
  expect(url.protocol).toBe('otpauth:');
  expect(url.host).toBe('totp');
  expect(decodeURIComponent(url.pathname)).toBe('/A & B?:eve&secret=x&issuer=y#z@example.com');
  expect(Object.fromEntries(url.searchParams)).toEqual({ secret, issuer: 'A & B?' });
  expect(url.hash).toBe('');
});
