// Checks which network an IP address is counted under: IPv4 by itself, IPv6 by its /64, a mapped address as IPv4.
import { expect, test } from '@jest/globals';
import { network } from '../../../../lib/domain/credentials/limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['64:ff9b::cb00:7107', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['::ffff:1', '0:0:0:0'],
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
])('network(%j) returns %j', (ip, expected) => {
  expect(network(ip)).toBe(expected);
});

test.each([
  ['203.0.113.7', '203.0.113.8'],
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['2001:db8::1', '2001:db9::1'],
])('network returns different networks for %s and %s', (one, other) => {
  expect(network(one)).not.toBe(network(other));
});

test('network returns one network for all spellings and neighbours of an address in the same /64', () => {
  const spellings = ['2001:db8::7', '2001:DB8:0:0::8', '2001:0db8:0000::ffff', '2001:db8:0:0:a:b:c:d'];
  expect(new Set(spellings.map(network)).size).toBe(1);
});
