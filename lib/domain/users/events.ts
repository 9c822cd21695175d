// What the world hears of a change that an admin makes to a user.
import type { Body } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite, userHeader } from '../../store/outbox.ts';
import type { User } from '../../store/users.ts';
import { type Acting, adminAction } from '../audit.ts';

/** What the audit log shows of a user: the fields that admins write. Metadata may hold anything, so it is left out. */
type Audited = Record<Exclude<keyof User & keyof Body<'PATCH /auth/admin/api/users/{id}'>, 'metadata'>, unknown>;
const audited = (user: User): Audited => ({
  email: user.email,
  phone: user.phone,
  isActive: user.isActive,
  emailVerifiedAt: iso(user.emailVerifiedAt),
  phoneVerifiedAt: iso(user.phoneVerifiedAt),
  isMfaEnabled: user.isMfaEnabled,
  emailLoginEnabled: user.emailLoginEnabled,
  phoneLoginEnabled: user.phoneLoginEnabled,
  roleIds: user.roleIds,
});

type Verb = 'created' | 'updated' | 'deleted';

/** The events of a change by an admin, the audit event among them, as a write of its transaction. */
export function eventsOf(
  acting: Acting,
  verb: Verb,
  before: User | undefined,
  after: User | undefined,
  updatedFields: string[] = [],
): Write {
  const user = (after ?? before) as User;
  const about = userHeader(user);
  const previous = before && after && previousAddresses(before, after);
  const told: Record<Verb, NewEvent> = {
    created: event('svc.user_created', about),
    updated: event('svc.user_updated', { ...about, updatedFields, ...previous }),
    deleted: event('svc.user_deleted', about),
  };
  const shown = after && { ...audited(after), ...(verb === 'updated' && { updatedFields }) };
  return writeEvents(user, [
    told[verb],
    ...(before && after ? secondFactorEvents(before, after) : []),
    action(acting, `user.${verb}`, user, before && audited(before), shown),
  ]);
}

/** That a second factor is demanded from now on, or no more. */
function secondFactorEvents(before: User, after: User): NewEvent[] {
  if (before.isMfaEnabled === after.isMfaEnabled) return [];
  const detail = { ...userHeader(after), deviceId: null };
  if (!after.isMfaEnabled) return [event('svc.two_factor_disabled', detail)];
  const byMessage = after.emailVerifiedAt === null ? 'sms' : 'email';
  const method = after.isTotpEnrolled ? 'totp' : byMessage;
  return [event('svc.two_factor_enabled', { ...detail, method })];
}

/** The addresses that changed, as they were: whoever had one is told there, too. */
const previousAddresses = (before: User, after: User) => ({
  ...(before.email !== after.email && { previousEmail: before.email }),
  ...(before.phone !== after.phone && { previousPhone: before.phone }),
});

/** The audit event of something done to a user. */
export const action = (acting: Acting, name: string, user: User, before?: object, after?: object): NewEvent =>
  adminAction(
    acting,
    name,
    { type: 'user', id: user.id, tenantId: user.tenantId },
    before as Record<string, unknown> | undefined,
    after as Record<string, unknown> | undefined,
  );

/** The write that puts events of a user into the outbox. */
export const writeEvents = (user: User, events: NewEvent[]): Write => outboxWrite(user.tenantId, events, now());
