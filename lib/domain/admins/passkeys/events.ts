// Builds the audit events of passkeys of admins.
import type { Admin } from '../../../store/admins/admins.ts';
import type { NewEvent } from '../../../store/outbox.ts';
import type { StoredPasskey } from '../../../store/people/passkeys.ts';
import { type AuditActor, type AuditView, auditEvent } from '../../audit.ts';
import type { Sign } from '../../passkeys/assertion.ts';

type Named = Pick<StoredPasskey, 'id' | 'name'>;

const about = (
  actor: AuditActor,
  { id }: Pick<Admin, 'id'>,
  what: 'added' | 'renamed' | 'removed' | 'backup_changed' | 'counter_fell',
  before: AuditView,
  after: AuditView,
): NewEvent => auditEvent(actor, `admin.passkey_${what}`, { type: 'admin', id }, before, after);

const viewOf = ({ id, name }: Named): AuditView => ({ passkeyId: id, passkeyName: name });

export const addedEvent = (admin: Admin, passkey: Named): NewEvent =>
  about({ admin }, admin, 'added', {}, viewOf(passkey));
export const renamedEvent = (admin: Admin, passkey: Named, name: string): NewEvent =>
  about({ admin }, admin, 'renamed', viewOf(passkey), { passkeyId: passkey.id, passkeyName: name });
/** `actor`: who removed it, if it is not the admin. */
export const removedEvent = (actor: AuditActor, admin: Pick<Admin, 'id'>, passkey: Named): NewEvent =>
  about(actor, admin, 'removed', viewOf(passkey), {});

/** Returns the event of what a use of the passkey says beside its proof. */
export const signEvent = (admin: Admin, passkey: Named, sign: Sign): NewEvent =>
  'isBackedUp' in sign
    ? about({ admin }, admin, 'backup_changed', { isBackedUp: !sign.isBackedUp }, { ...viewOf(passkey), ...sign })
    : about({ admin }, admin, 'counter_fell', {}, { ...viewOf(passkey), ...sign });
