// Builds the events that tell the applications among some sessions that these have ended. An expired session needs none:
// the application knows when it expires.
import { now } from '../../platform/clock.ts';
import { endEventId, type TenantId, type UserId } from '../../platform/ids.ts';
import type { Write } from '../dynamo/table.ts';
import { event, type NewEvent, outboxWrite, withEvents } from '../outbox.ts';
import type { Session } from './session.ts';

/** Returns an event for each session of an application that had not expired. */
export const endedEvents = (tenantId: TenantId, userId: UserId, sessions: readonly Session[]): NewEvent[] =>
  sessions.flatMap(({ id, application, idleExpiresAt, expiresAt }) =>
    application && Math.min(idleExpiresAt, expiresAt) > now()
      ? event('svc.application_session_ended', {
          id: endEventId(id),
          tenantId,
          userId,
          sessionId: id,
          applicationId: application.id,
        })
      : [],
  );

/** The write of these events, together with the events of `others`. `undefined`: there are none at all. */
export function endedWrite(
  tenant: TenantId,
  user: UserId,
  sessions: readonly Session[],
  others?: Write,
): Write | undefined {
  const events = endedEvents(tenant, user, sessions);
  if (events.length === 0) return others;
  return others ? withEvents(others, events, now()) : outboxWrite(tenant, events, now());
}
