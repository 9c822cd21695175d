// Sorts texts in the same order under every locale.

/** Compares two texts by code units. Returns a negative number, 0 or a positive number, as `Array.sort` expects. */
export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
