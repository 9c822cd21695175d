// Reads a file line by line, without holding more than a line of it.
import { scanJson } from '../../../lib/platform/json-scan.ts';
import type { Read } from '../../../lib/transfer/batches.ts';
import { MOST_LINE_BYTES } from '../../../lib/transfer/bounds.ts';
import type { Source } from './source.ts';

const NEWLINE = 0x0a;
/** The seal of a line is opened before it is sent. */
const MOST_BYTES = 4 * MOST_LINE_BYTES;
const BOUNDS = { depth: 16, entries: 200, text: MOST_BYTES };

/** Yields the users of a file in our own form: one object of JSON a line. Empty lines are none. Throws `UserError`. */
export async function* ownLines(source: Source): AsyncIterable<Read> {
  let number = 0;
  for await (const line of texts(source)) {
    number += 1;
    if (line === undefined) yield { number, code: 'LINE_TOO_LARGE' };
    else if (line.trim() !== '') yield { number, ...parsed(line) };
  }
}

/** Keys that occur twice are refused here: once a line is parsed, one of both is gone. */
function parsed(line: string): { user: unknown } | { code: 'INVALID_JSON' } {
  try {
    const user: unknown = JSON.parse(line);
    scanJson(line, BOUNDS, (rule, reason) => {
      if (rule === 'key twice') throw new SyntaxError(reason);
      return undefined as never;
    });
    return { user };
  } catch {
    return { code: 'INVALID_JSON' };
  }
}

/** Yields the text of each line; `undefined` for one that is too large, of which no more is kept than is allowed. */
async function* texts({ chunks }: Source): AsyncIterable<string | undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= MOST_BYTES) parts.push(part);
    else parts = [];
  };
  const take = (): string | undefined => {
    const text = bytes <= MOST_BYTES ? Buffer.concat(parts).toString('utf8') : undefined;
    [parts, bytes] = [[], 0];
    return text;
  };
  for await (const chunk of chunks()) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (bytes > 0) yield take();
}
