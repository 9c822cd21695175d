// Executes the guides that move users here: the exports in them become the lines in them, and the passwords are right.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { normaliseHash, VERIFYING_LIMITS } from '../../../lib/crypto/import-hash.ts';
import { verifyPassword } from '../../../lib/crypto/password-hash.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';
import { sourceNames } from '../../../lib/transfer/readers/index.ts';
import { readExport } from '../../../lib/transfer/readers/read-export.ts';

const roots: Roots<never> = { 1: 'p'.repeat(32) };
const GUIDES = join(import.meta.dirname, '../../../docs/guides');

/** Returns the blocks that begin with this fence. They may be in a list. */
const blocksOf = (page: string, fence: string): string[] =>
  [...page.matchAll(/^ *```(.+)\n([\s\S]*?)^ *```$/gm)].flatMap(([, name, code = '']) => (name === fence ? code : []));

test.each([
  ['auth0', ['Grüße aus Köln 9!']],
  ['cognito', []],
  ['keycloak', ['iceberg']],
  ['better-auth', ['Grüße aus Köln 9!']],
])('the guide for %s shows what its export becomes, and its users keep their passwords', async (name, passwords) => {
  const page = readFileSync(join(GUIDES, `move-from-${name}.md`), 'utf8');
  const source = sourceNames.find((each) => each === name);
  if (!source) throw new Error('no such reader');
  const bytes = new TextEncoder().encode(blocksOf(page, 'json export').join(''));
  const lines = [...readExport(source, bytes)];
  const shown = blocksOf(page, 'json lines').join('').trim().split('\n');
  expect(lines).toEqual(shown.map((line, index) => ({ line: index + 1, user: JSON.parse(line) })));

  const hashes = lines.flatMap((each) => ('user' in each ? (each.user.passwordHash ?? []) : []));
  expect(hashes).toHaveLength(passwords.length);
  for (const [index, hash] of hashes.entries()) {
    const stored = await normaliseHash(hash, VERIFYING_LIMITS, roots);
    if ('refused' in stored) throw new Error(stored.refused);
    expect(await verifyPassword(roots, stored.hash, passwords[index] ?? '')).toBe(true);
  }
  for (const command of blocksOf(page, 'sh').join('').trim().split('\n'))
    expect(command.trim()).toMatch(
      new RegExp(`^npm run import -- --from ${name} --tenant acme --url https://auth.example.com (--dry-run )?\\S+$`),
    );
});
