// Takes tokens apart and puts them together again, with the service's own keys or with foreign ones.
import { createHmac, type KeyObject, sign } from 'node:crypto';
import { currentSigner } from '../../lib/crypto/keyring.ts';
import { rootSecret } from '../../lib/platform/aws/secrets.ts';
import * as signingKeys from '../../lib/store/signing-keys.ts';

export type Part = Record<string, unknown>;
type Claims = Part & { sub: string; sid: string; tid: string; gen: number; exp: number; iat: number };

const decode = (part = ''): Part => JSON.parse(Buffer.from(part, 'base64url').toString());
export const headerOf = (token: string): Part => decode(token.split('.')[0]);
export const claimsOf = (token: string): Claims => decode(token.split('.')[1]) as Claims;

const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** A token with this signature over header and claims; claims given as text are taken as they are. */
export function forge(header: Part, claims: Part | string, signature: (input: string) => Buffer): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signature(input).toString('base64url')}`;
}

export const unsigned = (): Buffer => Buffer.alloc(0);
export const hs256 = (key: string | Buffer) => (input: string) => createHmac('sha256', key).update(input).digest();
export const rs256 = (key: KeyObject) => (input: string) => sign('sha256', Buffer.from(input), key);

/** Signs with the key that signs the service's own tokens. */
export async function signedByService(header: Part, claims: Part | string): Promise<string> {
  const stored = await signingKeys.find();
  if (!stored) throw new Error('no signing keys yet');
  return forge(header, claims, rs256(currentSigner(await rootSecret('seal'), stored.ring).key));
}
