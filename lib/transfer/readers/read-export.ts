// Turns the export of another system into lines of our form. Pure: runs in browsers and in Node.js.
import { checkLine } from '../check-line.ts';
import { type ReadLine, RefusedLine } from '../line.ts';
import { READERS, type SourceName } from './index.ts';
import { present, type Reader, type ReaderOptions } from './reader.ts';

/**
 * Returns each user of the file in our form, or why its line is refused, in the order of the file. Never throws for any bytes. An
 * id that occurs again is refused: the first one counts.
 */
export function* readExport(source: SourceName, bytes: Uint8Array, options: ReaderOptions = {}): Generator<ReadLine> {
  const reader: Reader = READERS[source];
  const known = new Set<string>();
  for (const record of reader.records(bytes)) {
    const { line } = record;
    try {
      if ('fault' in record) throw record.fault;
      const draft = reader.read(record.value, options);
      if (draft === undefined) continue;
      const user = checkLine(present(draft) ?? {});
      if (known.has(user.sourceId)) throw new RefusedLine('duplicate_id');
      known.add(user.sourceId);
      yield { line, user };
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error;
      const { refused, field } = error;
      yield field === undefined ? { line, refused } : { line, refused, field };
    }
  }
}
