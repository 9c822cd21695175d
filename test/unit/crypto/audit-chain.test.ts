// Checks the canonical form and the hashes of the audit log.
import { expect, test } from '@jest/globals';
import { canonicalJson, type Link, linkHash, personalHash } from '../../../lib/crypto/audit-chain.ts';

test('canonical JSON is that of RFC 8785: sorted members, numbers and escapes as ECMAScript writes them', () => {
  // RFC 8785 3.2.2 and 3.2.3, without the number that no double holds.
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const sorted = canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, 1: 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 });
  expect(Object.values(JSON.parse(sorted.replace('"1":4,', '')))).toEqual([2, 6, 7, 1, 5, 3]);
  expect(canonicalJson({ b: undefined, a: [undefined] })).toBe('{"a":[null]}');
});

test('the hash of a link covers each of its members, and nothing else', () => {
  const link: Link = {
    shard: 0,
    seq: 1,
    prev: '',
    recordedAt: '2026-01-01T00:00:00.000Z',
    keptUntil: '2027-01-01T00:00:00.000Z',
    id: 'evt_1',
    occurredAt: '2026-01-01T00:00:00.000Z',
    tenantId: null,
    targetId: 'adm_1',
    actorId: null,
    action: 'admin.created',
    content: 'x',
  };
  const others = Object.keys(link).map((name) => linkHash({ ...link, [name]: 'y' }));
  expect(new Set([linkHash(link), ...others]).size).toBe(1 + Object.keys(link).length);
  expect(linkHash({ ...link, more: 1 } as Link)).toBe(linkHash(link));
});

test('the hash of personal data depends on the salt', () => {
  expect(personalHash('a', '{}')).not.toBe(personalHash('b', '{}'));
});
