// Records which (operation, status, code) the tests have seen. ledger-check.ts compares it with what is declared.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GroupName, groups, kebab } from '../../lib/contract/index.ts';
import { type Group, methodOf, type Operation, pathOf } from '../../lib/contract/operation.ts';
import { groupOf } from '../../lib/records/declare/group.ts';
import { resources } from '../../lib/records/resources/index.ts';

export const LEDGER = join(import.meta.dirname, '../../.ledger');

const inGroup = <Name extends string>(group: Name, entries: Group) =>
  Object.entries<Operation>(entries).map(([route, operation]) => ({ group, route, operation }));

/** Every operation of the contract with its route and group. */
export const operationsOfContract = Object.entries(groups).flatMap(([name, entries]) =>
  inGroup(name as GroupName, entries),
);

/** The groups of the contract, and the one that is made of the example resources. */
export type OperationGroup = GroupName | 'resources';

/** Every declared operation: those of the contract, and those of the example resources. */
export const operations = [...operationsOfContract, ...inGroup('resources' as const, groupOf(resources))];

/** The function that serves a group. */
export const functionNameOf = (group: OperationGroup): string => (group === 'resources' ? group : kebab(group));

const patterns = operations
  .map(({ route, operation }) => ({
    route,
    operation,
    path: pathOf(route),
    pattern: new RegExp(
      `^${pathOf(route)
        .replace(/[.]/g, '\\.')
        .replace(/\{[^}]+\}/g, '[^/]+')}$`,
    ),
  }))
  .sort((a, b) => Number(a.route.includes('{')) - Number(b.route.includes('{')));

const seen = new Set<string>();

/**
 * Records a reply. A reply that belongs to no declared operation is recorded as `-`. `asksForGet`: the request has a header
 * that makes a POST a GET, where the contract allows it.
 */
export function record(
  method: string,
  path: string,
  status: number,
  code: string | undefined,
  asksForGet = false,
): void {
  const bare = path.split('?')[0] as string;
  const declared = patterns.find((each) => each.pattern.test(bare))?.path;
  const at = patterns.filter((each) => each.path === declared);
  const isRead = asksForGet && at.some(({ operation }) => operation.overridable);
  const route = at.find((each) => methodOf(each.route) === (isRead ? 'GET' : method))?.route ?? '-';
  const line = `${route}\t${status}\t${code ?? ''}`;
  if (seen.has(line)) return;
  seen.add(line);
  mkdirSync(LEDGER, { recursive: true });
  appendFileSync(join(LEDGER, `${process.pid}.tsv`), `${line}\n`);
}
