// Builds the events of changes of rows, and runs what follows a change.
import { now } from '../../platform/clock.ts';
import { describeError, log } from '../../platform/log.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, outboxWrite } from '../../store/outbox.ts';
import type { Row } from '../store/row.ts';
import type { ActionContext } from './context.ts';

type Happened = 'svc.row_created' | 'svc.row_trashed' | 'svc.row_restored' | 'svc.row_deleted';
type Named = Pick<Row, 'id' | 'version'>;

const detailOf = ({ caller: { tenantId, userId }, resource }: ActionContext, { id, version }: Named) => ({
  tenantId,
  resource: resource.name,
  rowId: id,
  version,
  userId,
});

/** The write with an event for each row. `rows` have the version that they will have. */
export const rowEventsWrite = (context: ActionContext, name: Happened, rows: readonly Named[]): Write =>
  outboxWrite(
    context.caller.tenantId,
    rows.map((row) => event(name, detailOf(context, row))),
    now(),
  );

/** The write with an event for each changed row and the names of its visible fields that changed. */
export const updateEventsWrite = (
  context: ActionContext,
  rows: readonly { row: Named; updatedFields: string[] }[],
): Write =>
  outboxWrite(
    context.caller.tenantId,
    rows.map(({ row, updatedFields }) => event('svc.row_updated', { ...detailOf(context, row), updatedFields })),
    now(),
  );

/** Runs a hook after the change is stored. If the hook throws, the change remains and the error is logged. */
export async function afterwards({ resource, action }: ActionContext, hook: () => unknown): Promise<void> {
  try {
    await hook();
  } catch (error) {
    log.error('after_hook_failed', { resource: resource.name, action, ...describeError(error) });
  }
}
