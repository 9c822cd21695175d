// Builds the audit event of an admin's change, to be written in the transaction of the change. Subscribers to
// `svc.admin_action` keep the audit log.
import type { EventDetail } from '../contract/events.ts';
import type { AdminId, TenantId } from '../platform/ids.ts';
import { event, type NewEvent } from '../store/outbox.ts';

/** The caller who makes the change: an admin with a session, or the holder of the secret key. */
export type AuditActor = { admin: { id: AdminId } } | 'secret-key';

type Detail = EventDetail<'svc.admin_action'>;
type Target = { type: Detail['targetType']; id: string; tenantId?: TenantId | null };
type Fields = Record<string, unknown>;

/**
 * Returns the audit event of one change. `before` and `after` hold only fields that readers of the log may see. The
 * event keeps the fields that differ. `before` is absent for a creation, `after` for a deletion.
 */
export function auditEvent(
  actor: AuditActor,
  action: string,
  target: Target,
  before?: Fields,
  after?: Fields,
): NewEvent {
  const hasChanged = (key: string): boolean => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]);
  const pickChanged = (fields: Fields = {}): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => hasChanged(key)));
  return event('svc.admin_action', {
    adminId: actor === 'secret-key' ? null : actor.admin.id,
    action,
    targetType: target.type,
    targetId: target.id,
    tenantId: target.tenantId ?? null,
    before: pickChanged(before),
    after: pickChanged(after),
  });
}
