// Makes the smallest images of each format, and files that only look like one.
import { deflateSync } from 'node:zlib';
import { PNG as Pixels } from 'pngjs';

const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
};

/** A PNG of one colour that decoders accept. */
export function png(width: number, height: number): Buffer {
  const image = new Pixels({ width, height });
  image.data.fill(0x80);
  return Pixels.sync.write(image);
}

/** The header says that it is this large. Its pixels are missing. */
export function pngThatClaims(width: number, height: number, filler = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1))), chunk('IEND', Buffer.alloc(0))];
  const text = filler ? [chunk('tEXt', Buffer.alloc(filler, 'x'))] : [];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), parts[0]!, ...text, ...parts.slice(1)]);
}

const base64 = (bytes: Buffer): string => bytes.toString('base64');

export const PNG = base64(png(8, 4));
/** 1 by 1 pixel, as encoders wrote them. */
export const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==';
export const WEBP = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';
