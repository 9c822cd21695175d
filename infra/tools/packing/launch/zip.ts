// Writes ZIP files as Lambda takes them. The same files give the same bytes: names are sorted, and times are those of 1980.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** PKWARE APPNOTE 6.3.10: deflate, names in UTF-8, made on Unix, where everyone may read the file. Lambda needs that. */
const [VERSION, DEFLATE, UTF8, UNIX, MODE] = [20, 8, 0x800, 3, 0o100644];
/** 1 January 1980, the first day that there is. */
const DATE = 0x21;

/** Returns the files below the directory, as a ZIP file. They must fit into 4 GB. */
export function zip(directory: string): Buffer {
  const [parts, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const path of filesIn(directory)) {
    const name = Buffer.from(path.split(sep).join('/'));
    const content = readFileSync(join(directory, path));
    const packed = deflateRawSync(content, { level: 9 });
    const common = words([VERSION, 2], [UTF8, 2], [DEFLATE, 2], [0, 2], [DATE, 2], [crc32(content), 4]);
    const sizes = words([packed.length, 4], [content.length, 4], [name.length, 2], [0, 2]);
    const header = Buffer.concat([words([0x04034b50, 4]), common, sizes, name]);
    const made = words([0x02014b50, 4], [VERSION | (UNIX << 8), 2]);
    const rest = words([0, 2], [0, 2], [0, 2], [MODE * 0x10000, 4], [offset, 4]);
    entries.push(Buffer.concat([made, common, sizes, rest, name]));
    parts.push(header, packed);
    offset += header.length + packed.length;
  }
  const directoryOf = Buffer.concat(entries);
  const count = entries.length;
  const end = words([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [directoryOf.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...parts, directoryOf, end]);
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(directory.length + 1))
    .sort();

/** Little-endian numbers, each with its bytes. */
function words(...values: readonly [value: number, bytes: number][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of values) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
