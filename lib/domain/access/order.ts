/** Compares texts by code units, so that the order is the same under every locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
