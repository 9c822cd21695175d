// Encodes a query as the parameters of a URL: objects and lists as JSON texts.

/** Parameters that are repeated for each value. */
const REPEATED = ['groupByKey', 'ids'];

/** Returns names and values. Throws a `TypeError` if a filter has a field whose value is `undefined`. */
export function parametersOf(query: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    requireDefined(name, value);
    if (REPEATED.includes(name)) return [value].flat().map((each) => [name, String(each)]);
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
}

/** Filters, wherever a query may have them. */
const FILTERS = ['where', 'having'];

/**
 * JSON omits members that are `undefined`. In a filter this would list rows that the filter excludes, so it throws a
 * `TypeError`.
 */
export function requireDefined(name: string, value: unknown, isFilter = FILTERS.includes(name)): void {
  if (value === undefined && isFilter) throw new TypeError(`the filter has no value for ${name}`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value))
    if (isFilter || each !== undefined) requireDefined(key, each, isFilter || FILTERS.includes(key));
}
