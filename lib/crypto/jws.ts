// Opens JWS tokens of our own: the checks of form, header and signature that all our tokens share (RFC 8725).
// A token never chooses its own key, algorithm or extensions, and has exactly one spelling.
// Signatures are computed by node:crypto at once: jose hands each to a thread, which costs several times as much as the
// signature (decision 62). A test compares both.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';

/** A public key, or the secret one of HS256. */
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
  const isSigned = VERIFIERS[found.alg](found.key, signed, Buffer.from(parts[2] ?? '', 'base64url'));
  return isSigned ? readObject(Buffer.from(parts[1] ?? '', 'base64url')) : undefined;
}

/** Returns a compact JWS with HS256 (RFC 7515 3.1), whose header has `kid` and `typ`. */
export function signHmac(key: Buffer, { kid, typ }: { kid: string; typ: string }, payload: object): string {
  const signed = `${encode({ alg: 'HS256', kid, typ })}.${encode(payload)}`;
  return `${signed}.${hs256(createSecretKey(key), signed).toString('base64url')}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const hs256 = (key: KeyObject, signed: string | Buffer): Buffer => createHmac('sha256', key).update(signed).digest();

type Verifier = (key: KeyObject, signed: Buffer, signature: Buffer) => boolean;

/** A key of another type or curve verifies nothing (RFC 8725 3.1), nor does an RSA key below 2048 bits (RFC 7518 3.3). */
const VERIFIERS: Record<TokenKey['alg'], Verifier> = {
  HS256: (key, signed, signature) => {
    if (key.type !== 'secret') return false;
    const expected = hs256(key, signed);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  },
  RS256: (key, signed, signature) =>
    isPublic(key, 'rsa') &&
    (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 &&
    verify('sha256', signed, key, signature),
  ES256: (key, signed, signature) =>
    isPublic(key, 'ec') &&
    key.asymmetricKeyDetails?.namedCurve === 'prime256v1' &&
    verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature),
  EdDSA: (key, signed, signature) => isPublic(key, 'ed25519') && verify(null, signed, key, signature),
};

const isPublic = (key: KeyObject, type: string): boolean => key.type === 'public' && key.asymmetricKeyType === type;

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
