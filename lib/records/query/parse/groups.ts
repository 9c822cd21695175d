// Parses `groupByKey`.
import type { Resource } from '../../declare/resource.ts';
import { LIMITS } from '../limits.ts';
import { findColumn } from '../names.ts';
import { namesOf } from './forms.ts';
import { noSuchField, tooComplex, wrongInput, wrongOperator } from './refuse.ts';

/** Returns the columns that a count is grouped by: a name, or a list of names. */
export function parseGroupBy(value: unknown, resource: Resource): readonly string[] {
  const names = (typeof value === 'string' ? [value] : namesOf(value, 'groupByKey')) ?? [];
  if (names.length > LIMITS.groupKeys) tooComplex('groupByKey', `a count has at most ${LIMITS.groupKeys} keys`);
  if (new Set(names).size < names.length) wrongInput('groupByKey', 'a key is listed twice');
  for (const name of names) {
    const { kind } = findColumn(resource, name, 'visible') ?? noSuchField('groupByKey');
    if (kind === 'texts') wrongOperator('groupByKey', 'a list of texts is no key');
    // A group has its number of rows under this name.
    if (name === 'count') wrongOperator('groupByKey', 'count is no key');
  }
  return names;
}
