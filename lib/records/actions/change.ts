// The actions that change rows.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Condition } from '../query/tree.ts';
import { type Row, valuesOf } from '../store/row.ts';
import { changeRows, type RowChange } from '../store/write.ts';
import { findOwn, inScope, mutationScope, requireRoom } from './bulk.ts';
import type { ActionContext, NewValues } from './context.ts';
import { afterwards, updateEventsWrite } from './events.ts';
import { requireWritten } from './outcome.ts';
import { type Shown, showRow } from './project.ts';
import { requireReferredInScope } from './referred.ts';
import { changedFields, changedRow } from './values.ts';

/**
 * Changes a row and returns it. `version`: the version that the caller saw. Throws CRUD_NOT_FOUND, and CRUD_CONFLICT if
 * the row has another version or a unique value is taken. Changes in parallel are retried on the new state, with its
 * hooks.
 */
export async function update(
  context: ActionContext,
  id: string,
  body: NewValues,
  version: number | undefined,
): Promise<Shown> {
  const scope = await mutationScope(context);
  const [change] = await changeAll(context, new Map([[id, body]]), scope, (before) => {
    if (!before.length) fail('CRUD_NOT_FOUND');
    if (version !== undefined && before[0]?.version !== version) {
      fail('CRUD_CONFLICT', { message: `The row has version ${before[0]?.version}.` });
    }
  });
  return showRow(context.resource, (change as RowChange).after);
}

/** Changes all rows that the caller may change, or none. Returns them in the order of the body; others are skipped. */
export async function updateMany(
  context: ActionContext,
  bulk: readonly (NewValues & { id: string })[],
): Promise<Shown[]> {
  requireRoom(context, 'bulk', bulk.length, 'change');
  const bodies = new Map(bulk.map(({ id, ...values }): [string, NewValues] => [id, values]));
  for (const values of bodies.values()) if (!Object.keys(values).length) fail('CRUD_EMPTY_BODY');
  const changes = await changeAll(context, bodies, await mutationScope(context));
  return changes.map(({ after }) => showRow(context.resource, after));
}

async function changeAll(
  context: ActionContext,
  bodies: ReadonlyMap<string, NewValues>,
  scope: Condition | undefined,
  check: (before: readonly Row[]) => void = () => undefined,
): Promise<RowChange[]> {
  const { hooks, caller, collection, resource } = context;
  const changes = await retryOnConflict(resource.name, async () => {
    const found = await findOwn(context, [...bodies.keys()], 'live', scope);
    check(found);
    const changes: RowChange[] = [];
    for (const before of found) {
      const values = await hooked(context, bodies.get(before.id) as NewValues, before);
      changes.push({ before, after: changedRow(context, before, values) });
    }
    const sent = found.map((before) => ({ before, body: bodies.get(before.id) as NewValues }));
    await requireReferredInScope(context, sent);
    // A change must not move a row to where the caller could not change it.
    const after = changes.map((change) => change.after);
    if ((await inScope(context, after, scope)).length < after.length) fail('CRUD_NOT_FOUND');
    if (!changes.length) return changes;
    const events = changes.map((change) => ({
      row: change.after,
      updatedFields: changedFields(context, change.before, change.after),
    }));
    const written = await changeRows(collection, changes, updateEventsWrite(context, events));
    return requireWritten(resource, written) && changes;
  });
  for (const { before, after } of changes) {
    const [old, current] = [valuesOf(collection, before), valuesOf(collection, after)];
    await afterwards(context, () => hooks.afterSave?.(current, caller, old));
    await afterwards(context, () => hooks.afterUpdate?.(current, caller, old));
  }
  return changes;
}

async function hooked({ hooks, caller, collection }: ActionContext, body: NewValues, row: Row): Promise<NewValues> {
  const before = valuesOf(collection, row);
  const saved = (await hooks.beforeSave?.({ ...body }, caller, before)) ?? body;
  return (await hooks.beforeUpdate?.({ ...saved }, caller, before)) ?? saved;
}

/** Gives each row its place in the list. Ids that the caller may not change are ignored, and so are their places. */
export async function reorder(context: ActionContext, ids: readonly string[]): Promise<void> {
  const { hooks, caller, collection, resource } = context;
  requireRoom(context, 'ids', ids.length, 'reorder');
  const scope = await mutationScope(context);
  const moved = await retryOnConflict(resource.name, async () => {
    const own = await findOwn(context, ids, 'live', scope);
    const chosen = await hooks.beforeReorder?.(
      own.map(({ id }) => id),
      caller,
    );
    const rows = chosen ? own.filter(({ id }) => chosen.includes(id)) : own;
    if (!rows.length) return rows;
    const updatedAt = new Date(now()).toISOString();
    const changes = rows.map((before) => ({
      before,
      after: { ...before, order: ids.indexOf(before.id), version: before.version + 1, updatedAt },
    }));
    const events = changes.map(({ after }) => ({ row: after, updatedFields: ['order'] }));
    const written = await changeRows(collection, changes, updateEventsWrite(context, events));
    return requireWritten(resource, written) && rows;
  });
  const affected = moved.map(({ id }) => id);
  if (affected.length) await afterwards(context, () => hooks.afterReorder?.(affected, caller));
}
