// Checks which IP addresses count as public, and which as loopback. The service calls public addresses only.
import { expect, test } from '@jest/globals';
import { isLoopbackAddress, isPublicAddress } from '../../../lib/platform/outbound/ip-ranges.ts';

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '127.1',
  '0x7f.1',
  '2130706433',
  '8.8.8.8.8',
])('isPublicAddress returns false for %j', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('isPublicAddress returns true for %j', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['localhost', false],
])('isLoopbackAddress(%j) returns %j', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
