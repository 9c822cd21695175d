// Renders tables of results, aligned for people. The same values go to JSON for machines.
type Cell = string | number | undefined;
/** The columns are the keys of the rows, in the order of their first use. */
export type Table = { title: string; rows: Record<string, Cell>[]; notes?: string[] };
/** `exceeded` are failed assertions, which make the benchmark fail. Missed time goals do not. */
export type Section = { tables: Table[]; exceeded?: string[] };

/** Returns a goal and its verdict as columns of a row. */
export const atMost = (measured: number, limit: number) => ({
  goal: `<= ${round(limit)}`,
  verdict: measured <= limit ? 'met' : 'MISSED',
});
export const atLeast = (measured: number, limit: number) => ({
  goal: `>= ${round(limit)}`,
  verdict: measured >= limit ? 'met' : 'MISSED',
});

/** Rounds to three significant digits, and to a whole number from 100 on. */
export const round = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));

export function render({ title, rows, notes = [] }: Table): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = rows.map((row) => columns.map((column) => format(row[column])));
  const numeric = columns.map((column) => rows.some((row) => typeof row[column] === 'number'));
  const widths = columns.map((column, at) => Math.max(column.length, ...text.map((cells) => (cells[at] ?? '').length)));
  const line = (cells: string[]): string =>
    cells
      .map((cell, at) => (numeric[at] ? cell.padStart(widths[at] as number) : cell.padEnd(widths[at] as number)))
      .join('  ')
      .trimEnd();
  return [
    `\n${title}`,
    line(columns),
    line(widths.map((width) => '-'.repeat(width))),
    ...text.map(line),
    ...notes.map((note) => `  ${note}`),
  ].join('\n');
}

/** Returns a cell as text. */
export const format = (cell: Cell): string =>
  cell === undefined ? '' : String(typeof cell === 'number' ? round(cell) : cell);
