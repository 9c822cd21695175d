// Reads the records of a file: NDJSON, a JSON document, or CSV. Runs in browsers and in Node.js.
import { isRecord, requirePlainKeys } from './check-line.ts';
import { RefusedLine } from './line.ts';

/** A record, or the fault that keeps it from being read. */
export type FileRecord = Readonly<
  { line: number; value: Record<string, unknown> } | { line: number; fault: RefusedLine }
>;

/** In characters. The largest item of the table is 400 KB; a user is some hundred bytes. */
const MOST_LINE = 100_000;

/** Returns the text of a file without its byte order mark. Throws `RefusedLine` if it is not UTF-8. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedLine('not_utf8');
  }
}

/** Reads one JSON object a line. Empty lines are skipped. A line that is not UTF-8 is refused, and others are read. */
export function* ndjson(bytes: Uint8Array): Generator<FileRecord> {
  let line = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    line += 1;
    const part = bytes.subarray(start, end);
    start = end + 1;
    const read = attempt(line, () => {
      // A character of UTF-8 takes four bytes at most.
      if (part.length > 4 * MOST_LINE) throw new RefusedLine('too_large');
      const text = decode(part).trim();
      return text === '' ? undefined : parse(text);
    });
    if (read) yield read;
  }
}

/**
 * Reads the records of a JSON document: those that `pick` finds in it. A file of one object a line is read as such, because
 * most exports exist in both forms.
 */
export function* json(bytes: Uint8Array, pick: (document: unknown) => unknown): Generator<FileRecord> {
  const document = wholeDocument(bytes);
  const found = document === undefined ? undefined : pick(document);
  if (!Array.isArray(found)) {
    yield* ndjson(bytes);
    return;
  }
  for (const [index, value] of found.entries()) {
    const read = attempt(index + 1, () => {
      const plain = checked(value); // first, because it bounds the depth
      if (JSON.stringify(plain).length > MOST_LINE) throw new RefusedLine('too_large');
      return plain;
    });
    if (read) yield read;
  }
}

function wholeDocument(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    return; // not one document: read by line, where each fault has its own
  }
}

/** Reads CSV (RFC 4180) with a header; keys are its names. Empty fields are left out. */
export function* csv(bytes: Uint8Array): Generator<FileRecord> {
  let header: string[] | undefined;
  let line = 0;
  for (const cells of rows(bytes)) {
    line += 1;
    if (cells instanceof RefusedLine) yield { line, fault: cells };
    else if (!header) header = cells;
    else if (cells.length !== header.length) yield { line, fault: new RefusedLine('not_csv') };
    else {
      const names = header;
      const entries = cells.flatMap((cell, index) => (cell === '' ? [] : [[names[index] ?? '', cell] as const]));
      const read = attempt(line, () => checked(Object.fromEntries(entries)));
      if (read) yield read;
    }
  }
}

/** Whether the file is JSON, of what can be JSON or CSV. */
export const looksLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 100)));

function* rows(bytes: Uint8Array): Generator<string[] | RefusedLine> {
  let text: string;
  try {
    text = decode(bytes);
  } catch (error) {
    yield error as RefusedLine;
    return;
  }
  let cells: string[] = [];
  let start = 0;
  while (start < text.length) {
    const cell = cellAt(text, start);
    if (!cell || cell.value.length > MOST_LINE) {
      yield new RefusedLine(cell ? 'too_large' : 'not_csv');
      return; // where the next record begins is unknown
    }
    cells.push(cell.value);
    start = cell.end + 1;
    if (text[cell.end] === ',' && start < text.length) continue;
    if (text[cell.end] === ',') cells.push('');
    if (text.startsWith('\r\n', cell.end)) start += 1;
    if (cells.length > 1 || cells[0] !== '') yield cells;
    cells = [];
  }
}

/** Returns the cell that begins at `start` and the position of its end: a comma, a line break or the end of the text. */
function cellAt(text: string, start: number): { value: string; end: number } | undefined {
  if (text[start] !== '"') {
    const found = text.slice(start, start + MOST_LINE + 1).search(/[,\r\n]/);
    const end = found < 0 ? Math.min(text.length, start + MOST_LINE + 1) : start + found;
    return { value: text.slice(start, end), end };
  }
  let end = start + 1;
  while (text[end] !== '"' || text[end + 1] === '"') {
    end += text[end] === '"' ? 2 : 1;
    if (end >= text.length) return;
  }
  const value = text.slice(start + 1, end).replaceAll('""', '"');
  return end + 1 === text.length || /[,\r\n]/.test(text[end + 1] ?? '') ? { value, end: end + 1 } : undefined;
}

function parse(text: string): Record<string, unknown> {
  if (text.length > MOST_LINE) throw new RefusedLine('too_large');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RefusedLine('not_json');
  }
  return checked(value);
}

function checked(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new RefusedLine('not_json');
  requirePlainKeys(value);
  return value;
}

function attempt(line: number, read: () => Record<string, unknown> | undefined): FileRecord | undefined {
  try {
    const value = read();
    return value && { line, value };
  } catch (fault) {
    if (fault instanceof RefusedLine) return { line, fault };
    throw fault;
  }
}
