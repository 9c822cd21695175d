// Signs and opens JWS tokens of our own: the checks of form, header and signature that all our tokens share (RFC 8725).
// A token never chooses its own key, algorithm or extensions, and has exactly one spelling.
// Signatures are computed by node:crypto at once: jose hands each to a thread, which costs several times as much as the
// signature (decisions 62 and 119). A test compares both.
import { createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';

/** The secret key of HS256; a private key that signs, or a public one that verifies. */
export type TokenKey = { alg: 'HS256' | 'RS256' | 'ES256' | 'EdDSA'; key: KeyObject };

/** Longest token accepted, in characters. Bounds the work that an unauthenticated caller can cause. */
export const MAX_TOKEN_CHARACTERS = 8192;

/**
 * Returns the payload of a compact JWS with exactly this `typ`, signed by the key that `keyFor` returns for its `kid`;
 * `undefined` for anything else. Never throws because of the token. Header members that carry or point to keys (jwk,
 * jku, x5c, x5u) are not read; `crit` and `b64` are refused, as no extension is in use (RFC 7515 4.1.11, RFC 7797).
 */
export function openJws(
  token: string,
  typ: string,
  keyFor: (kid: string) => TokenKey | undefined,
): Record<string, unknown> | undefined {
  if (typeof token !== 'string' || token.length > MAX_TOKEN_CHARACTERS) return undefined;
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonical)) return undefined;
  const header = readObject(Buffer.from(parts[0] ?? '', 'base64url'));
  if (!header || header.typ !== typ || 'crit' in header || 'b64' in header) return undefined;
  if (typeof header.kid !== 'string' || header.kid === '') return undefined;
  const found = keyFor(header.kid);
  if (!found || header.alg !== found.alg) return undefined;
  const signed = Buffer.from(token.slice(0, token.lastIndexOf('.')), 'ascii');
  const isSigned = isVerified(found, signed, Buffer.from(parts[2] ?? '', 'base64url'));
  return isSigned ? readObject(Buffer.from(parts[1] ?? '', 'base64url')) : undefined;
}

/**
 * Returns a compact JWS (RFC 7515 3.1), whose header has `alg`, `kid` and `typ`. Members of the payload that are `undefined`
 * are left out. Throws for a key that is not one of the algorithm, or cannot sign.
 */
export function signJws({ alg, kid, key }: TokenKey & { kid: string }, typ: string, payload: object): string {
  if (!fits(alg, key) || key.type === 'public') throw new Error(`this key does not sign with ${alg}`);
  const signed = `${encode({ alg, kid, typ })}.${encode(payload)}`;
  return `${signed}.${SIGNERS[alg](key, Buffer.from(signed)).toString('base64url')}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A key of another type or curve is none of the algorithm (RFC 8725 3.1), nor an RSA key below 2048 bits (RFC 7518 3.3). */
function fits(alg: TokenKey['alg'], { type, asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (alg === 'HS256') return type === 'secret';
  if (alg === 'RS256') return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  if (alg === 'ES256') return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  return asymmetricKeyType === 'ed25519';
}

const hs256 = (key: KeyObject, signed: Buffer): Buffer => createHmac('sha256', key).update(signed).digest();
/** RFC 7518 3.4: both numbers of an ECDSA signature side by side, not in DER. */
const p1363 = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const;

const SIGNERS: Record<TokenKey['alg'], (key: KeyObject, signed: Buffer) => Buffer> = {
  HS256: hs256,
  RS256: (key, signed) => sign('sha256', signed, key),
  ES256: (key, signed) => sign('sha256', signed, p1363(key)),
  EdDSA: (key, signed) => sign(null, signed, key),
};

function isVerified({ alg, key }: TokenKey, signed: Buffer, signature: Buffer): boolean {
  if (!fits(alg, key) || key.type === 'private') return false;
  if (alg === 'RS256') return verify('sha256', signed, key, signature);
  if (alg === 'ES256') return verify('sha256', signed, p1363(key), signature);
  if (alg === 'EdDSA') return verify(null, signed, key, signature);
  const expected = hs256(key, signed);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

// Buffers decode leniently: white space and stray trailing bits would give one signature many spellings.
function isCanonical(part: string): boolean {
  return part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
}

function readObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
