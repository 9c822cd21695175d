// Seals the secrets of an exported line to the public key of who asked for it, and opens them with the private one. The service seals;
// only the command of the owner opens.
import { base64url, CompactEncrypt, compactDecrypt, importJWK } from 'jose';
import type { ImportLine } from './line.ts';

/** X25519 (RFC 8037). */
export type Recipient = Readonly<{ kty: 'OKP'; crv: 'X25519'; x: string }>;
export type PrivateKey = Recipient & Readonly<{ d: string }>;
/** The fields of a line that are sealed. */
export type Secrets = Pick<ImportLine, 'passwordHash' | 'totp'>;

/** RFC 7518 4.6: a key of its own for each JWE. */
const [ALG, ENC] = ['ECDH-ES', 'A256GCM'] as const;

/** Returns what binds secrets to the rest of their line: sealed to another line, they do not open. */
async function digestOf(rest: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(rest));
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Returns a function that seals secrets to the key. Throws for a key that gives no secret (RFC 7748 6.1: a point of low order). */
export async function sealerFor(recipient: Recipient): Promise<(rest: object, secrets: Secrets) => Promise<string>> {
  const key = await importJWK({ ...recipient }, ALG);
  const sealText = async (rest: object, text: string): Promise<string> =>
    new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: ALG, enc: ENC, line: await digestOf(rest) })
      .encrypt(key);
  await sealText({}, ''); // tries the key
  return (rest, secrets) => sealText(rest, JSON.stringify(secrets));
}

/**
 * Returns the line with its secrets, as an import takes it; a line without any is returned as it is. Throws if they were sealed to
 * another key or to another line, or were altered.
 */
export async function opened(line: Record<string, unknown>, key: PrivateKey): Promise<Record<string, unknown>> {
  const { sealed, ...rest } = line;
  if (sealed === undefined) return line;
  const { plaintext, protectedHeader } = await compactDecrypt(String(sealed), await importJWK({ ...key }, ALG), {
    keyManagementAlgorithms: [ALG],
    contentEncryptionAlgorithms: [ENC],
  });
  if (protectedHeader.line !== (await digestOf(rest))) throw new Error('the secrets are of another line');
  return { ...rest, ...(JSON.parse(new TextDecoder().decode(plaintext)) as Secrets) };
}
