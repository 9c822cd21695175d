// Records in the audit log what changes nothing: that an admin read about people or the log, and that a call was refused.
import type { Operation } from '../../contract/operation.ts';
import { now } from '../../platform/clock.ts';
import {
  adminId,
  derivedEventId,
  NO_TENANT,
  type TenantId,
  tenantId,
  tenantOfUser,
  type UserId,
  userId,
} from '../../platform/ids.ts';
import { create } from '../../store/dynamo/table.ts';
import { type AuditNote, noteItem } from '../../store/outbox.ts';
import type { Administrator } from '../administrator.ts';
import type { Input } from './scope.ts';

/** An admin who looks at the same thing all day is 24 entries, in a loop too. */
const WINDOW_MS = 3_600_000;

/**
 * Records that an admin read about people, or the log: once an hour for each admin, operation and person, or tenant if it
 * is a list. `shown`: the reply. A read that cannot be recorded fails. Does nothing for other operations.
 */
export async function recordRead(
  { admin }: Administrator,
  operation: Operation,
  { params, query }: Input,
  shown: object,
): Promise<void> {
  if (!operation.shows) return;
  const id = userId(params.id);
  const asked = tenantId((query as { tenantId?: string } | undefined)?.tenantId ?? tenantOfEntry(operation, shown));
  // What is outside the admin's tenants was replaced, and the refusal is recorded. An entry of the replacement would be
  // listed to admins of every other tenant who ask for what is outside theirs.
  if ((id ? tenantOfUser(id) : asked) === NO_TENANT) return;
  // An empty list counts for the deployment: its person or tenant may be made up, and each name would be an entry. The
  // tenants that an admin is limited to exist.
  const isEmpty = 'data' in shown && Array.isArray(shown.data) && !shown.data.length;
  const user = isEmpty ? undefined : id;
  const named = isEmpty && admin.tenants === null ? undefined : asked;
  const target = user ? { type: 'user', id: user } : named ? { type: 'tenant', id: named } : DEPLOYMENT;
  const action = `${operation.shows === 'log' ? 'audit' : 'user'}.read` as const;
  await recordOnce(admin.id, operation.name, { action, outcome: 'success', target, detail: {} }, user, named);
}

/** The tenant of the entry of the log that was shown alone. */
const tenantOfEntry = ({ shows }: Operation, shown: object): unknown =>
  shows === 'log' && 'tenantId' in shown ? shown.tenantId : undefined;

/** Records that a call of an admin was refused, for their role or for what is outside their tenants: once an hour for each operation. */
export const recordRefusal = ({ admin }: Administrator, operation: Operation): Promise<void> =>
  recordOnce(admin.id, operation.name, {
    action: 'admin.refused',
    outcome: 'failure',
    target: { type: adminId(admin.id) ? 'admin' : 'application', id: admin.id },
    detail: {},
  });

const DEPLOYMENT = { type: 'deployment', id: 'deployment' };

/** The id follows from what is recorded, so one conditional write records it, and a repetition is refused by it. */
async function recordOnce(
  admin: string,
  operation: string,
  note: Omit<AuditNote, 'id' | 'occurredAt'>,
  user?: UserId,
  named?: TenantId,
): Promise<void> {
  const at = now();
  const tenant = user ? tenantOfUser(user) : (named ?? null);
  const id = derivedEventId(admin, operation, note.action, note.target.id, String(Math.floor(at / WINDOW_MS)));
  await create(noteItem(tenant, { ...note, detail: { ...note.detail, tenantId: tenant } }, at, false, id));
}
