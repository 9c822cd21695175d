// Builds the event by which admins are told that how they log in was changed. It goes with the audit event of the change.
import type { EventDetail } from '../../contract/events.ts';
import type { Admin } from '../../store/admins/admins.ts';
import { event, type NewEvent } from '../../store/outbox.ts';

/** Returns the event for the admin whose factor it is, no matter who changed it. */
export const factorChangedEvent = (
  { id, email }: Pick<Admin, 'id' | 'email'>,
  change: EventDetail<'svc.admin_factor_changed'>['change'],
): NewEvent => event('svc.admin_factor_changed', { adminId: id, channel: 'email', to: email, change });
