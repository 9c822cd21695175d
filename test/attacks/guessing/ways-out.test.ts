// Threat: strangers use up a limit, and the person behind it has no way in. Each limit of the table names a way out, and
// these checks hold the table to what each kind of way promises. each-limit.test.ts goes the ways.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { LIMITS, limitOf, type Scope, WAYS_OUT } from '../../../lib/domain/credentials/limit-table.ts';

const SCOPES = Object.keys(LIMITS) as Scope[];
const HOUR = 3_600_000;
const CODE = readdirSync('lib/domain', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('limit-table.ts'))
  .map((file) => readFileSync(`lib/domain/${file}`, 'utf8'))
  .join('\n');

describe('the table of limits', () => {
  test.each(SCOPES.filter((scope) => limitOf(scope).inARow !== undefined))(
    '%s, which no window ends, has a way out other than another network',
    (scope) => {
      expect(['known-client', 'second-proof', 'new-password', 'unlock', 'long-code']).toContain(limitOf(scope).wayOut);
    },
  );

  test.each(SCOPES.filter((scope) => limitOf(scope).wayOut === 'refuses-nothing'))('%s refuses no request', (scope) => {
    expect(CODE).toContain(`'${scope}'`);
    expect(CODE).not.toMatch(new RegExp(`(consume|attempt|attemptWithin|requireRoom)\\((\\w+, )?'${scope}'`));
  });

  test.each(SCOPES.filter((scope) => limitOf(scope).wayOut === 'other-network'))(
    '%s counts a network wherever it is counted',
    (scope) => {
      const uses = [...CODE.matchAll(new RegExp(`\\('${scope}',[^;]*`, 'g'))].map(([text]) => text);
      for (const use of uses) expect(use).toMatch(/network|\bip\b|collisions/);
    },
  );

  test.each(SCOPES.filter((scope) => limitOf(scope).wayOut === 'own'))('%s ends within a day', (scope) => {
    expect(limitOf(scope).windowMs).toBeLessThanOrEqual(24 * HOUR);
    expect(limitOf(scope).inARow).toBeUndefined();
  });

  test('uses each way out that it describes', () => {
    const used = new Set<string>(SCOPES.map((scope) => limitOf(scope).wayOut));
    expect(Object.keys(WAYS_OUT).filter((way) => !used.has(way))).toEqual([]);
  });
});
