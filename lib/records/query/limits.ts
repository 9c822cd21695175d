// Bounds what one query may ask for. Past a limit a query is refused: nothing is cut or ignored.

/** OWASP ASVS 15.2.2 asks for bounds. Each is far above what a page of an application needs. */
export const LIMITS = {
  /** Levels of `$and` and `$or`. It bounds the recursion of parser and evaluator. */
  depth: 8,
  /** Conditions of a whole query, those of relations, aggregates and `having` included. Each runs for each row. */
  tests: 50,
  /** Values of a list operand. DynamoDB takes as many in an IN. */
  list: 100,
  /** Ids in a list operand: two batches of 100 keys, the size of a BatchGetItem. */
  ids: 200,
  /** UTF-16 code units of a text operand: the time of a pattern grows with the product of pattern and value. */
  text: 256,
  order: 3,
  /** Relations to load, both levels counted: each is a round trip. */
  relations: 5,
  relationLevels: 2,
  aggregates: 5,
  groupKeys: 2,
  /** Groups of a count: a reply of some 100 KB. */
  groups: 1000,
  /** Rows that a page may skip: they are read. A list that goes further continues by cursors. */
  skip: 10_000,
  /** The rows of a page that does not say. */
  page: 50,
  /** Bytes of all parameters: room for 200 ids, far below the 256 KB of a body. */
  bytes: 64 * 1024,
} as const;

/** Bounds of one parameter as JSON: 8 levels of `$and` are 15, an operator and its list 2, `relations` around it 2. */
export const JSON_BOUNDS = { depth: 19, entries: LIMITS.ids, text: LIMITS.bytes } as const;

/** What of `LIMITS` a filter is held to. */
export type Caps = Readonly<{ depth: number; tests: number; list: number; ids: number; text: number }>;
/** Scopes come from hooks, so only what protects the stack is limited. */
export const SCOPE_CAPS: Caps = { depth: LIMITS.depth, tests: 10_000, list: 10_000, ids: 10_000, text: 4096 };
export const SCOPE_BOUNDS = { depth: JSON_BOUNDS.depth, entries: SCOPE_CAPS.list, text: SCOPE_CAPS.text } as const;
