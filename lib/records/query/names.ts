// Finds columns and relations by the names that clients send. Names are own properties of a declaration, matched exactly.
import type { FieldKind } from '../declare/fields.ts';
import type { Registry, Relation, Resource } from '../declare/resource.ts';

/** What a filter knows of a column. */
export type Column = Readonly<{ kind: FieldKind | 'id'; choices?: readonly string[] }>;
/** Clients see what is not hidden. Hooks see everything. */
export type Sight = 'visible' | 'all';

const TIME: Column = { kind: 'dateTime' };
const WHOLE: Column = { kind: 'integer' };
/** Columns of a resource without the declared fields. */
function systemColumn({ softDelete, reorder }: Resource, name: string): Column | undefined {
  if (name === 'id') return { kind: 'id' };
  if (name === 'createdAt' || name === 'updatedAt' || (name === 'deletedAt' && softDelete)) return TIME;
  if (name === 'version' || (name === 'order' && reorder)) return WHOLE;
  return undefined;
}

export function findColumn(resource: Resource, name: string, sight: Sight): Column | undefined {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!field) return systemColumn(resource, name);
  return sight === 'all' || !field.options.hidden ? field : undefined;
}

export function findRelation(resource: Resource, name: string, sight: Sight): Relation | undefined {
  const relation = Object.hasOwn(resource.relations, name) ? resource.relations[name] : undefined;
  return sight === 'all' || !relation?.hidden ? relation : undefined;
}

/** Returns the resource that a relation leads to. The registry checked at start-up that it exists. */
export const targetOf = (all: Registry, { to }: Relation): Resource => all[to] as Resource;

/** Splits `relation.column`. Returns `undefined` for any other number of parts. */
export function splitPath(name: string): readonly [relation: string, column: string] | undefined {
  const dot = name.indexOf('.');
  if (dot < 0 || name.includes('.', dot + 1)) return undefined;
  return [name.slice(0, dot), name.slice(dot + 1)];
}
