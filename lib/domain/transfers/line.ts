// Reads a line of an import: text of strangers, which the parser of the request has not scanned.
import { complaint } from '../../contract/complaint.ts';
import { type ImportLine, importLine } from '../../contract/groups/admin-transfers.ts';
import { now } from '../../platform/clock.ts';
import { type Bounds, scanValue } from '../../platform/json-scan.ts';
import { MOST_LINE_BYTES } from '../../transfer/bounds.ts';
import { refuse } from './outcome.ts';

/** The same as for every body (lib/http/json.ts). */
const BOUNDS: Bounds = { depth: 16, entries: 200, text: 4096 };

/** Returns the line. Throws `Refused` for what is too large, harmful later, or not of the form, with the first flaw. */
export function readLine(line: unknown): ImportLine {
  const bytes = scanValue(line, BOUNDS, (rule, reason) =>
    refuse(rule === 'text' ? 'LINE_TOO_LARGE' : 'INVALID_INPUT', `The line ${reason}.`),
  );
  if (bytes > MOST_LINE_BYTES) refuse('LINE_TOO_LARGE', `The line is larger than ${MOST_LINE_BYTES / 1024} KB.`);
  const read = importLine.safeParse(line, { reportInput: true });
  if (!read.success) return refuse('INVALID_INPUT', complaint(read.error.issues[0]));
  for (const [field, text] of timesIn(read.data)) requirePast(field, text);
  return read.data;
}

const timesIn = ({ createdAt, passkeys = [] }: ImportLine): [string, string | undefined][] => [
  ['createdAt', createdAt],
  ...passkeys.map((each, at): [string, string | undefined] => [`passkeys.${at}.createdAt`, each.createdAt]),
];

function requirePast(field: string, text: string | undefined): void {
  const at = text === undefined ? 0 : Date.parse(text);
  if (!(at >= 0 && at <= now())) refuse('INVALID_INPUT', `${field}: must be from 1970 to now`);
}

/** Returns what the line says it is, for the report: it may be none, or malformed. */
export function sourceIdIn(line: unknown): string | null {
  const { sourceId } = Object(line) as { sourceId?: unknown };
  return typeof sourceId === 'string' && sourceId.length <= 255 && sourceId.isWellFormed() ? sourceId : null;
}
