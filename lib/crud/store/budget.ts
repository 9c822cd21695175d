// Bounds what one request reads. Past it the request is refused: a result is never cut silently.

/** What a request may still read. `debit` throws CRUD_QUERY_TOO_BROAD, with `advice` naming the index that would help. */
export type Budget = { debit: (items: number, bytes: number) => void };

export function newBudget(advice: string): Budget {
  throw new Error(`not built: ${advice}`);
}
