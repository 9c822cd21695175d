// Lists the kinds of files that can be imported, by name.
import { readFileSync } from 'node:fs';
import { READERS, type SourceName, sourceNames } from '../../../lib/transfer/readers/index.ts';
import { readExport } from '../../../lib/transfer/readers/read-export.ts';
import type { FirebaseParameters, ReaderOptions } from '../../../lib/transfer/readers/reader.ts';
import { UserError } from '../../user-error.ts';
import { ownLines, type Read } from './lines.ts';

/** Yields the users of a file, in the order of the file. Throws `UserError` for a file that cannot be read. */
export type Reader = (file: string) => AsyncIterable<Read>;

export const kinds: readonly string[] = sourceNames;

/** Returns the reader of a kind; `undefined` for an unknown one. Our own form is read as a stream, exports are read whole. */
export function readerOf(kind: string, options: ReaderOptions): Reader | undefined {
  if (kind === 'gatehouse') return ownLines;
  return Object.hasOwn(READERS, kind) ? (file) => exported(kind as SourceName, file, options) : undefined;
}

async function* exported(kind: SourceName, file: string, options: ReaderOptions): AsyncIterable<Read> {
  for (const read of readExport(kind, bytesOf(file), options))
    if ('user' in read) yield { number: read.line, user: read.user };
    else
      yield { number: read.line, code: codeOf(read.refused), ...(read.field !== undefined && { field: read.field }) };
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Refusals of a reader have codes like those of the service. */
const codeOf = (refused: string): string => refused.toUpperCase();

/** Returns the hash parameters in a file that has what Firebase shows under "Password hash parameters". Throws `UserError`. */
export function firebaseParametersIn(file: string): FirebaseParameters {
  const text = Buffer.from(bytesOf(file)).toString();
  const parameter = (name: string): string => {
    const found = new RegExp(`"?\\b${name}"?\\s*:\\s*"?([A-Za-z0-9+/=_-]+)`).exec(text)?.[1];
    if (found === undefined) throw new UserError(`${file} has no ${name}`);
    return found;
  };
  const numberOf = (name: string): number => {
    const value = Number(parameter(name));
    if (!Number.isSafeInteger(value)) throw new UserError(`${name} in ${file} must be a number`);
    return value;
  };
  return {
    signerKey: parameter('base64_signer_key'),
    saltSeparator: parameter('base64_salt_separator'),
    rounds: numberOf('rounds'),
    memCost: numberOf('mem_cost'),
  };
}
