// Lists the kinds of files that can be imported, by name.
import { readFileSync } from 'node:fs';
import type { Read } from '../../../lib/transfer/batches.ts';
import { READERS, type SourceName, sourceNames } from '../../../lib/transfer/readers/index.ts';
import { linesOf, firebaseParametersIn as parametersIn } from '../../../lib/transfer/readers/lines.ts';
import type { FirebaseParameters, ReaderOptions } from '../../../lib/transfer/readers/reader.ts';
import { UserError } from '../../user-error.ts';
import { ownLines } from './lines.ts';
import type { Source } from './source.ts';

/** Yields the users of a file, in the order of the file. Throws `UserError` for a file that cannot be read. */
export type Reader = (source: Source) => AsyncIterable<Read>;

export const kinds: readonly string[] = sourceNames;

/** Returns the reader of a kind; `undefined` for an unknown one. Our own form is read as a stream, exports are read whole. */
export function readerOf(kind: string, options: ReaderOptions): Reader | undefined {
  if (kind === 'gatehouse') return ownLines;
  return Object.hasOwn(READERS, kind) ? (source) => exported(kind as SourceName, source, options) : undefined;
}

async function* exported(kind: SourceName, { chunks }: Source, options: ReaderOptions): AsyncIterable<Read> {
  const all: Buffer[] = [];
  for await (const chunk of chunks()) all.push(chunk);
  yield* linesOf(kind, Buffer.concat(all), options);
}

/** Returns the hash parameters in a file that has what Firebase shows under "Password hash parameters". Throws `UserError`. */
export function firebaseParametersIn(file: string): FirebaseParameters {
  const found = parametersIn(textOf(file));
  if (typeof found === 'string') throw new UserError(`${file} has no ${found}, or it is not a number`);
  return found;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
