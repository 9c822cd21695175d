// Keys of passkeys are exactly of the kind that their algorithm says, and none is weak.
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { decode, decodeFirst } from '../../../lib/crypto/webauthn/cbor.ts';
import { passkeyKeyFrom } from '../../../lib/crypto/webauthn/cose-key.ts';
import { cbor, coseKey } from '../../../lib/packages/testing/authenticator.ts';

const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const OKP = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const rsa = (bits: number, exponent = 65537): JsonWebKey =>
  generateKeyPairSync('rsa', { modulusLength: bits, publicExponent: exponent }).publicKey.export({ format: 'jwk' });
const part = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');
const [x, y] = [part(EC.x), part(EC.y)];
const isAccepted = (key: Uint8Array): boolean => {
  try {
    passkeyKeyFrom(Buffer.from(key));
    return true;
  } catch {
    return false;
  }
};
type Entries = Parameters<typeof cbor>[0];
const ec = (...changes: [number, Entries | undefined][]) => {
  const map = new Map<number, Entries>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, x],
    [-3, y],
  ]);
  for (const [label, value] of changes) value === undefined ? map.delete(label) : map.set(label, value);
  return cbor([...map]);
};

describe('a key', () => {
  test('is accepted of each of the three kinds', () => {
    for (const [alg, key] of [
      [-7, EC],
      [-8, OKP],
      [-257, rsa(2048)],
      [-257, rsa(4096)],
    ] as const)
      expect(isAccepted(coseKey(alg, key))).toBe(true);
  });

  const offCurve = Buffer.from(y);
  offCurve[31] = (offCurve[31] as number) ^ 1;
  test.each<[string, Uint8Array]>([
    ['a point that is not on the curve', ec([-3, offCurve])],
    ['the point at zero', ec([-2, Buffer.alloc(32)], [-3, Buffer.alloc(32)])],
    ['a coordinate that is too long', ec([-2, Buffer.concat([Buffer.alloc(1), x])])],
    ['a compressed point', ec([-3, 1])],
    ['another curve', ec([-1, 2])],
    ['another kind than the algorithm', ec([1, 3])],
    ['an algorithm of another kind', ec([3, -257])],
    ['EdDSA with a point of P-256', ec([3, -8])],
    ['no algorithm', ec([3, undefined])],
    ['ES384', ec([3, -35])],
    ['RSA with SHA-1', ec([3, -65535])],
    [
      'a symmetric key',
      cbor([
        [1, 4],
        [3, 5],
        [-1, Buffer.alloc(32)],
      ]),
    ],
    ['a parameter that WebAuthn does not allow', ec([4, 1])],
    ['a private part', ec([-4, Buffer.alloc(32)])],
    ['RSA of 1024 bits', coseKey(-257, rsa(1024))],
    ['RSA of 2040 bits', coseKey(-257, rsa(2040))],
    ['RSA with exponent 3', coseKey(-257, rsa(2048, 3))],
    [
      'RSA with a modulus that begins with zero',
      cbor([
        [1, 3],
        [3, -257],
        [-1, Buffer.concat([Buffer.alloc(1), part(rsa(2048).n)])],
        [-2, part('AQAB')],
      ]),
    ],
    [
      'RSA of 8192 bits',
      cbor([
        [1, 3],
        [3, -257],
        [-1, Buffer.alloc(1024, 255)],
        [-2, part('AQAB')],
      ]),
    ],
    ['more than 2 KB', Buffer.concat([ec(), Buffer.alloc(2048)])],
    ['bytes behind it', Buffer.concat([ec(), Buffer.alloc(1)])],
    ['no map', cbor('key')],
  ])('is refused for %s', (_, key) => {
    expect(isAccepted(key)).toBe(false);
  });
});

describe('CBOR', () => {
  const hex = (text: string): Buffer => Buffer.from(text, 'hex');

  test('is read as RFC 8949, appendix A, says', () => {
    const examples: [string, unknown][] = [
      ['00', 0],
      ['1864', 100],
      ['1903e8', 1000],
      ['1a000f4240', 1_000_000],
      ['29', -10],
      ['3903e7', -1000],
      ['f4', false],
      ['f6', null],
      ['4401020304', hex('01020304')],
      ['6449455446', 'IETF'],
      ['83010203', [1, 2, 3]],
      [
        'a201020304',
        new Map([
          [1, 2],
          [3, 4],
        ]),
      ],
    ];
    for (const [text, value] of examples) expect(decode(hex(text))).toEqual(value);
    expect(decodeFirst(hex('0001'))).toEqual({ value: 0, end: 1 });
  });

  test.each([
    ['a key that occurs twice', 'a201020103'],
    ['a key that occurs twice in two spellings', 'a2010218010300'],
    ['a number that is not in its shortest form', '1801'],
    ['a length that is not in its shortest form', '580101'],
    ['five levels', '8181818100'],
    ['an indefinite length', '9f01ff'],
    ['a tag', 'c100'],
    ['a float', 'f93c00'],
    ['undefined', 'f7'],
    ['a number of 64 bits', '1b000000e8d4a51000'],
    ['a key that is a map', 'a1a000'],
    ['a text that is no UTF-8', '62c328'],
    ['bytes that end early', '4401'],
    ['an array of four billion', '9affffffff'],
    ['a map of four billion', 'baffffffff'],
    ['nothing', ''],
    ['bytes behind it', '0000'],
  ])('is refused for %s', (_, text) => {
    expect(() => decode(hex(text))).toThrow();
  });

  test('is never read for longer than it is', () => {
    for (let seed = 0; seed < 5000; seed++) {
      const bytes = Buffer.from(
        Array.from({ length: seed % 40 }, (_, at) => (seed * 2654435761 + at * 40503) >>> (at % 24)),
      );
      try {
        expect(decodeFirst(bytes).end).toBeLessThanOrEqual(bytes.length);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
  });
});
