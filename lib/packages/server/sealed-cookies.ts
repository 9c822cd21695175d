// Keeps a value in cookies that the server encrypts. A value that is too long for one cookie is split.
import { base64url, EncryptJWT, jwtDecrypt } from 'jose';
import { cookiesOf, type HeadersLike } from './token-from.ts';

export type CookieJar = {
  /** Returns the `Set-Cookie` headers that keep the value, and remove what is left of a longer one. */
  seal: (value: object, maxAge: number, headers: HeadersLike) => Promise<string[]>;
  /** Returns the value of a request; `undefined` for none, an expired one, and one that is not ours. */
  open: <T>(headers: HeadersLike) => Promise<T | undefined>;
  /** Returns the headers that remove it. */
  clear: (headers: HeadersLike) => string[];
};

/** Browsers keep 4096 bytes with name and attributes. */
const PIECE = 3800;
const MOST_PIECES = 5;
const KEY_BYTES = 32;

/** Creates the jar of one name. Over https the prefix ties its cookies to this host. */
export function cookieJar(
  given: string,
  keys: string | readonly string[],
  { isSecure, now }: { isSecure: boolean; now: () => number },
): CookieJar {
  const name = isSecure ? `__Host-${given}` : given;
  const secrets = [keys].flat().map((key) => base64url.decode(key));
  if (!secrets.length || secrets.some(({ length }) => length !== KEY_BYTES))
    throw new TypeError('keys must have 32 bytes each, in base64url');
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const nameOf = (index: number): string => `${name}.${index}`;

  const sent = (headers: HeadersLike): string[] => {
    const pieces: string[] = [];
    for (let index = 0; index < MOST_PIECES; index++) {
      const [piece] = cookiesOf(headers, nameOf(index));
      if (piece === undefined) break;
      pieces.push(piece);
    }
    return pieces;
  };
  const removed = (from: number, to: number): string[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, at) => `${nameOf(from + at)}=${attributes}; Max-Age=0`);

  return {
    seal: async (value, maxAge, headers) => {
      const text = await new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        // One cookie must not pass for another.
        .setAudience(given)
        .setExpirationTime(new Date(now() + maxAge * 1000))
        .encrypt(secrets[0] as Uint8Array);
      const pieces = text.match(new RegExp(`.{1,${PIECE}}`, 'g')) ?? [];
      if (pieces.length > MOST_PIECES) throw new Error('the session is too long for cookies');
      return [
        ...pieces.map((piece, index) => `${nameOf(index)}=${piece}${attributes}; Max-Age=${maxAge}`),
        ...removed(pieces.length, sent(headers).length),
      ];
    },
    open: async <T>(headers: HeadersLike) => {
      const text = sent(headers).join('');
      if (!text) return undefined;
      for (const secret of secrets) {
        const options = { audience: given, currentDate: new Date(now()), contentEncryptionAlgorithms: ['A256GCM'] };
        const opened = await jwtDecrypt(text, secret, options).catch(() => undefined);
        if (opened) return opened.payload.value as T;
      }
      return undefined;
    },
    clear: (headers) => removed(0, sent(headers).length),
  };
}
