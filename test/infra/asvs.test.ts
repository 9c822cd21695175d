// Checks that the page about OWASP ASVS names each group of operations, so that it cannot describe an earlier product.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { groupNames, kebab } from '../../lib/contract/index.ts';

const page = readFileSync('docs/explanation/asvs.md', 'utf8');
const [requirements = '', groups = ''] = page.split('## Operations and requirements');
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\| (?!Group|\||-)([^|]+) \| ([^|]+) \|/gm)].map(([, first = '', second = '']) => [first, second]);
const described = new Set(rows(requirements).flatMap(([id = '']) => id.split(', ')));

test('the page about ASVS names each group of operations, and no other', () => {
  expect(
    rows(groups)
      .map(([group]) => group)
      .sort(),
  ).toEqual(groupNames.map(kebab).sort());
});

test.each(rows(groups))('the requirements of %s have a row of the page about ASVS', (_, named = '') => {
  expect(named.split(', ').filter((id) => !described.has(id))).toEqual([]);
});

test('no row of the page about ASVS says that the service has no pages or is no provider', () => {
  expect(page).not.toMatch(/no (other )?pages yet|is none yet|no authorization server|no delegation/);
});
