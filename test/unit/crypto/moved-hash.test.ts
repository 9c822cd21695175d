// Moves password hashes from one deployment to another, whose root secrets differ.
import { describe, expect, test } from '@jest/globals';
import { normaliseHash, VERIFYING_LIMITS } from '../../../lib/crypto/import-hash.ts';
import { boundHash, portable } from '../../../lib/crypto/imported/moved.ts';
import { type HashSetting, hashPassword, needsRehash, verifyPassword } from '../../../lib/crypto/password-hash.ts';
import { storedKey } from '../../../lib/crypto/purpose-keys.ts';
import { currentVersion, type Roots } from '../../../lib/crypto/roots.ts';
import { hmac } from '../../../lib/crypto/secrets.ts';

const first: Roots<never> = { 1: 'a'.repeat(32) };
const second: Roots<never> = { 1: 'b'.repeat(32) };
const third: Roots<never> = { 2: 'c'.repeat(32) };
const PASSWORD = 'Grüße aus Köln 9!';

async function imported(text: string | undefined, roots: Roots<never>): Promise<string> {
  const result = await normaliseHash(text ?? '', VERIFYING_LIMITS, roots);
  if ('refused' in result) throw new Error(result.refused);
  return result.hash;
}

/** Hashes as deployments store them: ours, and one that was imported and never used. */
const stored = {
  argon2id: () => hashPassword(first, 'argon2id', PASSWORD),
  bcrypt: () => hashPassword(first, 'bcrypt', PASSWORD),
  scrypt: () => hashPassword(first, 'fast', PASSWORD),
  imported: () => imported('pbkdf2_sha256$260000$saltSALT1234$m4lPlV0nSw9AAKrmcH4sjInZPjw1bunOxjOiIr151XU=', first),
};

describe.each(Object.entries(stored))('a hash of %s', (_, make) => {
  test('works in two other deployments, one after the other, and is replaced there', async () => {
    let hash = await make();
    for (const [from, to] of [
      [first, second],
      [second, third],
    ] as const) {
      const text = portable(hash, from);
      hash = await imported(text, to);
      expect(await verifyPassword(to, hash, PASSWORD)).toBe(true);
      expect(await verifyPassword(to, hash, PASSWORD.normalize('NFD'))).toBe(true);
      expect(await verifyPassword(to, hash, `${PASSWORD}!`)).toBe(false);
      expect(needsRehash(to, 'auto' satisfies HashSetting, hash)).toBe(true);
      // The pepper of the other deployment is sealed in what is stored, and the hash needs ours.
      expect(hash).not.toContain(text?.split('$')[2]);
      expect(await verifyPassword(from, hash, PASSWORD)).toBe(false);
    }
  });

  test('is in its own deployment what it was', async () => {
    const hash = await make();
    expect(await imported(portable(hash, first), first)).toBe(hash);
    expect(await imported(boundHash(hash, first), first)).toBe(hash);
  });

  test('for one deployment is refused by another, and when it was altered', async () => {
    const text = boundHash(await make(), first) ?? '';
    await expect(imported(text, second)).rejects.toThrow('unknown');
    await expect(imported(`${text}A`, first)).rejects.toThrow('unknown');
    await expect(imported(text.replace(/^(\$gatehouse-bound\$)./, '$1_'), first)).rejects.toThrow('unknown');
  });
});

test('the mark of a hash of another deployment is not made with the pepper of that one', async () => {
  const moved = await imported(portable(await hashPassword(second, 'fast', PASSWORD), second), first);
  const forged = `${moved.split('$').slice(0, 2).join('$')}$gh1$1$argon2id$m=4194304,t=99,p=1$x$x`;
  const mark = hmac(storedKey(second, 'pepper', currentVersion(second)), 'exported hash', forged);
  for (const text of [`1.${mark}`, mark])
    await expect(imported(`$gatehouse-bound$${text}$${forged}`, first)).rejects.toThrow('unknown');
});

test('a hash whose pepper was removed is not exported', async () => {
  const hash = await hashPassword(third, 'fast', PASSWORD);
  expect([portable(hash, first), boundHash(hash, first)]).toEqual([undefined, undefined]);
});

test.each([
  ['a short pepper', '$gatehouse$AAAA$gh1$1$scrypt$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'],
  ['no hash', `$gatehouse$${'A'.repeat(43)}`],
  ['another form', `$gatehouse$${'A'.repeat(43)}$2b$10$x`],
  [
    'a cost that takes hours',
    `$gatehouse$${'A'.repeat(43)}$gh1$1$argon2id$m=4194304,t=99,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
  ],
  [
    'a hash that is under no pepper',
    `$gatehouse$${'A'.repeat(43)}$im1$-$raw$pbkdf2-sha256$i=1000$${'A'.repeat(22)}$32$${'A'.repeat(43)}`,
  ],
  ['an empty hash', `$gatehouse$${'A'.repeat(43)}$gh1$1$scrypt$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$`],
])('refuses %s', async (_, text) => {
  await expect(imported(text, first)).rejects.toThrow(/unknown|malformed|too_costly/);
});
