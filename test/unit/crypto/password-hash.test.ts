// Checks password hashes: no password is truncated, costs are bounded, peppers rotate, unknown accounts cost the same.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hash as bcryptHash } from 'bcryptjs';
import {
  dummyHash,
  type HashSetting,
  hashPassword,
  needsRehash,
  verifyPassword,
} from '../../../lib/crypto/password-hash.ts';
import { storedKey } from '../../../lib/crypto/purpose-keys.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';
import { cpuMs } from '../../support/cpu.ts';
import { withoutArgon2 } from '../../support/without-argon2.ts';

const first = 'p'.repeat(32);
const roots: Roots<never> = { 1: first };
const settings: HashSetting[] = ['auto', 'argon2id', 'bcrypt', 'fast'];
const shapes = {
  auto: /^gh1\$1\$argon2id\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/,
  argon2id: /^gh1\$1\$argon2id\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/,
  bcrypt: /^gh1\$1\$bcrypt\$\$2b\$10\$[./A-Za-z0-9]{53}$/,
  fast: /^gh1\$1\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/,
};

describe.each(settings)('the hash setting %s', (setting) => {
  test('produces a hash that accepts only the right password and that needs no rehash', async () => {
    const stored = await hashPassword(roots, setting, 'correct horse');
    expect(stored).toMatch(shapes[setting]);
    expect(await hashPassword(roots, setting, 'correct horse')).not.toBe(stored);
    expect(await verifyPassword(roots, stored, 'correct horse')).toBe(true);
    expect(await verifyPassword(roots, stored, 'correct horsf')).toBe(false);
    expect(await verifyPassword(roots, stored, '')).toBe(false);
    expect(await verifyPassword({ 1: 'q'.repeat(32) }, stored, 'correct horse')).toBe(false);
    expect(needsRehash(roots, setting, stored)).toBe(false);
  });

  test('tells passwords apart that share their first 72 bytes or differ only after NUL', async () => {
    const stored = await hashPassword(roots, setting, `${'a'.repeat(72)}b`);
    expect(await verifyPassword(roots, stored, `${'a'.repeat(72)}b`)).toBe(true);
    expect(await verifyPassword(roots, stored, `${'a'.repeat(72)}c`)).toBe(false);
    expect(await verifyPassword(roots, stored, 'a'.repeat(72))).toBe(false);
    const withNul = await hashPassword(roots, setting, 'abc\u0000def');
    expect(await verifyPassword(roots, withNul, 'abc\u0000xyz')).toBe(false);
  });

  test('has a dummy hash of the same shape as a real one, which no password matches', async () => {
    const dummy = dummyHash(roots, setting);
    expect(dummy).toMatch(shapes[setting]);
    expect(dummyHash({ ...roots, 2: first }, setting)).toMatch(/^gh1\$2\$/);
    expect(await verifyPassword(roots, dummy, 'anything')).toBe(false);
    expect(await verifyPassword(roots, dummy, '')).toBe(false);
  });
});

test.each(['argon2id', 'bcrypt'] as const)(
  'verifyPassword works as long on the dummy hash of %s as on a real one',
  async (setting) => {
    const real = await hashPassword(roots, setting, 'x');
    const time = (stored: string) =>
      cpuMs(async () => {
        for (let round = 0; round < 3; round += 1) await verifyPassword(roots, stored, 'y');
      });
    await time(real);
    // A skipped hash takes well under a hundredth of the time. The margin is for a busy machine.
    expect(await time(dummyHash(roots, setting))).toBeGreaterThan((await time(real)) / 10);
  },
);

describe('the text of a password', () => {
  test('matches in composed and decomposed spelling, and not with other case or spaces', async () => {
    const stored = await hashPassword(roots, 'fast', 'Caf\u00e9 1');
    expect(await verifyPassword(roots, stored, 'Cafe\u0301 1')).toBe(true);
    for (const other of ['caf\u00e9 1', 'Caf\u00e9 1 ', 'Cafe 1', ' Caf\u00e9 1', 'Caf\u00e91']) {
      expect(await verifyPassword(roots, stored, other)).toBe(false);
    }
  });

  test('is refused by hashPassword and verifyPassword when it is not well-formed', async () => {
    await expect(hashPassword(roots, 'fast', 'abc\ud800')).rejects.toThrow('well-formed');
    const stored = await hashPassword(roots, 'fast', 'abc\ufffd');
    expect(await verifyPassword(roots, stored, 'abc\ufffd')).toBe(true);
    expect(await verifyPassword(roots, stored, 'abc\ud800')).toBe(false);
  });
});

