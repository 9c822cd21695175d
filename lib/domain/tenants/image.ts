// Recognises images by their structure. Only the three formats that are read here may become a logo: none of them can
// hold a script that a browser runs, and the image must fill the whole file.

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';
export type Image = { type: ImageType; width: number; height: number };

/** Returns what the image is, or `undefined` if the bytes are not exactly one PNG, JPEG or WebP. */
export const readImage = (bytes: Buffer): Image | undefined => readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, name and checksum of a chunk. */
const CHUNK = 12;

/** PNG (W3C, third edition) 5.2 to 5.6: signature, IHDR, chunks, IEND, and nothing behind it. */
function readPng(bytes: Buffer): Image | undefined {
  if (!bytes.subarray(0, 8).equals(PNG) || nameAt(bytes, 12) !== 'IHDR' || bytes.length < 33) return undefined;
  let at = 8;
  for (let name = ''; name !== 'IEND'; ) {
    if (at + CHUNK > bytes.length) return undefined;
    name = nameAt(bytes, at + 4);
    at += CHUNK + bytes.readUInt32BE(at);
  }
  if (at !== bytes.length) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** WebP (RFC 9649) 2.3 to 2.7: a RIFF container that is as long as it says. */
function readWebp(bytes: Buffer): Image | undefined {
  if (nameAt(bytes, 0) !== 'RIFF' || nameAt(bytes, 8) !== 'WEBP' || bytes.length < 30) return undefined;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  const type = 'image/webp';
  switch (nameAt(bytes, 12)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const sizes = bytes.readUInt32LE(21);
      return { type, width: 1 + (sizes & 0x3fff), height: 1 + ((sizes >>> 14) & 0x3fff) };
    }
    case 'VP8X':
      return { type, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    default:
      return undefined;
  }
}

/** JPEG (ITU-T T.81) B.1: SOI, segments up to the frame header, and EOI at the end. */
function readJpeg(bytes: Buffer): Image | undefined {
  const isWhole =
    bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
  if (!isWhole) return undefined;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Application data, tables and comments come before the frame. Nothing else does.
    const mayPrecede = (marker >= 0xffe0 && marker <= 0xffef) || [0xffc4, 0xffdb, 0xffdd, 0xfffe].includes(marker);
    if (!mayPrecede) return undefined;
  }
  return undefined;
}

/** The frames that browsers show: baseline, extended and progressive. */
const isFrame = (marker: number): boolean => marker >= 0xffc0 && marker <= 0xffc2;

const nameAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);
