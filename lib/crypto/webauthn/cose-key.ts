// Reads the public key of a passkey (COSE_Key, RFC 9052 7), and refuses a key that is weak, of another kind than its
// algorithm says, or has parameters that WebAuthn does not allow (WebAuthn Level 3, 6.5.1.1).
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { type Cbor, type CborMap, decode } from './cbor.ts';

/** Best first, by how many authenticators have them: ES256, EdDSA, RS256 (IANA, COSE Algorithms). */
export const PASSKEY_ALGORITHMS = [-7, -8, -257] as const;
type Algorithm = (typeof PASSKEY_ALGORITHMS)[number];

/** An RSA key of 4096 bits takes 0.5 KB. */
export const MOST_KEY_BYTES = 2048;

// Labels of COSE_Key (RFC 9052 7.1, RFC 9053 7.1, RFC 8230 4).
const [KTY, ALG] = [1, 3];
const [CRV, X, Y] = [-1, -2, -3];
const [N, E] = [-1, -2];

/** NIST SP 800-57 part 1, table 2: RSA below 2048 bits is too weak. Above 4096, verification uses up time. */
const RSA_BITS = { least: 2048, most: 4096 };
/** 65537, which every authenticator uses. FIPS 186-5 A.1.1 refuses smaller ones, such as 3. */
const RSA_EXPONENT = '010001';

export type PasskeyKey = { alg: Algorithm; key: KeyObject };

/** Returns the key. Throws for every key that is not exactly as WebAuthn says. */
export function passkeyKeyFrom(cose: Buffer): PasskeyKey {
  if (cose.length > MOST_KEY_BYTES) throw new Error('the key is too long');
  const map = decode(cose);
  if (!(map instanceof Map)) throw new Error('the key is no map');
  const alg = PASSKEY_ALGORITHMS.find((each) => each === map.get(ALG));
  if (alg === undefined) throw new Error('the algorithm is not accepted');
  return { alg, key: createPublicKey({ key: JWK[alg](map), format: 'jwk' }) };
}

/** The kind of key that belongs to each algorithm. Node refuses a point that is not on the curve. */
const JWK: Readonly<Record<Algorithm, (map: CborMap) => JsonWebKey>> = {
  [-7]: (map) => {
    requireExactly(map, { [KTY]: 2, [CRV]: 1 }, [X, Y]);
    return { kty: 'EC', crv: 'P-256', x: part(map.get(X), 32), y: part(map.get(Y), 32) };
  },
  [-8]: (map) => {
    requireExactly(map, { [KTY]: 1, [CRV]: 6 }, [X]);
    return { kty: 'OKP', crv: 'Ed25519', x: part(map.get(X), 32) };
  },
  [-257]: (map) => {
    requireExactly(map, { [KTY]: 3 }, [N, E]);
    const [n, e] = [map.get(N), map.get(E)];
    if (!Buffer.isBuffer(n) || !Buffer.isBuffer(e) || e.toString('hex') !== RSA_EXPONENT)
      throw new Error('the exponent is not accepted');
    const bits = n.length * 8 - Math.clz32(n[0] ?? 0) + 24;
    if (bits < RSA_BITS.least || bits > RSA_BITS.most || !n[0]) throw new Error('the modulus is not accepted');
    return { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') };
  },
};

/** Throws unless the map has these values, the named parts, the algorithm, and nothing else. */
function requireExactly(map: CborMap, values: Readonly<Record<number, number>>, parts: readonly number[]): void {
  const expected = Object.entries(values);
  const isExact = map.size === expected.length + parts.length + 1;
  if (!isExact || !expected.every(([label, value]) => map.get(Number(label)) === value))
    throw new Error('the key is of another kind than its algorithm');
}

function part(value: Cbor | undefined, bytes: number): string {
  if (!Buffer.isBuffer(value) || value.length !== bytes) throw new Error('a part of the key has the wrong length');
  return value.toString('base64url');
}

/** Whether the key has signed the data. An ECDSA signature is in DER (WebAuthn Level 3, 6.5.5). Never throws. */
export function hasSigned({ alg, key }: PasskeyKey, data: Buffer, signature: Buffer): boolean {
  try {
    return verify(alg === -8 ? null : 'sha256', data, key, signature);
  } catch {
    return false;
  }
}
