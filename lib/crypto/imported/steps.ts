// The quick digests of other systems, which precede a slow derivation: pre-hashes of bcrypt, and weak hashes that are wrapped.
import { createHash, createHmac } from 'node:crypto';

export const ALGORITHMS = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** `as` is how the digest enters what follows. */
export type Step =
  | { kind: 'digest'; algorithm: Algorithm; as: Spelling; before: Buffer; after: Buffer }
  | { kind: 'hmac'; algorithm: Algorithm; as: Spelling; key: Buffer }
  /** The portable hash of phpass: the salt's digest, digested with the password 2^log2 times. */
  | { kind: 'phpass'; algorithm: Algorithm; log2: number; salt: Buffer }
  /** PHP's `trim`, which WordPress applies to passwords. */
  | { kind: 'trim' };
export type Spelling = 'bytes' | 'hex' | 'base64';

/**
 * phpass allows 30 (`crypt_private`); WordPress and phpBB write 13 and 11, Drupal 15, passlib 19. Each round digests the
 * password, whose length the sender of a login chooses: 2^20 rounds with a long one, in two spellings, take too long.
 */
export const PHPASS_MAX_LOG2 = 19;

/** Returns what the step makes of its input. */
export function applyStep(step: Step, input: string | Buffer): string | Buffer {
  switch (step.kind) {
    case 'trim':
      return String(input).replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '');
    case 'phpass':
      return phpass(step, Buffer.from(input));
    case 'hmac':
      return spelled(createHmac(step.algorithm, step.key).update(input).digest(), step.as);
    case 'digest':
      return spelled(createHash(step.algorithm).update(step.before).update(input).update(step.after).digest(), step.as);
  }
}

function phpass({ algorithm, log2, salt }: Step & { kind: 'phpass' }, password: Buffer): Buffer {
  const once = (before: Buffer): Buffer => createHash(algorithm).update(before).update(password).digest();
  let value = once(salt);
  for (let left = 2 ** log2; left > 0; left -= 1) value = once(value);
  return value;
}

const spelled = (digest: Buffer, as: Spelling): string | Buffer => (as === 'bytes' ? digest : digest.toString(as));
