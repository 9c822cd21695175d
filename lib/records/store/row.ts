// Defines rows as they are stored, and as queries see them.
import type { TenantId } from '../../platform/ids.ts';
import type { Item } from '../../store/dynamo/table.ts';
import type { Resource } from '../declare/resource.ts';
import type { Value, Values } from '../query/tree.ts';

/** The rows of a resource in a tenant. The tenant comes from the session. */
export type Collection = Readonly<{ tenantId: TenantId; resource: Resource }>;

export type Row = Item & {
  type: 'row';
  id: string;
  /** Raised by every change: the condition of the next one. */
  version: number;
  /** ISO 8601 with milliseconds. */
  createdAt: string;
  updatedAt: string;
  /** Only in the trash. */
  deletedAt?: string;
  /** Only if the resource has an order of its own. */
  order?: number;
  /** The declared fields. `null` is not stored: the attribute is absent. */
  data: Readonly<Record<string, Exclude<Value, null>>>;
};

/** Returns what a query sees of a row: every field of the resource, hidden ones included. */
export function valuesOf({ resource }: Pick<Collection, 'resource'>, row: Row): Values {
  const { id, version, createdAt, updatedAt, deletedAt = null, order = 0, data } = row;
  const values: Record<string, Value> = { id, createdAt, updatedAt, version };
  if (resource.softDelete) values.deletedAt = deletedAt;
  if (resource.reorder) values.order = order;
  for (const field of Object.keys(resource.fields)) values[field] = data[field] ?? null;
  return values;
}
