// Defines how a network is written: an address, or a block of addresses as in RFC 4632 and RFC 4291.
import { isIP } from 'node:net';

/** Whether the text is an IPv4 or IPv6 address, alone or with the length of a prefix. No zone, no IPv4 address in an IPv6 one. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]{2,39})(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || (family === 6 && address.includes('.'))) return false;
  return bits === undefined || Number(bits) <= (family === 4 ? 32 : 128);
}
