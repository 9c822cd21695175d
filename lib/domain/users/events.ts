// Builds the events of a change that an admin makes to a user.
import { ADDRESSES, addressKinds } from '../../contract/channels.ts';
import { keptIn } from '../../contract/fields/field.ts';
import { keptOfUser } from '../../contract/fields/user.ts';
import type { Body } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import type { User } from '../../store/people/users.ts';
import { type AuditActor, auditEvent, hidden, metadataView } from '../audit.ts';
import type { UserAuditView } from '../audit-parts.ts';

/** The fields of a user that the audit log shows: those that admins write. */
type Audited = Record<Exclude<keyof User & keyof Body<'PATCH /auth/admin/api/users/{id}'>, 'metadata'>, unknown>;
const auditViewOf = (user: User): Audited & UserAuditView => ({
  ...keptIn(user, keptOfUser),
  emailVerifiedAt: iso(user.emailVerifiedAt),
  phoneVerifiedAt: iso(user.phoneVerifiedAt),
  roleIds: user.roleIds,
  password: hidden(user.passwordHash),
  ...metadataView(user.metadata),
});

/** `linked`: a directory takes up an account that was there. */
type Verb = 'created' | 'updated' | 'deleted' | 'linked';

/** The write of the events of a change by an admin or a directory, the audit event among them. */
export function changeEventsWrite(
  actor: AuditActor,
  verb: Verb,
  before: User | undefined,
  after: User | undefined,
  updatedFields: string[] = [],
): Write {
  const user = (after ?? before) as User;
  const header = userHeader(user);
  const previous = before && after && previousAddresses(before, after);
  const updated = event('svc.user_updated', { ...header, updatedFields, ...previous });
  const eventFor: Record<Verb, NewEvent> = {
    created: event('svc.user_created', header),
    updated,
    linked: updated,
    deleted: event('svc.user_deleted', header),
  };
  const view = after && { ...auditViewOf(after), ...(verb !== 'created' && { updatedFields }) };
  return eventsWrite(user, [
    eventFor[verb],
    ...(before && after ? secondFactorEvents(before, after) : []),
    userAuditEvent(actor, `user.${verb}`, user, before && auditViewOf(before), view),
  ]);
}

/** Returns the event that a second factor became required or optional, if it did. */
function secondFactorEvents(before: User, after: User): NewEvent[] {
  if (before.isMfaEnabled === after.isMfaEnabled) return [];
  const detail = { ...userHeader(after), deviceId: null };
  if (!after.isMfaEnabled) return [event('svc.two_factor_disabled', detail)];
  const verified = addressKinds.find((kind) => after[`${kind}VerifiedAt`] !== null) ?? 'phone';
  const hasAddress = addressKinds.some((kind) => after[`${kind}VerifiedAt`] !== null);
  const byAddress = hasAddress || !after.hasPasskey ? ADDRESSES[verified].channel : 'passkey';
  const method = after.isTotpEnrolled ? 'totp' : byAddress;
  return [event('svc.two_factor_enabled', { ...detail, method })];
}

/** Returns the previous values of changed addresses, so that the change is also announced there. */
const previousAddresses = (before: User, after: User) => ({
  ...(before.email !== after.email && { previousEmail: before.email }),
  ...(before.phone !== after.phone && { previousPhone: before.phone }),
});

/** Returns the audit event of an action on a user. */
export const userAuditEvent = (
  actor: AuditActor,
  name: string,
  user: User,
  before?: UserAuditView,
  after?: UserAuditView,
): NewEvent => auditEvent(actor, name, { type: 'user', id: user.id, tenantId: user.tenantId }, before, after);

/** The write that puts events of a user into the outbox. */
export const eventsWrite = (user: User, events: NewEvent[]): Write => outboxWrite(user.tenantId, events, now());
