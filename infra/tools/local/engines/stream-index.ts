// Adds the index that the embedded engine's stream lacks. At each write the engine looks for the table's highest
// sequence number, and at each read of the stream for those above a position. Without the index it reads every stream
// record for that, and it keeps them all: the 100 000th write takes forty times as long as the first.

import { openTable } from './table-file.ts';

/** The expression is the engine's own (dynoxide 1.2.1). With the plain column, the index would be read from end to end. */
const INDEX = `CREATE INDEX IF NOT EXISTS gatehouse_stream_position
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

/**
 * Adds the index to the file of a running engine, which uses it from its next statement on. Does nothing in Node 20, which
 * has no SQLite: the stores of tests are small.
 */
export function addStreamIndex(file: string): void {
  const database = openTable(file);
  database?.exec(INDEX);
  database?.close();
}
