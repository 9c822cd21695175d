// Parses the parameters of a request into a query. Every name must be declared, every operand must fit its field.
import type { Resource } from '../declare/resource.ts';
import type { Registry, Scope } from '../declare/types.ts';
import type { Condition, Query } from './tree.ts';

/** Parameters as they arrive: texts and lists of texts of a URL, nested by brackets, or the native values of a body. */
export type Raw = Readonly<Record<string, unknown>>;

export function parseList(resource: Resource, all: Registry, raw: Raw): Query {
  throw new Error(`not built: ${resource} ${all} ${raw}`);
}
export function parseAll(resource: Resource, all: Registry, raw: Raw): Query {
  throw new Error(`not built: ${resource} ${all} ${raw}`);
}
export function parseOne(resource: Resource, all: Registry, raw: Raw): Query {
  throw new Error(`not built: ${resource} ${all} ${raw}`);
}
export function parseCounts(resource: Resource, all: Registry, raw: Raw): Query {
  throw new Error(`not built: ${resource} ${all} ${raw}`);
}
/** Returns the condition of a scope that a hook returned. Throws a plain error for a scope that is not a filter. */
export function parseScope(resource: Resource, all: Registry, scope: Scope): Condition {
  throw new Error(`not built: ${resource} ${all} ${scope}`);
}
