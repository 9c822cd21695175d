// Compares a reply with what the oracle expects, and says where they differ.

/** Sums of decimals depend on the order in which they are added. */
const TOLERANCE = 1e-9;

/** Returns the first difference as `path: expected ..., received ...`, or `undefined` if there is none. */
export function differenceOf(expected: unknown, received: unknown, path = 'body'): string | undefined {
  if (typeof expected === 'number' && typeof received === 'number') {
    const isClose = Math.abs(expected - received) <= TOLERANCE * Math.max(1, Math.abs(expected));
    return isClose ? undefined : different(path, expected, received);
  }
  if (Array.isArray(expected) && Array.isArray(received)) {
    if (expected.length !== received.length)
      return `${path}: expected ${expected.length} members ${short(expected.map(nameOf))}, received ${received.length} ${short(received.map(nameOf))}`;
    return first(expected.map((each, at) => differenceOf(each, received[at], `${path}[${at}]`)));
  }
  if (isObject(expected) && isObject(received)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(received)])];
    return first(keys.map((key) => differenceOf(expected[key], received[key], `${path}.${key}`)));
  }
  return Object.is(expected, received) ? undefined : different(path, expected, received);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nameOf = (value: unknown): unknown => (isObject(value) && 'id' in value ? value.id : value);
const first = (all: readonly (string | undefined)[]): string | undefined => all.find((each) => each !== undefined);
const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
};
const different = (path: string, expected: unknown, received: unknown): string =>
  `${path}: expected ${short(expected)}, received ${short(received)}`;

/** Throws an error that shows the first failures, if there are any. */
export function requireNone(failures: readonly string[], seed: number): void {
  if (!failures.length) return;
  const shown = failures.slice(0, 8).join('\n\n');
  throw new Error(`${failures.length} queries differ (GATEHOUSE_CRUD_SEED=${seed}). The first:\n\n${shown}`);
}
