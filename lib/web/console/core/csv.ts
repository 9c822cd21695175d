// Writes rows as CSV for spreadsheets. A cell that a spreadsheet would take for a formula is made a text (OWASP, "CSV
// Injection").

/** Also behind spaces, and in full width, which some spreadsheets read as well. */
const isFormula = (text: string): boolean =>
  /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/.test(text) && !/^[+-]?[\d ]+$/.test(text);

const cell = (text: string): string => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Returns the text of a file, with the marks that Excel needs to read UTF-8 and that lines end in CR LF (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** Lets the browser save a text. To be called from a click. */
export function download(name: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
