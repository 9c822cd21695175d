// Writes what a run found, and what it reached.
import { operations } from '../support/ledger.ts';
import { type Explored, type Found, ROUND } from './run.ts';

/** Breaks that are shown. */
const SHOWN = 12;

/** A text for people: each distinct break with the request that showed it. Empty if no rule broke. */
export function report({ seed, found }: Explored): string {
  const distinct = new Map<string, Found[]>();
  for (const each of found) {
    const key = `${each.rule} ${each.route} ${each.what.slice(0, 60)}`;
    distinct.set(key, [...(distinct.get(key) ?? []), each]);
  }
  const shown = [...distinct.values()]
    .slice(0, SHOWN)
    .map(([first, ...more]) => textOf(seed, first as Found, more.length));
  const left = distinct.size - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more distinct breaks`] : [])].join('\n\n');
}

function textOf(seed: number, { rule, what, index, kind, route, curl, reply, log }: Found, more: number): string {
  const from = Math.floor(index / ROUND) * ROUND;
  return [
    `${rule}: ${what}`,
    `Request ${index} (${kind}, drawn for ${route})${more ? `, and ${more} more like it` : ''}:`,
    curl.length > 3000 ? `${curl.slice(0, 3000)}...` : curl,
    `Reply: ${reply}`,
    ...log.map((line) => line.trim()),
    `GATEHOUSE_FUZZ_SEED=${seed} GATEHOUSE_FUZZ_FROM=${from} GATEHOUSE_FUZZ_COUNT=${ROUND} repeats its round.`,
  ].join('\n');
}

/** Figures of a run: requests and successes by class, and what each operation returned. */
export function table({ tally: { byClass, byRoute } }: Explored): string {
  const classes = Object.entries(byClass).map(
    ([name, { all, succeeded }]) => `${name}: ${all}, ${Math.round((100 * succeeded) / Math.max(1, all))} % succeeded`,
  );
  const routes = [...byRoute]
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([route, codes]) => {
      const counts = [...codes].sort(([, one], [, two]) => two - one).map(([code, times]) => `${code} x${times}`);
      return `${route}: ${counts.join(', ')}`;
    });
  const never = operations
    .map(({ route }) => route)
    .filter((route) => ![...(byRoute.get(route)?.keys() ?? [])].some((code) => Number(code) < 400));
  return [...classes, ...routes, `never succeeded (${never.length}): ${never.join(', ')}`].join('\n');
}
