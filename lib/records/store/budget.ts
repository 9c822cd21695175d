// Bounds what one request reads. Past it the request is refused: a result is never cut silently.
import { fail } from '../../contract/errors.ts';

/** What a request may still read. `debit` throws CRUD_QUERY_TOO_BROAD, with `advice` naming the index that would help. */
export type Budget = { debit: (items: number, bytes: number) => void };

/**
 * A function has 512 MB and ten seconds (infra/functions.ts). As JavaScript values 8 MB of rows take some 50 MB, and to
 * filter and sort 20 000 of them takes about a second of its third of a processor. The time is a last resort, for a table
 * that is slow to respond: it ends before the function's own limit (lib/http/serve.ts), whose response names no reason.
 */
const MOST_ITEMS = 20_000;
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_MS = 7000;

/** Returns the budget of a request. `advice`: the fields of the index that would help, or empty. `clock` in ms. */
export function newBudget(advice: string, clock: () => number = () => performance.now()): Budget {
  const end = clock() + MOST_MS;
  let [items, bytes] = [MOST_ITEMS, MOST_BYTES];
  return {
    debit: (moreItems, moreBytes) => {
      items -= moreItems;
      bytes -= moreBytes;
      if (items < 0 || bytes < 0 || clock() > end) fail('CRUD_QUERY_TOO_BROAD', { message: messageOf(advice) });
    },
  };
}

const messageOf = (advice: string): string =>
  `The query would read too much. ${advice ? `An index on ${advice} would serve it.` : 'Filter by more fields.'}`;
