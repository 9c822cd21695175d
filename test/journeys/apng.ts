// Joins pictures into one animated PNG (https://www.w3.org/TR/png-3/#apng-frame-based-animation). A browser that knows
// no animation shows the first one.
import { crc32 } from 'node:zlib';

export type Frame = { png: Buffer; seconds: number };
type Chunk = { type: string; data: Buffer };

const SIGNATURE_BYTES = 8;
const HEADER = 'IHDR';
const PIXELS = 'IDAT';

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([words(data.length), body, words(crc32(body))]);
}

const words = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value, at * 4);
  return buffer;
};

const pixelsOf = (png: Buffer): Buffer =>
  Buffer.concat(chunksOf(png).flatMap(({ type, data }) => (type === PIXELS ? [data] : [])));

const headerOf = (png: Buffer): Buffer => chunksOf(png).find(({ type }) => type === HEADER)!.data;

/** Returns the animation, shown `plays` times; it then stays at its last frame. Throws if the frames differ in form. */
export function animated(frames: readonly Frame[], plays: number): Buffer {
  const first = frames[0]!.png;
  const header = headerOf(first);
  if (frames.some(({ png }) => !headerOf(png).equals(header))) throw new Error('The frames differ in size or colours.');
  let sequence = 0;
  const parts = frames.flatMap(({ png, seconds }, at) => {
    const time = Buffer.from([Math.round(seconds * 10) >> 8, Math.round(seconds * 10) & 255, 0, 10, 0, 0]);
    const size = header.subarray(0, 8);
    const control = { type: 'fcTL', data: Buffer.concat([words(sequence++), size, words(0, 0), time]) };
    const pixels = pixelsOf(png);
    if (at === 0) return [control, { type: PIXELS, data: pixels }];
    return [control, { type: 'fdAT', data: Buffer.concat([words(sequence++), pixels]) }];
  });
  const all = [
    { type: HEADER, data: header },
    { type: 'acTL', data: words(frames.length, plays) },
    ...parts,
    { type: 'IEND', data: Buffer.alloc(0) },
  ];
  return Buffer.concat([first.subarray(0, SIGNATURE_BYTES), ...all.map(written)]);
}
