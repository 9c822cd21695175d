// Reads quick digests, which are wrapped: LDAP's `{SSHA}`, digests with a salt before or after the password, HMACs, phpass.
import type { Algorithm } from '../steps.ts';
import { PHPASS_MAX_LOG2 } from '../steps.ts';
import {
  DIGEST_BYTES,
  digestOf,
  digestStep,
  fromBase64,
  NOTHING,
  type Refusal,
  type Spelled,
  toAlgorithm,
  weak,
} from './spelling.ts';

/** RFC 2307 has `{SHA}` and `{MD5}`; OpenLDAP has the salted ones and the longer digests (slapd-sha2). */
const LDAP = /^\{(S?)(MD5|SHA|SHA256|SHA384|SHA512)\}(.*)$/i;

/** Reads `{SSHA}base64`, where the salt follows the digest. */
export function ldap(text: string): Spelled | Refusal {
  const [, isSalted, name = '', encoded] = LDAP.exec(text) ?? [];
  const algorithm = toAlgorithm(name.toLowerCase() === 'sha' ? 'sha1' : name.toLowerCase());
  const bytes = fromBase64(encoded);
  if (!algorithm || !bytes) return 'malformed';
  const digest = bytes.subarray(0, DIGEST_BYTES[algorithm]);
  const salt = bytes.subarray(digest.length);
  if (isSalted ? salt.length === 0 : salt.length > 0) return 'malformed';
  return weak([digestStep(algorithm, NOTHING, salt)], algorithm, digest);
}

/**
 * Reads `$sha256$digest`, `$sha256$salt=prefix$salt$digest` (or `suffix`), and Kratos' `$sha256$pf=template$salt$digest` with a
 * template such as `{SALT}{PASSWORD}`. Salt and template are base64; the digest is base64 or hexadecimal.
 */
export function digest(text: string): Spelled | Refusal {
  const [, name = '', ...fields] = text.split('$');
  const algorithm = toAlgorithm(name);
  if (!algorithm) return 'unknown';
  if (fields.length === 1)
    return weak([digestStep(algorithm, NOTHING, NOTHING)], algorithm, digestOf(fields[0], algorithm));
  const [position = '', saltText, digestText, ...rest] = fields;
  const salt = fromBase64(saltText);
  const around = salt && aroundPassword(position, salt);
  if (!around || rest.length > 0) return 'malformed';
  return weak([digestStep(algorithm, ...around)], algorithm, digestOf(digestText, algorithm));
}

/** Returns what is before and after the password. */
function aroundPassword(position: string, salt: Buffer): [Buffer, Buffer] | undefined {
  if (position === 'salt=prefix') return [salt, NOTHING];
  if (position === 'salt=suffix') return [NOTHING, salt];
  const template = position.startsWith('pf=') ? fromBase64(position.slice(3))?.toString('latin1') : undefined;
  const parts = template?.split('{PASSWORD}');
  if (parts?.length !== 2) return;
  const [before, after] = parts.map((part) =>
    Buffer.from(part.replaceAll('{SALT}', salt.toString('latin1')), 'latin1'),
  );
  return before && after && [before, after];
}

/** Reads `$hmac-sha256$digest$key`, where Kratos encodes the hexadecimal digest once more. */
export function hmac(text: string): Spelled | Refusal {
  const [, name = '', digestText = '', keyText, ...rest] = text.split('$');
  const algorithm = toAlgorithm(name.slice('hmac-'.length));
  const key = fromBase64(keyText);
  if (!algorithm) return 'unknown';
  if (!key || rest.length > 0) return 'malformed';
  const inner = fromBase64(digestText)?.toString('latin1');
  const found = digestOf(inner, algorithm);
  const value = found?.length === DIGEST_BYTES[algorithm] ? found : digestOf(digestText, algorithm);
  return weak([{ kind: 'hmac', algorithm, as: 'bytes', key }], algorithm, value);
}

/** The alphabet of phpass, which puts the lowest six bits first. */
const PHPASS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PORTABLE = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/;

/** Reads `$P$B…` of WordPress before 6.8, and `$H$` of phpBB. */
export function phpass(text: string): Spelled | Refusal {
  const [, count = '', salt = '', digestText = ''] = PORTABLE.exec(text) ?? [];
  const log2 = PHPASS.indexOf(count);
  if (salt === '') return 'malformed';
  if (log2 > PHPASS_MAX_LOG2) return 'too_costly';
  return weak([{ kind: 'phpass', algorithm: 'md5', log2, salt: Buffer.from(salt) }], 'md5', fromPhpass(digestText));
}

function fromPhpass(text: string): Buffer {
  const bits = [...text].reduceRight((sum, character) => sum * 64n + BigInt(PHPASS.indexOf(character)), 0n);
  const bytes = Buffer.alloc(Math.floor((text.length * 6) / 8));
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Number((bits >> BigInt(8 * index)) & 255n);
  return bytes;
}

/** Reads a digest without anything else: its length says which. */
export function bare(text: string): Spelled | Refusal {
  const byLength: Readonly<Record<number, Algorithm>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };
  const algorithm = byLength[text.length];
  return algorithm ? weak([digestStep(algorithm, NOTHING, NOTHING)], algorithm, digestOf(text, algorithm)) : 'unknown';
}
