// Tells which IP addresses are on the public internet. Outbound calls go nowhere else: not to this machine, its network
// or its cloud's metadata service.
import { BlockList, isIP } from 'node:net';

/**
 * Ranges that are not globally reachable (IANA special-purpose address registries, RFC 6890), multicast and class E.
 */
const SPECIAL_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/**
 * The global unicast block of IPv6, and the ranges inside it that tunnel elsewhere (Teredo, 6to4) or are for
 * documentation.
 */
const GLOBAL_V6: readonly [string, number] = ['2000::', 3];
const SPECIAL_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_V6, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether the text is an address of the public internet. An IPv4-mapped IPv6 address never is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Whether the text is a loopback address. */
export const isLoopbackAddress = (address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
};
