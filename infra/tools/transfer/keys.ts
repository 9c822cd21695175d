// Makes and reads the files of keys that an export is sealed to.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { PUBLIC_KEY_X } from '../../../lib/transfer/bounds.ts';
import type { PrivateKey, Recipient } from '../../../lib/transfer/sealed.ts';
import { UserError } from '../../user-error.ts';

const publicFileOf = (file: string): string => `${file}.pub.json`;

/** Writes a new private key, which its owner alone may read, and its public half beside it. Returns the file of the latter. */
export function newKeyFile(file: string): string {
  const made = publicFileOf(file);
  for (const each of [file, made]) if (existsSync(each)) throw new UserError(`${each} exists`);
  const key = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  const { d: _, ...recipient } = key;
  writeFileSync(file, `${JSON.stringify(key)}\n`, { mode: 0o600, flag: 'wx' });
  writeFileSync(made, `${JSON.stringify(recipient)}\n`, { flag: 'wx' });
  return made;
}

/** Returns the public key in the file. Throws `UserError` for a private one, which need not be where exports are made. */
export function readRecipient(file: string): Recipient {
  const { kty, crv, x, d } = readKey(file);
  if (d !== undefined) throw new UserError(`${file} has a private key: give the file of the public one`);
  return { kty, crv, x };
}

/** Returns the private key in the file. Throws `UserError`. */
export function readPrivateKey(file: string): PrivateKey {
  const { kty, crv, x, d } = readKey(file);
  if (d === undefined) throw new UserError(`${file} has a public key: give the file of the private one`);
  return { kty, crv, x, d };
}

function readKey(file: string): Recipient & { d?: string } {
  let key: Record<string, unknown>;
  try {
    key = Object(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UserError(`${file} is no file of a key`); // the reason would quote the file
  }
  const { kty, crv, x, d } = key;
  if (kty !== 'OKP' || crv !== 'X25519' || typeof x !== 'string' || !PUBLIC_KEY_X.test(x))
    throw new UserError(`${file} has no key of X25519`);
  return { kty, crv, x, ...(typeof d === 'string' && { d }) };
}