describe('needsRehash', () => {
  test('returns true for an old pepper, which still verifies until it is removed', async () => {
    const stored = await hashPassword(roots, 'fast', 'secret');
    const rotated: Roots<never> = { 1: first, 2: 'n'.repeat(32) };
    expect(await verifyPassword(rotated, stored, 'secret')).toBe(true);
    expect(needsRehash(rotated, 'fast', stored)).toBe(true);
    const renewed = await hashPassword(rotated, 'fast', 'secret');
    expect(renewed).toMatch(/^gh1\$2\$/);
    expect(needsRehash(rotated, 'fast', renewed)).toBe(false);
    const onlyNew: Roots<never> = { 2: 'n'.repeat(32) };
    expect(await verifyPassword(onlyNew, stored, 'secret')).toBe(false);
    expect(await verifyPassword(onlyNew, renewed, 'secret')).toBe(true);
  });

  test('returns true for another scheme, other costs and imported hashes', () => {
    const tail = `${'A'.repeat(22)}$${'A'.repeat(43)}`;
    expect(needsRehash(roots, 'argon2id', dummyHash(roots, 'bcrypt'))).toBe(true);
    expect(needsRehash(roots, 'bcrypt', dummyHash(roots, 'argon2id'))).toBe(true);
    expect(needsRehash(roots, 'auto', dummyHash(roots, 'fast'))).toBe(true);
    expect(needsRehash(roots, 'auto', dummyHash(roots, 'argon2id'))).toBe(false);
    expect(needsRehash(roots, 'argon2id', `gh1$1$argon2id$m=8192,t=2,p=1$${tail}`)).toBe(true);
    expect(needsRehash(roots, 'bcrypt', `gh1$1$bcrypt$$2b$11$${'.'.repeat(53)}`)).toBe(true);
    expect(needsRehash(roots, 'bcrypt', `$2b$10$${'.'.repeat(53)}`)).toBe(true);
    expect(needsRehash(roots, 'argon2id', `$argon2id$v=19$m=19456,t=2,p=1$${tail}`)).toBe(true);
    expect(needsRehash(roots, 'argon2id', '')).toBe(true);
  });
});

test('a runtime without argon2 uses bcrypt for new hashes and cannot verify an argon2id hash', async () => {
  const argon2id = await hashPassword(roots, 'argon2id', 'secret');
  const bcrypt = await withoutArgon2(async () => {
    for (const stored of [argon2id, dummyHash(roots, 'argon2id')])
      await expect(verifyPassword(roots, stored, 'secret')).rejects.toThrow('cannot compute argon2id');
    await expect(hashPassword(roots, 'argon2id', 'secret')).rejects.toThrow('cannot compute argon2id');
    // A cost that no runtime accepts stays a mismatch.
    expect(await verifyPassword(roots, argon2id.replace('m=19456', 'm=9999999'), 'secret')).toBe(false);
    expect(needsRehash(roots, 'auto', argon2id)).toBe(true);
    expect(needsRehash(roots, 'argon2id', dummyHash(roots, 'bcrypt'))).toBe(false);
    return hashPassword(roots, 'auto', 'secret');
  });
  expect(bcrypt).toMatch(shapes.bcrypt);
  expect(await verifyPassword(roots, bcrypt, 'secret')).toBe(true);
  expect(needsRehash(roots, 'auto', bcrypt)).toBe(true);
});

