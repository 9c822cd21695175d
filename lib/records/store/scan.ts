// Reads the items of a partition in the order of a query, page by page.

import { type Filter, type Item, slice } from '../../store/dynamo/table.ts';
import { compareTexts } from '../query/order.ts';
import type { Budget } from './budget.ts';
import { bytesOf } from './find.ts';
import { type Direction, groupOf } from './order-fit.ts';
import { endOf, type KeyRange } from './sort-key.ts';

export type Scan = Readonly<{
  pk: string;
  /** In ascending order, without overlap. */
  ranges: readonly KeyRange[];
  direction: Direction;
  budget: Budget;
  /** The items of the first page. Later pages are larger, so that a filter that selects few rows takes few calls. */
  batch: number;
  filter?: Filter | undefined;
}>;

/** A page has at most so many items, however large the batch: beyond it DynamoDB's limit of 1 MB counts. */
const LARGEST_PAGE = 1000;

/**
 * Yields the items of the ranges, in the direction, after the sort key `after` if given, which no item needs to have.
 * Each page is debited from the budget before it is yielded.
 */
export async function* scan(scan: Scan, after?: string): AsyncGenerator<Item[]> {
  const reader = new Reader(scan);
  const { ranges, direction } = scan;
  for (const range of direction.isDescending ? ranges.toReversed() : ranges) {
    if (after !== undefined && isPassed(range, after, direction)) continue;
    const from = after !== undefined && isWithin(range, after) ? after : undefined;
    if (!direction.isDescending) yield* reader.pages(range, from);
    else if (direction.ties === 'none') yield* reader.pages(range, from, true);
    else yield* descendInGroups(reader, range, direction, from);
  }
}

const isWithin = ({ from, to }: KeyRange, key: string): boolean =>
  compareTexts(from, key) <= 0 && compareTexts(key, to) <= 0;
const isPassed = ({ from, to }: KeyRange, key: string, { isDescending }: Direction): boolean =>
  isDescending ? compareTexts(key, from) < 0 : compareTexts(key, to) > 0;

class Reader {
  readonly #scan: Scan;
  #limit: number;

  constructor(scan: Scan) {
    this.#scan = scan;
    this.#limit = Math.min(LARGEST_PAGE, scan.batch);
  }

  /** One call. */
  async page({ from, to }: KeyRange, after: string | undefined, isDescending: boolean, more = 0) {
    const { pk, filter, budget } = this.#scan;
    // Throws if a scan beside this one has used the budget up.
    budget.debit(0, 0);
    const result = await slice({ pk, from, to, after, isDescending, filter, limit: this.#limit + more });
    this.#limit = Math.min(LARGEST_PAGE, 2 * this.#limit);
    budget.debit(result.read, bytesOf(result.items));
    return result;
  }

  async *pages(range: KeyRange, after: string | undefined, isDescending = false): AsyncGenerator<Item[]> {
    let position = after;
    do {
      const { items, next } = await this.page(range, position, isDescending);
      if (items.length) yield items;
      position = next;
    } while (position !== undefined);
  }
}

/**
 * Yields groups of equal items in descending order, and the items of a group in ascending order. A group that a page
 * cuts off is read again: in the next page, or if it fills a whole page, in ascending order by itself.
 */
async function* descendInGroups(
  reader: Reader,
  range: KeyRange,
  direction: Direction,
  after: string | undefined,
): AsyncGenerator<Item[]> {
  const group = (key: string): string => groupOf(key, direction) as string;
  const restOf = (start: string, from?: string) => reader.pages({ from: start, to: endOf(start) }, from);
  let position: string | undefined;
  if (after !== undefined) {
    position = group(after);
    yield* restOf(position, after);
    // No key is below the group.
    if (compareTexts(position, range.from) <= 0) return;
  }
  for (;;) {
    const { items, next } = await reader.page(range, position, true, 1);
    const cut = next === undefined ? undefined : group(next);
    const whole = items.filter(({ sk }) => group(sk) !== cut);
    if (whole.length) yield reversedGroups(whole, group);
    if (cut === undefined) return;
    if (whole.length) {
      position = endOf(cut);
      continue;
    }
    yield* restOf(cut);
    position = cut;
    if (compareTexts(position, range.from) <= 0) return;
  }
}

/** Items in descending order, with those of each group in ascending order. */
function reversedGroups(items: readonly Item[], group: (key: string) => string): Item[] {
  const groups = Map.groupBy(items, ({ sk }) => group(sk));
  return [...groups.values()].flatMap((each) => each.toReversed());
}
