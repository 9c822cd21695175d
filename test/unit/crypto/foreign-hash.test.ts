// Checks that hashes imported from other systems verify, and that damaged or too costly ones are refused without work.
import nodeCrypto, { pbkdf2Sync, scryptSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hash as bcryptHash } from 'bcryptjs';
import { verifyPassword } from '../../../lib/crypto/password-hash.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';
import { cpuMs } from '../../support/cpu.ts';
import { withoutArgon2 } from '../../support/without-argon2.ts';

const roots: Roots<never> = { 1: 'p'.repeat(32) };
const password = 'Caf\u00e9 au lait';
// 0xfb 0xef 0xbe encodes to '++++', so the '.' spelling is exercised.
const salt = Buffer.from('fbefbefbefbefbefbefbefbefbefbefb', 'hex');
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');
const ab64 = (bytes: Uint8Array) => b64(bytes).replaceAll('+', '.');

const scryptHash = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 });
const sha256 = pbkdf2Sync(password, salt, 1000, 32, 'sha256');
const sha512 = pbkdf2Sync(password, salt, 1000, 64, 'sha512');
const argonCost = { memory: 64, passes: 1, parallelism: 2, tagLength: 32 };
const argon = nodeCrypto.argon2Sync('argon2id', { message: password, nonce: salt, ...argonCost });

const vectors: [string, string][] = [
  ['scrypt', `$scrypt$ln=4,r=8,p=1$${b64(salt)}$${b64(scryptHash)}`],
  ['scrypt, dots', `$scrypt$ln=4,r=8,p=1$${ab64(salt)}$${ab64(scryptHash)}`],
  ['pbkdf2-sha256 PHC', `$pbkdf2-sha256$i=1000$${b64(salt)}$${b64(sha256)}`],
  ['pbkdf2-sha256 PHC with length', `$pbkdf2-sha256$i=1000,l=32$${b64(salt)}$${b64(sha256)}`],
  ['pbkdf2-sha256 passlib', `$pbkdf2-sha256$1000$${ab64(salt)}$${ab64(sha256)}`],
  ['pbkdf2-sha512 PHC', `$pbkdf2-sha512$i=1000,l=64$${b64(salt)}$${b64(sha512)}`],
  ['pbkdf2-sha512 passlib', `$pbkdf2-sha512$1000$${ab64(salt)}$${ab64(sha512)}`],
  ['argon2id', `$argon2id$v=19$m=64,t=1,p=2$${b64(salt)}$${b64(argon)}`],
];

describe('verifyPassword with an imported hash', () => {
  test.each(vectors)('%s: accepts only the right password, composed or decomposed', async (_, stored) => {
    expect(await verifyPassword(roots, stored, password)).toBe(true);
    expect(await verifyPassword(roots, stored, password.normalize('NFD'))).toBe(true);
    expect(await verifyPassword(roots, stored, `${password} `)).toBe(false);
    expect(await verifyPassword(roots, stored, '')).toBe(false);
  });

  test.each(['2a', '2b', '2y'])('bcrypt $%s$: accepts only the right password, from cost 4', async (ident) => {
    const stored = (await bcryptHash(password, 4)).replace(/^\$2b/, `$${ident}`);
    expect(await verifyPassword(roots, stored, password)).toBe(true);
    expect(await verifyPassword(roots, stored, `${password}!`)).toBe(false);
  });

  test('accepts the published vectors of bcrypt (Openwall) and argon2id (reference implementation)', async () => {
    const bcrypt = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
    expect(await verifyPassword(roots, bcrypt, 'U*U')).toBe(true);
    const argon2id = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword(roots, argon2id, 'password')).toBe(true);
    expect(await verifyPassword(roots, argon2id, 'differentpassword')).toBe(false);
  });

  test('throws for argon2id when the runtime has no argon2', async () => {
    await withoutArgon2(() =>
      expect(verifyPassword(roots, vectors[7]?.[1] ?? '', password)).rejects.toThrow('cannot compute argon2id'),
    );
  });
});

