// Parses `where` of a list's own rows.
import type { Resource } from '../../declare/resource.ts';
import { relationsIn } from '../evaluate.ts';
import { LIMITS } from '../limits.ts';
import { findRelation } from '../names.ts';
import type { Condition, LoadedRelation } from '../tree.ts';
import { columnOf } from './columns.ts';
import { parseFilter, type Tally } from './filter.ts';
import { tooComplex } from './refuse.ts';

/** Parses `where` of the root: its columns, `relation.column` of relations that are listed, and `$exists`. */
export function parseWhere(
  value: unknown,
  resource: Resource,
  relations: readonly LoadedRelation[],
  parameter: string,
  tests: Tally,
): Condition | undefined {
  if (value === undefined) return undefined;
  const condition = parseFilter(value, {
    parameter,
    findColumn: (name) => columnOf(resource, relations, name),
    hasRelation: (name) => findRelation(resource, name, 'visible') !== undefined,
    caps: LIMITS,
    tests,
  });
  const many = [...relationsIn(condition).tested].filter((name) => resource.relations[name]?.kind === 'many');
  if (many.length > 1) tooComplex(parameter, 'it names columns of at most one relation to many');
  return condition;
}
