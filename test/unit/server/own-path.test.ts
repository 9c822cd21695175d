// A redirect of the sign-in stays on the own host, for every path that a link may name.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ownPath } from '../../../lib/packages/server/own-path.ts';

const BASE = 'https://app.example.com/callback';
const HOST = 'https://app.example.com';

describe('ownPath', () => {
  test.each(['/', '/invoices?year=2026#top', '/a//b', '/a/../b', 'c', '?x=//y', '/%2F%2Fother.example'])(
    'keeps %j on the own host',
    (path) => {
      const own = new URL(path, BASE);
      expect(ownPath(path, BASE)).toBe(own.pathname + own.search + own.hash);
    },
  );

  test.each([
    ...['/.//other.example', '/..//other.example', '/a/..//other.example', '/%2e//other.example', './/other.example'],
    ...['/.\\\\other.example', '/\\other.example', '//other.example', '/\t/other.example', '\\\\other.example'],
    ...['https://other.example', 'javascript:alert(1)', 'data:text/html,x', 'http://app.example.com/', '//'],
  ])('returns / for %j', (path) => {
    expect(ownPath(path, BASE)).toBe('/');
  });

  test('what it returns leads to the own host, and to itself, for any text', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '\t',
      '\n',
      ':',
      '@',
      '?',
      '#',
      'https',
      'other.example',
    );
    const path = fc.oneof(
      fc.array(fc.oneof(part, fc.string()), { maxLength: 8 }).map((all) => all.join('')),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(path, (given) => {
        const own = ownPath(given, BASE);
        expect(new URL(own, BASE).origin).toBe(HOST);
        expect(own).toMatch(/^\/(?![/\\])/);
        expect(ownPath(own, BASE)).toBe(own);
      }),
      { numRuns: 5_000, seed: 28 },
    );
  });
});
