// Puts lines into batches that fit into a call of the import, and says what became of each line. Runs in browsers and in Node.js.
import { BATCH_BYTES, MOST_LINE_BYTES, MOST_LINES } from './bounds.ts';

/** A line of the file: a user to be sent, or why it cannot be. `number`: of the line, from 1. */
export type Read = { number: number } & ({ user: unknown } | { code: string; field?: string });
export type Outcomes = Record<'created' | 'merged' | 'skipped' | 'refused', number>;
/** The part of the service's outcome that a report counts. */
export type Result = { outcome: keyof Outcomes };
export type Entry<R extends Result = Result> = { line: number } & (R | { outcome: 'refused'; code: string });

const encoder = new TextEncoder();
const bytesOf = (user: unknown): number => encoder.encode(JSON.stringify(user)).length;
const isSendable = (user: unknown): boolean => bytesOf(user) <= MOST_LINE_BYTES;

/** Yields batches of what fits into a body, in the order of the lines. A line that is not sent takes no room in it. */
export async function* batchesOf(lines: AsyncIterable<Read> | Iterable<Read>): AsyncGenerator<Read[]> {
  let batch: Read[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const size = 'user' in line ? bytesOf(line.user) + 1 : 0;
    if (batch.length === MOST_LINES || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    bytes += size;
    batch.push(line);
  }
  if (batch.length > 0) yield batch;
}

/** Returns the entries of a batch, in the order of its lines. Only users are sent. Throws what `send` throws. */
export async function reported<R extends Result>(
  batch: readonly Read[],
  send: (users: unknown[]) => Promise<R[]>,
): Promise<Entry<R>[]> {
  const users = batch.flatMap((line) => ('user' in line && isSendable(line.user) ? [line.user] : []));
  const results = users.length ? await send(users) : [];
  let next = 0;
  return batch.map((line): Entry<R> => {
    if (!('user' in line)) {
      const { number, ...refusal } = line;
      return { line: number, outcome: 'refused', ...refusal };
    }
    if (!isSendable(line.user)) return { line: line.number, outcome: 'refused', code: 'LINE_TOO_LARGE' };
    return { line: line.number, ...(results[next++] as R) };
  });
}

/** Returns how many lines had which outcome. */
export function outcomesOf(entries: Iterable<Entry>): Outcomes {
  const outcomes: Outcomes = { created: 0, merged: 0, skipped: 0, refused: 0 };
  for (const { outcome } of entries) outcomes[outcome] += 1;
  return outcomes;
}
