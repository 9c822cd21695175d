// Records which (operation, status, code) the tests have seen. ledger-check.ts compares it with what is declared.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GroupName, groups } from '../../lib/contract/index.ts';
import { methodOf, type Operation, pathOf } from '../../lib/contract/operation.ts';

export const LEDGER = join(import.meta.dirname, '../../.ledger');

/** Every declared operation with its route and group. */
export const operations = Object.entries(groups).flatMap(([group, entries]) =>
  Object.entries(entries).map(([route, operation]) => ({
    group: group as GroupName,
    route,
    operation: operation as Operation,
  })),
);

const patterns = operations
  .map(({ route }) => ({
    route,
    path: pathOf(route),
    pattern: new RegExp(
      `^${pathOf(route)
        .replace(/[.]/g, '\\.')
        .replace(/\{[^}]+\}/g, '[^/]+')}$`,
    ),
  }))
  .sort((a, b) => Number(a.route.includes('{')) - Number(b.route.includes('{')));

const seen = new Set<string>();

/** Records a reply. A reply that belongs to no declared operation is recorded as `-`. */
export function record(method: string, path: string, status: number, code: string | undefined): void {
  const bare = path.split('?')[0] as string;
  const declared = patterns.find((each) => each.pattern.test(bare))?.path;
  const route = patterns.find((each) => each.path === declared && methodOf(each.route) === method)?.route ?? '-';
  const line = `${route}\t${status}\t${code ?? ''}`;
  if (seen.has(line)) return;
  seen.add(line);
  mkdirSync(LEDGER, { recursive: true });
  appendFileSync(join(LEDGER, `${process.pid}.tsv`), `${line}\n`);
}
