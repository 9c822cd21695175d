// Imports hashes that other systems made (imported-hashes.json says how each was), and refuses others before any work.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { normaliseHash, VERIFYING_LIMITS } from '../../../lib/crypto/import-hash.ts';
import { SPELLINGS } from '../../../lib/crypto/imported/spellings/index.ts';
import { needsRehash, verifyPassword } from '../../../lib/crypto/password-hash.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';
import { cpuMs } from '../../support/cpu.ts';
import { withoutArgon2 } from '../../support/without-argon2.ts';

type Specimen = { name: string; source: string; password: string; hash: string };
const specimens: Specimen[] = JSON.parse(readFileSync(join(import.meta.dirname, 'imported-hashes.json'), 'utf8'));
const roots: Roots<never> = { 1: 'p'.repeat(32) };
const SALT = 'A'.repeat(22);
const HASH = 'A'.repeat(43);

async function imported(text: string, under: Roots<never> = roots): Promise<string> {
  const result = await normaliseHash(text, VERIFYING_LIMITS, under);
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  return result.hash;
}

test.each(specimens)('the hash of $name accepts the right password alone, and is replaced', async (specimen) => {
  const { hash, password } = specimen;
  const stored = await imported(hash);
  expect(await verifyPassword(roots, stored, password)).toBe(true);
  expect(await verifyPassword(roots, stored, `${password}!`)).toBe(false);
  expect(needsRehash(roots, 'auto', stored)).toBe(true);
  // The check is under the pepper: it holds no part of the hash.
  expect(stored).not.toContain(hash.slice(-20));
  expect(Buffer.from(stored.split('$').at(-1) ?? '', 'base64url')).toHaveLength(32);
});

test('an imported hash cannot be verified without the pepper', async () => {
  const stored = await imported('$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW');
  expect(await verifyPassword(roots, stored, 'U*U')).toBe(true);
  expect(await verifyPassword(roots, stored, '')).toBe(false);
  expect(await verifyPassword({ 1: 'q'.repeat(32) }, stored, 'U*U')).toBe(false);
  expect(await verifyPassword({ 2: 'p'.repeat(32) }, stored, 'U*U')).toBe(false);
});

test('a specimen exists of each spelling', () => {
  const without = SPELLINGS.filter(({ start }) => !specimens.some(({ hash }) => start.test(hash)));
  expect(without.map(({ example }) => example)).toEqual([]);
});

