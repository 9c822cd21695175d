// Checks that the page about OpenID conformance names tests that exist, and a rule for each grant of the provider.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { grant } from '../../lib/contract/applications.ts';

const page = readFileSync('docs/explanation/openid-conformance.md', 'utf8');
const named = [...page.matchAll(/^\|.*\| ([^|]+) \|$/gm)].flatMap(([, last = '']) => last.split(', '));
const tests = [...new Set(named)].filter((name) => !['Test', '---'].includes(name) && !/^-+$/.test(name));

test.each(tests)('the test %s of the page about OpenID conformance exists', (name) => {
  const ends = ['', '.test.ts', '.slow.ts'];
  expect(ends.some((end) => existsSync(`test/${name.trim()}${end}`))).toBe(true);
});

test.each(grant.options)('the page about OpenID conformance has a row about the grant %s', (name) => {
  expect(page).toContain(`\`${name}\``);
});