describe('verifyPassword returns false', () => {
  // Each one is a vector above with one defect, so only the defect can be the reason.
  const s = b64(salt);
  const damaged = [
    '',
    '$',
    '$$$$$',
    password,
    `scrypt$ln=4,r=8,p=1$${s}$${b64(scryptHash)}`,
    `x$scrypt$ln=4,r=8,p=1$${s}$${b64(scryptHash)}`,
    `$scrypt$ln=4,r=8,p=1$${s}$${b64(scryptHash)}$`,
    `$scrypt$v=19$ln=4,r=8,p=1$${s}$${b64(scryptHash)}`,
    `$scrypt$ln=4,r=8,p=1$${s}$${b64(scryptHash)}=`,
    `$scrypt$ln=4,r=8,p=1$${s}$${b64(scryptHash)}\n`,
    `$scrypt$ln=4,r=8,p=1$${s}$${scryptHash.toString('hex')}`,
    `$scrypt$ln=4,r=8,p=1$${s}$${b64(scryptHash).slice(0, -1)}`,
    `$scrypt$ln=4,r=8,p=1$${s}$`,
    `$scrypt$ln=4,r=8,p=1$${s}`,
    `$scrypt$ln=4,r=8,p=1$${s}$${b64(scryptHash.subarray(0, 8))}`,
    `$pbkdf2-sha256$i=1000,l=31$${s}$${b64(sha256)}`,
    `$pbkdf2-sha256$i=1000,l=$${s}$${b64(sha256)}`,
    `$pbkdf2-sha256$l=32$${s}$${b64(sha256)}`,
    `$pbkdf2-sha256$ 1000$${s}$${b64(sha256)}`,
    `$pbkdf2-sha1$i=1000$${s}$${b64(sha256)}`,
    `$pbkdf2$i=1000$${s}$${b64(sha256)}`,
    `$pbkdf2-sha512$i=1000$${s}$${b64(sha256)}`,
    `$argon2id$m=64,t=1,p=2$${s}$${b64(argon)}`,
    `$argon2id$v=16$m=64,t=1,p=2$${s}$${b64(argon)}`,
    `$argon2id$v=19$m=64,t=1,p=2,keyid=A$${s}$${b64(argon)}`,
    `$argon2i$v=19$m=64,t=1,p=2$${s}$${b64(argon)}`,
    `$argon2d$v=19$m=64,t=1,p=2$${s}$${b64(argon)}`,
  ];
  test.each(damaged)('for the damaged hash %j', async (stored) => {
    expect(await verifyPassword(roots, stored, password)).toBe(false);
  });

  test('for a hash of one byte or a salt of seven bytes, which too many passwords would match', async () => {
    const tiny = pbkdf2Sync(password, salt, 1, 1, 'sha256');
    expect(await verifyPassword(roots, `$pbkdf2-sha256$1$${s}$${b64(tiny)}`, password)).toBe(false);
    const saltless = pbkdf2Sync(password, Buffer.alloc(7), 1, 32, 'sha256');
    expect(await verifyPassword(roots, `$pbkdf2-sha256$1$${b64(Buffer.alloc(7))}$${b64(saltless)}`, password)).toBe(
      false,
    );
  });

  test('for costs out of bounds, before any work', async () => {
    const costly = [
      ...['31', '14', '03', '00'].map((cost) => `$2b$${cost}$${'.'.repeat(53)}`),
      `$2x$05$${'.'.repeat(53)}`,
      `$2b$5$${'.'.repeat(53)}`,
      `$2b$05$${'.'.repeat(52)}`,
      ...[
        'ln=18,r=8,p=1',
        'ln=17,r=16,p=4',
        'ln=10,r=17,p=1',
        'ln=10,r=8,p=5',
        'ln=16,r=1,p=1',
        'ln=999999999,r=8,p=1',
      ].map((cost) => `$scrypt$${cost}$${s}$${b64(scryptHash)}`),
      ...['2000001', '0', '999999999', '9999999999999'].map((i) => `$pbkdf2-sha256$${i}$${s}$${b64(sha256)}`),
      ...['m=65537,t=1,p=1', 'm=64,t=11,p=1', 'm=64,t=1,p=5', 'm=7,t=1,p=1', 'm=64,t=0,p=1'].map(
        (cost) => `$argon2id$v=19$${cost}$${s}$${b64(argon)}`,
      ),
      `$${'$'.repeat(1_000_000)}`,
      `$pbkdf2-sha256$${'1'.repeat(1_000_000)}$${s}$${b64(sha256)}`,
    ];
    const spent = await cpuMs(async () => {
      for (const stored of costly) expect(await verifyPassword(roots, stored, password)).toBe(false);
    });
    expect(spent).toBeLessThan(1000);
  });

  // The hashes are genuine, so only the bound can be the reason for a refusal.
  test.each([
    [17, 8, 1, true],
    [17, 9, 1, false],
    [16, 16, 1, true],
    [10, 17, 1, false],
    [10, 8, 4, true],
    [10, 8, 5, false],
  ])('beyond the bounds of scrypt: ln=%i,r=%i,p=%i gives %s', async (ln, r, p, accepted) => {
    const hash = scryptSync(password, salt, 32, { N: 2 ** ln, r, p, maxmem: 2 ** 28 });
    expect(await verifyPassword(roots, `$scrypt$ln=${ln},r=${r},p=${p}$${s}$${b64(hash)}`, password)).toBe(accepted);
  });

  test.each([
    [65_536, 1, 1, true],
    [65_537, 1, 1, false],
    [64, 10, 1, true],
    [64, 11, 1, false],
    [64, 1, 4, true],
    [64, 1, 5, false],
  ])('beyond the bounds of argon2id: m=%i,t=%i,p=%i gives %s', async (memory, passes, parallelism, accepted) => {
    const cost = { memory, passes, parallelism, tagLength: 32 };
    const hash = nodeCrypto.argon2Sync('argon2id', { message: password, nonce: salt, ...cost });
    const stored = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${s}$${b64(hash)}`;
    expect(await verifyPassword(roots, stored, password)).toBe(accepted);
  });

  test.each([
    [1, true],
    [2_000_000, true],
    [2_000_001, false],
  ])('beyond the bounds of pbkdf2: %i iterations give %s', async (iterations, accepted) => {
    const hash = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
    expect(await verifyPassword(roots, `$pbkdf2-sha256$${iterations}$${s}$${b64(hash)}`, password)).toBe(accepted);
  });
});
