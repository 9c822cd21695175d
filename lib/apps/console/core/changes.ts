// Finds what a form changed: most fields need a recent login when they are sent.

/** Returns the fields of `after` that differ from those of `before`. */
export const changed = <T extends object>(before: object, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Readonly<Record<string, unknown>>)[name]),
    ),
  ) as Partial<T>;
