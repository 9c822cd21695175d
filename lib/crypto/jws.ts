// Opens JWS tokens of our own: the checks of form, header and signature that all our tokens share (RFC 8725).
// A token never chooses its own key, algorithm or extensions, and has exactly one spelling.
import { compactVerify } from 'jose';

export type TokenKey = { alg: string; key: CryptoKey };

/** Longest token accepted, in characters. Bounds the work that an unauthenticated caller can cause. */
export const MAX_TOKEN_CHARACTERS = 8192;

/**
 * Returns the payload of a compact JWS with exactly this `typ`, signed by the key that `keyFor` returns for its `kid`;
 * `undefined` for anything else. Never throws because of the token. Header members that carry or point to keys (jwk,
 * jku, x5c, x5u) are not read; `crit` and `b64` are refused, as no extension is in use (RFC 7515 4.1.11, RFC 7797).
 */
export async function openJws(
  token: string,
  typ: string,
  keyFor: (kid: string) => TokenKey | undefined | Promise<TokenKey | undefined>,
): Promise<Record<string, unknown> | undefined> {
  if (typeof token !== 'string' || token.length > MAX_TOKEN_CHARACTERS) return undefined;
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonical)) return undefined;
  const header = readObject(Buffer.from(parts[0] ?? '', 'base64url'));
  if (!header || header.typ !== typ || 'crit' in header || 'b64' in header) return undefined;
  if (typeof header.kid !== 'string' || header.kid === '') return undefined;
  const found = await keyFor(header.kid);
  if (!found || header.alg !== found.alg) return undefined;
  try {
    const { payload } = await compactVerify(token, found.key, { algorithms: [found.alg] });
    return readObject(payload);
  } catch {
    return undefined; // jose throws its own errors and plain TypeErrors alike
  }
}

// jose decodes leniently: white space and stray trailing bits would give one signature many spellings.
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
