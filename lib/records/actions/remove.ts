// The actions that delete rows, move them to the trash and restore them.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Values } from '../query/tree.ts';
import type { Place } from '../store/read.ts';
import { type Row, valuesOf } from '../store/row.ts';
import { type Kind, purgeRows, restoreRows, trashRows, type Written } from '../store/write.ts';
import { findOwn, mutationScope, requireRoom } from './bulk.ts';
import type { ActionContext } from './context.ts';
import { afterwards, rowEventsWrite } from './events.ts';
import { requireWritten } from './outcome.ts';

/** How rows leave the place where they are, for one and for several. */
type Removal = Readonly<{
  /** Where the rows are. */
  place: Place;
  kind: Kind;
  write: (context: ActionContext, rows: readonly Row[]) => Promise<Written>;
  before: 'beforeDelete' | 'beforeDeleteFromTrash' | 'beforeRestore';
  after: 'afterDelete' | 'afterDeleteFromTrash' | 'afterRestore';
  beforeMany: 'beforeDeleteMany' | 'beforeDeleteFromTrashMany' | 'beforeRestoreMany';
  afterMany: 'afterDeleteMany' | 'afterDeleteFromTrashMany' | 'afterRestoreMany';
}>;

/** The rows as they will be, for events. A deletion counts as a change, so that versions order all events of a row. */
const next = (rows: readonly Row[]) => rows.map(({ id, version }) => ({ id, version: version + 1 }));

const OF_DELETE = {
  place: 'live',
  before: 'beforeDelete',
  after: 'afterDelete',
  beforeMany: 'beforeDeleteMany',
  afterMany: 'afterDeleteMany',
} as const;

const TO_TRASH: Removal = {
  ...OF_DELETE,
  kind: 'trash',
  write: (context, rows) =>
    trashRows(context.collection, rows, now(), rowEventsWrite(context, 'svc.row_trashed', next(rows))),
};

const FOR_GOOD: Removal = {
  ...OF_DELETE,
  kind: 'purge',
  write: (context, rows) =>
    purgeRows(context.collection, rows, 'live', rowEventsWrite(context, 'svc.row_deleted', next(rows))),
};

/** Returns what `delete` does to the rows of a resource. */
export const deletion = ({ resource }: ActionContext): Removal => (resource.softDelete ? TO_TRASH : FOR_GOOD);

export const FROM_TRASH: Removal = {
  place: 'trash',
  kind: 'purge',
  write: (context, rows) =>
    purgeRows(context.collection, rows, 'trash', rowEventsWrite(context, 'svc.row_deleted', next(rows))),
  before: 'beforeDeleteFromTrash',
  after: 'afterDeleteFromTrash',
  beforeMany: 'beforeDeleteFromTrashMany',
  afterMany: 'afterDeleteFromTrashMany',
};

export const RESTORE: Removal = {
  place: 'trash',
  kind: 'restore',
  write: (context, rows) =>
    restoreRows(context.collection, rows, now(), rowEventsWrite(context, 'svc.row_restored', next(rows))),
  before: 'beforeRestore',
  after: 'afterRestore',
  beforeMany: 'beforeRestoreMany',
  afterMany: 'afterRestoreMany',
};

/** Removes a row from its place. Throws CRUD_NOT_FOUND if it is not there. */
export async function remove(context: ActionContext, removal: Removal, id: string): Promise<void> {
  const { hooks, caller, collection, resource } = context;
  const scope = await mutationScope(context);
  const values = await retryOnConflict(resource.name, async (): Promise<Values | undefined> => {
    const [row] = await findOwn(context, [id], removal.place, scope);
    if (!row) return fail('CRUD_NOT_FOUND');
    const found = valuesOf(collection, row);
    await hooks[removal.before]?.(found, caller);
    return requireWritten(resource, await removal.write(context, [row])) && found;
  });
  await afterwards(context, () => hooks[removal.after]?.(values, caller));
}

/** Removes those of the rows from their place that are there and that the caller may change: all of them, or none. */
export async function removeMany(context: ActionContext, removal: Removal, ids: readonly string[]): Promise<void> {
  const { hooks, caller, resource } = context;
  requireRoom(context, 'ids', ids.length, removal.kind);
  const scope = await mutationScope(context);
  const affected = await retryOnConflict(resource.name, async () => {
    const own = await findOwn(context, ids, removal.place, scope);
    const found = own.map(({ id }) => id);
    const chosen = found.length ? await hooks[removal.beforeMany]?.(found, caller) : undefined;
    const rows = chosen ? own.filter(({ id }) => chosen.includes(id)) : own;
    if (rows.length && !requireWritten(resource, await removal.write(context, rows))) return undefined;
    return rows.map(({ id }) => id);
  });
  if (affected.length) await afterwards(context, () => hooks[removal.afterMany]?.(affected, caller));
}