describe('verifyPassword', () => {
  test('returns false for a valid hash with any single defect', async () => {
    const valid = await hashPassword(roots, 'fast', 'secret');
    const [, , , , salt = '', hash = ''] = valid.split('$');
    const bytes = Buffer.from(hash, 'base64url');
    const make = (version: string, scheme: string, cost: string, s: string, h: string) =>
      `gh1$${version}$${scheme}$${cost}$${s}$${h}`;
    expect(await verifyPassword(roots, make('1', 'scrypt', 'ln=4,r=8,p=1', salt, hash), 'secret')).toBe(true);
    const defective = [
      ...['2', '01', '', '__proto__', 'constructor', '1 '].map((v) => make(v, 'scrypt', 'ln=4,r=8,p=1', salt, hash)),
      ...['Scrypt', '', 'md5', '__proto__', 'pbkdf2-sha256'].map((s) => make('1', s, 'ln=4,r=8,p=1', salt, hash)),
      ...['', 'ln=4', 'ln=4,r=8', 'ln=4,r=8,p=1,', 'ln=4,r=8,p=1,x=1', 'r=8,ln=4,p=1', 'ln=4,r=8,p=', 'ln=4,r=8,p=1.0']
        .concat('ln=4,r=8,p=1=1', 'ln=4,r=8,p=+1', 'ln=0x4,r=8,p=1', 'ln=4, r=8,p=1', 'ln=4,r=8,p=0', 'ln=-4,r=8,p=1')
        .map((cost) => make('1', 'scrypt', cost, salt, hash)),
      make('1', 'scrypt', 'ln=4,r=8,p=1', `${salt}=`, hash),
      make('1', 'scrypt', 'ln=4,r=8,p=1', '', hash),
      make('1', 'scrypt', 'ln=4,r=8,p=1', salt, ''),
      make('1', 'scrypt', 'ln=4,r=8,p=1', salt, bytes.subarray(0, 15).toString('base64url')),
      make('1', 'scrypt', 'ln=4,r=8,p=1', salt, `${hash}\n`),
      make('1', 'scrypt', 'ln=4,r=8,p=1', salt, `${hash}*`),
      `${valid}$`,
      `${valid}$x`,
      `${valid}${'A'.repeat(512)}`,
    ];
    for (const stored of defective)
      expect([stored, await verifyPassword(roots, stored, 'secret')]).toEqual([stored, false]);
  });

  test('returns false for costs out of bounds, before any work', async () => {
    const tail = `${'A'.repeat(22)}$${'A'.repeat(43)}`;
    const bcryptTail = '.'.repeat(53);
    const costly = [
      ...[
        'm=65537,t=2,p=1',
        'm=19456,t=11,p=1',
        'm=19456,t=2,p=5',
        'm=999999999,t=2,p=1',
        'm=31,t=1,p=4',
        'm=0,t=0,p=0',
      ]
        .concat('m=99999999999,t=1,p=1', 'm=1e3,t=1,p=1', 'm=NaN,t=1,p=1')
        .map((cost) => `gh1$1$argon2id$${cost}$${tail}`),
      ...['ln=18,r=8,p=1', 'ln=17,r=16,p=1', 'ln=4,r=17,p=1', 'ln=4,r=8,p=5', 'ln=16,r=1,p=1'].map(
        (cost) => `gh1$1$scrypt$${cost}$${tail}`,
      ),
      ...['31', '14', '09', '04', '00', '99'].map((cost) => `gh1$1$bcrypt$$2b$${cost}$${bcryptTail}`),
      `gh1$1$bcrypt$$2x$10$${bcryptTail}`,
      `gh1$1$bcrypt$2b$10$${bcryptTail}`,
      `gh1$1$bcrypt$$2b$10$${bcryptTail}.`,
      'gh1$1$bcrypt$',
    ];
    const spent = await cpuMs(async () => {
      for (const stored of costly) expect([stored, await verifyPassword(roots, stored, 'x')]).toEqual([stored, false]);
    });
    expect(spent).toBeLessThan(1000);
  });

  test('returns false for a bcrypt cost below 10, although the password is right', async () => {
    const preHash = createHmac('sha384', storedKey(roots, 'pepper', '1'))
      .update('secret')
      .digest('base64');
    const stored = async (cost: number) => `gh1$1$bcrypt$${await bcryptHash(preHash, cost)}`;
    expect(await verifyPassword(roots, await stored(10), 'secret')).toBe(true);
    expect(await verifyPassword(roots, await stored(9), 'secret')).toBe(false);
  });

  test('computes argon2id at the lower bounds without throwing', async () => {
    expect(await verifyPassword(roots, `gh1$1$argon2id$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`, 'x')).toBe(
      false,
    );
  });

  test('throws for unusable root secrets, instead of reporting a wrong password', async () => {
    await expect(verifyPassword({ 1: 'short' }, dummyHash(roots, 'fast'), 'x')).rejects.toThrow('at least 32');
    await expect(hashPassword({}, 'fast', 'x')).rejects.toThrow('no current root secret');
  });

  test('never accepts a randomly damaged hash, and throws for an unknown form alone', async () => {
    const imported = `im1$1$raw$scrypt$ln=4,r=8,p=1$${'A'.repeat(22)}$32$${'A'.repeat(43)}`;
    const valid = [dummyHash(roots, 'fast'), imported];
    const pieces = ['$', ',', '=', '0', '1', '9', '.', 'A', '\u0000', '$2b$04$', 'v=19', '__proto__', '\ud800', 'gh1'];
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 2000; round += 1) {
      let text = valid[random(valid.length)] ?? '';
      for (let edits = random(4); edits >= 0; edits -= 1) {
        const at = random(text.length + 1);
        text = text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at + random(3));
      }
      const result = await verifyPassword(roots, text, 'secret').catch(({ name }: Error) => name);
      const expected = text.startsWith('gh1$') ? [false] : [false, 'UnverifiableHash'];
      expect([text, expected.includes(result)]).toEqual([text, true]);
    }
  });
});
