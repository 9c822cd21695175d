// Which network an address counts for: IPv4 alone, IPv6 with its /64, mapped addresses as what they are.
import { expect, test } from '@jest/globals';
import { network } from '../../../../lib/domain/credentials/limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:DB8:1:2::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['2001:db8:1::3:4:5:6', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts for %s', (ip, expected) => {
  expect(network(ip)).toBe(expected);
});

test.each([
  ['203.0.113.7', '203.0.113.8'],
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['2001:db8::1', '2001:db9::1'],
])('%s and %s are two', (one, other) => {
  expect(network(one)).not.toBe(network(other));
});

test('the spellings of one address and its neighbours in the /64 are one', () => {
  const spellings = ['2001:db8::7', '2001:DB8:0:0::8', '2001:0db8:0000::ffff', '2001:db8:0:0:a:b:c:d'];
  expect(new Set(spellings.map(network)).size).toBe(1);
});