test.each(specimens.filter(({ hash }) => /^(\{|[0-9a-f]+$|\$(md5|sha|hmac|P|H))/.test(hash)))(
  'the weak hash of $name is wrapped in argon2id',
  async ({ hash }) => {
    const stored = await imported(hash);
    expect(stored.split('$')[3]).toBe('argon2id');
    expect(await imported(hash)).not.toBe(stored);
  },
);

test('a password is compared as it is typed, and in NFC', async () => {
  const { hash, password } = specimens.find(({ name }) => name === 'django sha1') ?? { hash: '', password: '' };
  const stored = await imported(hash);
  expect(password.normalize('NFD')).not.toBe(password);
  expect(await verifyPassword(roots, stored, password.normalize('NFD'))).toBe(true);
  expect(await verifyPassword(roots, stored, `${password}\ud800`)).toBe(false);
});

// Each is a format of docs/guides/import-passwords.md that is refused on purpose.
test.each([
  ['md5crypt', '$1$saltsalt$qjXMvbEw8oaL.CzflDugk/'],
  ['Apache', '$apr1$saltsalt$qjXMvbEw8oaL.CzflDugk/'],
  ['SHA-crypt', `$5$saltsalt$${HASH}`],
  ['SHA-crypt of Kratos', `$sha256-crypt$rounds=1000$saltsalt$${HASH}`],
  ['argon2 without a version, which is 0x10', `$argon2id$m=65536,t=2,p=1$${SALT}$${HASH}`],
  ['argon2 of version 0x10', `$argon2i$v=16$m=65536,t=2,p=1$${SALT}$${HASH}`],
  ['the faulty bcrypt of old PHP', `$2x$10$${'.'.repeat(53)}`],
  ['Drupal', `$S$D${'A'.repeat(51)}`],
  ['HMAC with MD4', '$hmac-md4$AAAA$AAAA'],
  ['an unusable password of Django', '!aWs3kXoM0tW1kLp8bC2jFhVnEr7yQzGdUxSiNqPo'],
  ['a hash of ours', 'gh1$1$scrypt$ln=4,r=8,p=1$AAAA$AAAA'],
  ['the internal form, which would name another pepper', 'im1$-$raw$bcrypt$c=4$AAAA$23$AAAA'],
  ['a word', 'password'],
])('the hash of %s is unknown', async (_, text) => {
  expect(await normaliseHash(text, VERIFYING_LIMITS, roots)).toEqual({ refused: 'unknown' });
});

test.each([
  '',
  'ä',
  `$2b$10$${'.'.repeat(52)}`,
  `$2b$10$${'.'.repeat(54)}`,
  `$2b$03$${'.'.repeat(53)}`,
  `$2b$32$${'.'.repeat(53)}`,
  `$2b$10$${'.'.repeat(53)}\n`,
  `$argon2id$v=19$m=19456,t=2,p=1$AAAA$${HASH}`,
  `$argon2id$v=19$m=19456,t=2,p=1$${SALT}$AAAA`,
  `$argon2id$v=19$m=7,t=2,p=1$${SALT}$${HASH}`,
  `$argon2id$v=19$m=19456,t=0,p=1$${SALT}$${HASH}`,
  `$argon2id$v=19$m=1e9,t=2,p=1$${SALT}$${HASH}`,
  `$argon2id$v=19$m=19456,t=2,p=1,data=AA$${SALT}$${HASH}`,
  `$argon2id$v=19$t=2,m=19456,p=1$${SALT}$${HASH}`,
  `$argon2id$v=19$m=19456,t=2,p=1$${SALT}$${HASH}$`,
  `$scrypt$ln=1000,r=8,p=1$${SALT}$${HASH}`,
  `$scrypt$ln=16,r=1,p=1$${SALT}$${HASH}`,
  `$scrypt$ln=14,r=8$${SALT}$${HASH}`,
  `$pbkdf2-sha256$i=0$${SALT}$${HASH}`,
  `$pbkdf2-sha256$i=1000,l=31$${SALT}$${HASH}`,
  `$pbkdf2-sha256$i=-1$${SALT}$${HASH}`,
  `$pbkdf2-sha256$i=1000$${SALT}$${'A'.repeat(4)}`,
  'pbkdf2_sha256$1000$$AAAA',
  'pbkdf2_sha256$1000$salt',
  `scrypt:1000:8:1$salt$${'00'.repeat(32)}`,
  `pbkdf2:sha256:x$salt$${'00'.repeat(32)}`,
  '{SSHA}rPwwUhOStznhQBrDQzWvq6eKkgk=',
  '{SHA}zSidGTrBflzNTujvlkZDtprdobCVcg6h',
  '{SSHA}*',
  '$md5$pf=e1NBTFR9$AAAA$AAAAAAAAAAAAAAAAAAAAAA',
  '$sha256$salt=middle$AAAA$AAAA',
  '$P$short',
  `$firebase-scrypt$ln=14,r=8$AAAA$${SALT}$Bw==$AAAA`,
  '0'.repeat(1025),
])('the text %j is malformed', async (text) => {
  expect(await normaliseHash(text, VERIFYING_LIMITS, roots)).toEqual({ refused: 'malformed' });
});

describe('a hash that is too costly', () => {
  const tail = `${SALT}$${HASH}`;
  test.each([
    [`$2b$31$${'.'.repeat(53)}`, undefined],
    [`$argon2id$v=19$m=2147483648,t=1,p=1$${tail}`, 2_097_152],
    [`$argon2id$v=19$m=1048576,t=1,p=1$${tail}`, 1024],
    [`$argon2id$v=19$m=19456,t=2147483648,p=1$${tail}`, undefined],
    [`$scrypt$ln=31,r=8,p=1$${tail}`, 2_097_153],
    [`$scrypt$ln=14,r=8,p=2147483648$${tail}`, 2_097_168],
    [`$pbkdf2-sha512$i=2147483648$${tail}`, undefined],
    [`$P$R${'A'.repeat(30)}`, undefined],
    [`$P$I${'A'.repeat(30)}`, undefined],
    // Each lane of each pass is four threads.
    [`$argon2id$v=19$m=32,t=66000,p=4$${tail}`, undefined],
    [`$argon2id$v=19$m=524288,t=1,p=65536$${tail}`, undefined],
    // Little to mix, and much to fill.
    [`$scrypt$ln=1,r=1024,p=2000$${tail}`, undefined],
    [`$scrypt$ln=1,r=1025,p=1$${tail}`, undefined],
  ])('is refused before any work: %s', async (text, needsMiB) => {
    const results: unknown[] = [];
    const spent = await cpuMs(async () => {
      results.push(await normaliseHash(text, VERIFYING_LIMITS, roots));
    });
    expect(results).toEqual([needsMiB === undefined ? { refused: 'too_costly' } : { refused: 'too_costly', needsMiB }]);
    expect(spent).toBeLessThan(500);
  });

  test('is accepted where there is the memory, and says at login that it cannot be computed', async () => {
    const wide = await normaliseHash(
      `$argon2id$v=19$m=1048576,t=1,p=1$${tail}`,
      { memoryMiB: 2048, milliseconds: 10_000 },
      roots,
    );
    if ('refused' in wide) throw new Error('refused');
    await expect(verifyPassword(roots, wide.hash, 'x')).rejects.toThrow(
      'takes 1024 MiB and 1469 ms, more than the 884 MiB and 3000 ms of this function',
    );
  });

  test('depends on the limits alone', async () => {
    const text = `$argon2id$v=19$m=65536,t=3,p=4$${tail}`;
    expect(await normaliseHash(text, { memoryMiB: 63, milliseconds: 3000 }, roots)).toEqual({
      refused: 'too_costly',
      needsMiB: 64,
    });
    expect(await normaliseHash(text, { memoryMiB: 64, milliseconds: 3000 }, roots)).toHaveProperty('hash');
    expect(await normaliseHash(text, { memoryMiB: 64, milliseconds: 100 }, roots)).toEqual({ refused: 'too_costly' });
  });
});

test('a stored hash that login cannot read is never a wrong password', async () => {
  const stored = await imported(`$pbkdf2-sha256$i=1000$${SALT}$${HASH}`);
  const damaged = [
    stored.replace('$raw$', '$raw.unknown$'),
    stored.replace('$raw$', '$nfd$'),
    stored.replace('pbkdf2-sha256', 'pbkdf2-md4'),
    stored.replace('i=1000', 'i=x'),
    stored.replace('$32$', '$0$'),
    `${stored}$`,
    '$2b$10$abc',
    '',
  ];
  for (const each of damaged) {
    await expect(verifyPassword(roots, each, 'x')).rejects.toThrow('the stored hash');
    expect(needsRehash(roots, 'auto', each)).toBe(true);
  }
});

test('a runtime without argon2 cannot verify an imported argon2 hash, nor wrap a weak one', async () => {
  const stored = await imported(`$argon2id$v=19$m=64,t=1,p=1$${SALT}$${HASH}`);
  await withoutArgon2(async () => {
    await expect(verifyPassword(roots, stored, 'x')).rejects.toThrow('cannot compute argon2id');
    await expect(normaliseHash('0'.repeat(32), VERIFYING_LIMITS, roots)).rejects.toThrow('cannot compute argon2id');
  });
});

test('normaliseHash returns a refusal and never throws for randomly damaged hashes', async () => {
  const none = { memoryMiB: 0, milliseconds: 0 }; // all that is well-formed is too costly, so no hash is wrapped
  const pieces = [
    '$',
    ',',
    '=',
    ':',
    '{',
    '}',
    '0',
    '9',
    '.',
    'm=',
    'ln=',
    'pf=',
    '2147483648',
    '__proto__',
    '\u0000',
    '$$',
  ];
  let seed = 3;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const seen = new Set<unknown>();
  for (let round = 0; round < 20_000; round += 1) {
    let text = specimens[random(specimens.length)]?.hash ?? '';
    for (let edits = random(4); edits > 0; edits -= 1) {
      const at = random(text.length + 1);
      text = text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at + random(3));
    }
    const result = await normaliseHash(text, none, roots);
    if (!('refused' in result)) throw new Error(text);
    seen.add(result.refused);
  }
  expect([...seen].sort()).toEqual(['malformed', 'too_costly', 'unknown']);
});
