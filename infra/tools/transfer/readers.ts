// Lists the kinds of files that can be imported, by name.
import { readFileSync } from 'node:fs';
import type { Read } from '../../../lib/transfer/batches.ts';
import { READERS, type SourceName, sourceNames } from '../../../lib/transfer/readers/index.ts';
import { linesOf, firebaseParametersIn as parametersIn } from '../../../lib/transfer/readers/lines.ts';
import type { FirebaseParameters, ReaderOptions } from '../../../lib/transfer/readers/reader.ts';
import { UserError } from '../../user-error.ts';
import { ownLines } from './lines.ts';

/** Yields the users of a file, in the order of the file. Throws `UserError` for a file that cannot be read. */
export type Reader = (file: string) => AsyncIterable<Read>;

export const kinds: readonly string[] = sourceNames;

/** Returns the reader of a kind; `undefined` for an unknown one. Our own form is read as a stream, exports are read whole. */
export function readerOf(kind: string, options: ReaderOptions): Reader | undefined {
  if (kind === 'gatehouse') return ownLines;
  return Object.hasOwn(READERS, kind) ? (file) => exported(kind as SourceName, file, options) : undefined;
}

async function* exported(kind: SourceName, file: string, options: ReaderOptions): AsyncIterable<Read> {
  yield* linesOf(kind, bytesOf(file), options);
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Returns the hash parameters in a file that has what Firebase shows under "Password hash parameters". Throws `UserError`. */
export function firebaseParametersIn(file: string): FirebaseParameters {
  const found = parametersIn(Buffer.from(bytesOf(file)).toString());
  if (typeof found === 'string') throw new UserError(`${file} has no ${found}, or it is not a number`);
  return found;
}
