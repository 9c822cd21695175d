// What admins did, as an event in the transaction of the change: the audit log is whatever listens to `svc.admin_action`.
import type { EventDetail } from '../contract/events.ts';
import type { AdminId, TenantId } from '../platform/ids.ts';
import { event, type NewEvent } from '../store/outbox.ts';

/** Whoever acts: an admin by his session, or the holder of the secret key. */
export type Acting = { admin: { id: AdminId } } | 'secret-key';

type Detail = EventDetail<'svc.admin_action'>;
type Target = { type: Detail['targetType']; id: string; tenantId?: TenantId | null };
type Fields = Record<string, unknown>;

/**
 * The audit event of one change. `before` and `after` are views made for it, of fields that may be read by whoever reads
 * the log: only those that differ are kept. Absent: there was, or is, nothing.
 */
export function adminAction(acting: Acting, action: string, target: Target, before?: Fields, after?: Fields): NewEvent {
  const differs = (key: string): boolean => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]);
  const changed = (fields: Fields = {}): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => differs(key)));
  return event('svc.admin_action', {
    adminId: acting === 'secret-key' ? null : acting.admin.id,
    action,
    targetType: target.type,
    targetId: target.id,
    tenantId: target.tenantId ?? null,
    before: changed(before),
    after: changed(after),
  });
}
