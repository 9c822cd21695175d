// Lists the kinds of files that can be imported, by name.
import { ownLines, type Read } from './lines.ts';

/** Yields the users of a file in our own form, in the order of the file. */
export type Reader = (file: string) => AsyncIterable<Read>;

export const READERS: Readonly<Record<string, Reader>> = { ours: ownLines };

export const readerOf = (name: string): Reader | undefined =>
  Object.hasOwn(READERS, name) ? READERS[name] : undefined;
