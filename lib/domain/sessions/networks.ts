// Decides whether an address is in the networks from which a key may be used.
import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * Whether the address is in one of the networks. No network admits all addresses. An IPv4 address that is written as IPv6
 * (RFC 4291 2.5.5.2) counts as itself.
 */
export function isWithin(networks: readonly string[], ip: string): boolean {
  if (!networks.length) return true;
  if (!isIP(ip)) return false;
  const allowed = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) allowed.addAddress(address, familyOf(address));
    else allowed.addSubnet(address, Number(bits), familyOf(address));
  }
  return allowed.check(ip, familyOf(ip));
}
