// Decodes CBOR (RFC 8949) as far as authenticators send it, and refuses the rest: what has two meanings, or could use up
// time and memory. The length of the input is the caller's to bound.

/** Byte strings are `Buffer`s. Maps keep their keys, which are integers or texts. */
export type Cbor = number | string | boolean | null | Buffer | Cbor[] | CborMap;
export type CborMap = Map<number | string, Cbor>;

/** CTAP 2.1, 6 "Message Encoding": at most four levels. */
const MOST_LEVELS = 4;

/** Returns the item at the beginning of the bytes, and where it ends. Throws on anything but one meaning. */
export function decodeFirst(bytes: Buffer): { value: Cbor; end: number } {
  let at = 0;

  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new Error('cbor: the input ends early');
    at += length;
    return bytes.subarray(at - length, at);
  };

  /** Lengths and numbers above 32 bits do not occur. Indefinite lengths are refused with them. */
  const argument = (info: number): number => {
    if (info < 24) return info;
    if (info > 26) throw new Error('cbor: the number is too long');
    const size = 2 ** (info - 24);
    const value = take(size).readUIntBE(0, size);
    // One number has one spelling (RFC 8949 4.2.1), so that no key of a map occurs twice in two of them.
    if (value < (info === 24 ? 24 : 2 ** (4 * size))) throw new Error('cbor: the number is not in its shortest form');
    return value;
  };

  const item = (level: number): Cbor => {
    if (level > MOST_LEVELS) throw new Error('cbor: too deep');
    const [first] = take(1) as unknown as [number];
    const [major, info] = [first >> 5, first & 31];
    if (major === 7) return simple(info);
    const count = argument(info);
    if (major === 0) return count;
    if (major === 1) return -1 - count;
    if (major === 2) return take(count);
    if (major === 3) return text(take(count));
    // An item has a byte at least, so that a long array of none is refused before it is made.
    if (count > bytes.length - at) throw new Error('cbor: the input ends early');
    if (major === 4) return Array.from({ length: count }, () => item(level + 1));
    if (major === 5) return mapOf(count, level);
    throw new Error('cbor: tags are not accepted');
  };

  const mapOf = (count: number, level: number): CborMap => {
    const map: CborMap = new Map();
    for (let entry = 0; entry < count; entry++) {
      const key = item(level + 1);
      if (typeof key !== 'number' && typeof key !== 'string') throw new Error('cbor: a key must be a number or a text');
      if (map.has(key)) throw new Error('cbor: a key occurs twice');
      map.set(key, item(level + 1));
    }
    return map;
  };

  return { value: item(1), end: at };
}

/** Returns the one item that the bytes are. Throws if there is more. */
export function decode(bytes: Buffer): Cbor {
  const { value, end } = decodeFirst(bytes);
  if (end !== bytes.length) throw new Error('cbor: bytes are left over');
  return value;
}

function simple(info: number): boolean | null {
  if (info === 20 || info === 21) return info === 21;
  if (info === 22) return null;
  throw new Error('cbor: floats and other simple values are not accepted');
}

const text = (bytes: Buffer): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
