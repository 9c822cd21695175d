// Parses the scope that a hook returns.
import { scanValue } from '../../../platform/json-scan.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Scope } from '../../declare/types.ts';
import { SCOPE_BOUNDS, SCOPE_CAPS } from '../limits.ts';
import { findColumn, findRelation } from '../names.ts';
import type { Condition } from '../tree.ts';
import { newTally, parseFilter } from './filter.ts';

/**
 * Returns the condition of a scope that a hook returned; `{}` narrows nothing. It may name hidden fields, and relations
 * by `$exists`. Throws a plain error for a scope that is not a filter: it is a fault of the application.
 */
export function parseScope(resource: Resource, scope: Scope): Condition {
  const refuse = (reason: unknown): never => {
    throw new Error(`a hook of ${resource.name} returned a scope that is no filter: ${reason}`, { cause: reason });
  };
  scanValue(scope, SCOPE_BOUNDS, (_, reason) => refuse(`it ${reason}`));
  try {
    const condition = parseFilter(scope, {
      parameter: 'scope',
      findColumn: (name) => {
        const column = findColumn(resource, name, 'all');
        return column && { path: { field: name }, column };
      },
      hasRelation: (name) => findRelation(resource, name, 'all') !== undefined,
      caps: SCOPE_CAPS,
      tests: newTally(SCOPE_CAPS),
    });
    return condition ?? { kind: 'and', legs: [] };
  } catch (error) {
    return refuse(error);
  }
}
