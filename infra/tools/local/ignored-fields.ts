// Tells the developer which fields of a body an operation has ignored. A program rarely looks at the header that names
// them, and the level of the local run hides the line of the log.

/** More than a developer has. A program that sends made-up names would otherwise fill the terminal. */
const MOST_HINTS = 20;

/** Returns a function that prints a line, once for each operation and its fields, for each line of the log about them. */
export function ignoredHints(print: (line: string) => void) {
  const told = new Set<string>();
  return ({ event, operation, fields }: Readonly<Record<string, unknown>>): void => {
    if (event !== 'fields_ignored') return;
    const hint = `${operation} ignored fields that it does not have: ${fields}`;
    if (told.has(hint) || told.size >= MOST_HINTS) return;
    told.add(hint);
    print(hint);
  };
}
