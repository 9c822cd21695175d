// Turns the values of a body, or of hooks, into rows.
import { now } from '../../platform/clock.ts';
import * as keys from '../../store/keys.ts';
import { allFields } from '../declare/shapes.ts';
import type { Value } from '../query/tree.ts';
import { newRowId } from '../store/ids.ts';
import { type Row, valuesOf } from '../store/row.ts';
import type { ActionContext, NewValues } from './context.ts';

type Data = Row['data'];

/**
 * Returns the values as rows store them, after hooks may have changed them. Throws a plain error if a hook returned
 * something that the declaration does not allow: a fault of the application, not of the client.
 */
function stored({ resource }: ActionContext, values: NewValues, isPartial: boolean): Record<string, Value> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const result = allFields(resource, isPartial).safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`a hook of ${resource.name} returned invalid values: ${issue?.path.join('.')} ${issue?.message}`);
  }
  const data = result.data as Record<string, Value>;
  for (const [name, { kind }] of Object.entries(resource.fields)) {
    const value = data[name];
    // The order of texts is the order of times only in one form.
    if (kind === 'dateTime' && typeof value === 'string') data[name] = new Date(value).toISOString();
  }
  return data;
}

const withoutNulls = (data: Record<string, Value>): Data =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined)) as Data;

/** Returns a new row with defaults filled in. `at`: ms since the epoch. */
export function newRow(context: ActionContext, values: NewValues, at: number): Row {
  const { collection, resource } = context;
  const id = newRowId(resource, at);
  const defaults = Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default as Value]],
    ),
  );
  const time = new Date(at).toISOString();
  return {
    ...keys.row(collection.tenantId, resource.name, id),
    type: 'row',
    id,
    version: 1,
    createdAt: time,
    updatedAt: time,
    ...(resource.reorder ? { order: 0 } : {}),
    data: withoutNulls({ ...defaults, ...stored(context, values, false) }),
  };
}

/** Returns the row after a change. Values that are absent stay. */
export const changedRow = (context: ActionContext, before: Row, values: NewValues): Row => ({
  ...before,
  version: before.version + 1,
  updatedAt: new Date(now()).toISOString(),
  data: withoutNulls({ ...before.data, ...stored(context, values, true) }),
});

/** Returns the visible fields in which two versions of a row differ. */
export function changedFields({ resource }: ActionContext, before: Row, after: Row): string[] {
  const [old, current] = [valuesOf({ resource }, before), valuesOf({ resource }, after)];
  return Object.entries(resource.fields)
    .filter(([name, { options }]) => !options.hidden && JSON.stringify(old[name]) !== JSON.stringify(current[name]))
    .map(([name]) => name);
}
