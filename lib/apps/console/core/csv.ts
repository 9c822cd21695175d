// Writes rows as CSV (RFC 4180) and saves them as a file. Spreadsheets take no cell for a formula.
import { saveFile } from '../../kit/save.ts';

/** What makes a cell a formula for a spreadsheet (OWASP: CSV injection), also behind spaces and in full width. */
const FORMULA = /^\s*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

/** Returns the text of the file. A cell that would be a formula begins with an apostrophe. */
export const asCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Saves the rows as a file. To be called from a click. */
export function saveCsv(name: string, rows: readonly (readonly unknown[])[]): void {
  // Without the mark, spreadsheets read umlauts as something else.
  saveFile(`${name}.csv`, ['\ufeff', asCsv(rows)], 'text/csv');
}
