// The actions that create rows.

import type { Keep } from '../../domain/repeats.ts';
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { type Row, valuesOf } from '../store/row.ts';
import { createRows } from '../store/write.ts';
import { requireRoom } from './bulk.ts';
import type { ActionContext, NewValues } from './context.ts';
import { afterwards, rowEventsWrite } from './events.ts';
import { requireWritten } from './outcome.ts';
import { type Shown, showRow } from './project.ts';
import { requireReferredInScope } from './referred.ts';
import { newRow } from './values.ts';

/** Creates a row and returns it. Throws CRUD_CONFLICT for a unique value that is taken. */
export async function create(context: ActionContext, body: NewValues, keep: Keep<Shown>): Promise<Shown> {
  const [row] = await createAll(context, [body], ([made]) => keep(() => showRow(context.resource, made as Row)));
  return showRow(context.resource, row as Row);
}

/** Creates all rows or none. Returns them in the order of the body. */
export async function createMany(context: ActionContext, bulk: readonly NewValues[]): Promise<Shown[]> {
  requireRoom(context, 'bulk', bulk.length, 'create');
  return (await createAll(context, bulk)).map((row) => showRow(context.resource, row));
}

async function createAll(
  context: ActionContext,
  bodies: readonly NewValues[],
  keep: (rows: readonly Row[]) => Promise<Write[]> = async () => [],
): Promise<Row[]> {
  const { hooks, caller, collection, resource } = context;
  const all: NewValues[] = [];
  for (const body of bodies) {
    // A copy, as for changes: what a hook returns counts, and the client's own values are checked below.
    const saved = (await hooks.beforeSave?.({ ...body }, caller)) ?? body;
    all.push((await hooks.beforeCreate?.({ ...saved }, caller)) ?? saved);
  }
  const sent = bodies.map((body) => ({ body }));
  await requireReferredInScope(context, sent);
  const rows = await retryOnConflict(resource.name, async () => {
    // Ids of one millisecond are in random order, and those of a bulk are to be in its order.
    const at = now();
    const made = all.map((values, place) => newRow(context, values, at + place));
    const written = await createRows(collection, made, [
      rowEventsWrite(context, 'svc.row_created', made),
      ...(await keep(made)),
    ]);
    return requireWritten(resource, written) && made;
  });
  for (const row of rows) {
    const values = valuesOf(collection, row);
    await afterwards(context, () => hooks.afterSave?.(values, caller));
    await afterwards(context, () => hooks.afterCreate?.(values, caller));
  }
  return rows;
}
