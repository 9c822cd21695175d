// Builds the outbox items that carry events. An item is written in the transaction of the change and published from the
// table's stream. One item holds all events of a change, so a second event costs no second write.
import type { EventDetail, EventName } from '../contract/events.ts';
import { derivedEventId, newEventId, type TenantId, type UserId } from '../platform/ids.ts';
import { type Origin, origin } from '../platform/request-context.ts';
import type { Item, Write } from './dynamo/table.ts';
import * as keys from './keys.ts';

/** An event as it is read back. Another version may have written it, so its name and detail are unchecked. */
export type OutboxEvent = { name: string; detail: Record<string, unknown> & { id: string; occurredAt: string } };
type EventOf<N extends EventName> = { name: N; detail: EventDetail<N> & { id?: string } };
/** An event before `outboxWrite` adds its time, and its id unless the detail already has one. */
export type NewEvent = { [N in EventName]: EventOf<N> }[EventName];
export type OutboxItem = Item & {
  type: 'outbox';
  events: OutboxEvent[];
  /** The request that made the change, for the audit log. Absent for work without a request. */
  by?: Origin;
  /** An entry of the audit log, where no event is published. */
  note?: AuditNote;
  ttl: number;
};
/** What happened, for the audit log alone. */
export type AuditNote = {
  id: string;
  occurredAt: string;
  action: string;
  outcome: 'success' | 'failure';
  target: { type: string; id: string };
  detail: Record<string, unknown>;
};

/** An event of the contract. A wrong name or detail does not compile. */
export const event = <N extends EventName>(name: N, detail: EventOf<N>['detail']): EventOf<N> => ({ name, detail });

type Person = { tenantId: TenantId; id: UserId; email: string | null; phone: string | null };

/** The fields that identify the user in every event about them. */
export const userHeader = ({ tenantId, id, email, phone }: Person) => ({
  tenantId,
  userId: id,
  email,
  phone,
});

/**
 * Events that are no entries of the audit log: rows belong to the application, ends of sessions are entries by themselves,
 * and strangers ask for the tenants of any address, or to join with it.
 */
export const UNRECORDED = /^svc\.(row_|(application_session_ended|tenants_requested|join_requested)$)/;

/** Seven days, long enough to investigate an incident. The stream itself keeps records for one day. */
const KEEP_SECONDS = 7 * 86_400;

/**
 * A write like `outboxWrite` whose events are never published. For operations that must cost the same whether or not an
 * account exists.
 */
export function decoyWrite(tenant: TenantId | null, events: readonly NewEvent[], now: number): Write {
  const { create } = outboxWrite(tenant, events, now) as { create: OutboxItem };
  return { create: { ...create, type: 'outbox-decoy', events: [] } as Item };
}

/**
 * The write that puts `events` into the outbox, as part of the change's transaction. `tenant` is `null` for events of
 * no tenant. `now` in ms.
 */
export const outboxWrite = (tenant: TenantId | null, events: readonly NewEvent[], now: number): Write => ({
  create: outboxItem(tenant, events, now),
});

/** The write without the request that caused the change: who made it is of another tenant, or has no account. */
export function withoutOrigin(write: Write): Write {
  const { by: _, ...item } = (write as { create: OutboxItem }).create;
  return { create: item };
}

/** The item of `outboxWrite`, for events without a change: alone, it costs half of a transaction. */
export function outboxItem(tenant: TenantId | null, events: readonly NewEvent[], now: number): OutboxItem {
  const stamped = stampedAt(events, now);
  const by = events.every(({ name }) => UNRECORDED.test(name)) ? undefined : origin();
  return {
    ...keys.outbox(tenant, stamped[0]!.detail.id),
    type: 'outbox',
    events: stamped,
    ...(by && { by }),
    ttl: Math.floor(now / 1000) + KEEP_SECONDS,
  };
}

/**
 * Returns the item that becomes an entry of the audit log and no event. `isDecoy`: an item of the same size that becomes
 * nothing, for operations that must cost the same whether or not an account exists.
 */
export function noteItem(
  tenant: TenantId | null,
  note: Omit<AuditNote, 'id' | 'occurredAt'>,
  now: number,
  isDecoy: boolean,
  id = newEventId(),
): Item {
  const by = origin();
  const item: OutboxItem = {
    ...keys.outbox(tenant, id),
    type: 'outbox',
    events: [],
    ...(by && { by }),
    note: { id, occurredAt: new Date(now).toISOString(), ...note },
    ttl: Math.floor(now / 1000) + KEEP_SECONDS,
  };
  return isDecoy ? { ...item, type: 'outbox-decoy' } : item;
}

/** The action of the entry that says that a user is erased from the log. `audit:verify` looks for it. */
export const ERASED = 'user.erased';

/**
 * Returns the item whose entry of the audit log erases the user from it. `id`: a second item of the same id is refused.
 */
export function erasureItem(tenant: TenantId, user: UserId, now: number, id = derivedEventId(user, ERASED)): Item {
  const entry = { action: ERASED, outcome: 'success', target: { type: 'user', id: user }, detail: {} } as const;
  return noteItem(tenant, entry, now, false, id);
}

/** The write with further events of the same change. */
export function withEvents(write: Write, events: readonly NewEvent[], now: number): Write {
  const { create: item } = write as { create: OutboxItem };
  const all: OutboxItem = { ...item, events: [...item.events, ...stampedAt(events, now)] };
  return { create: all };
}

/** Gives events their time, and an id to those that have none. */
export function stampedAt(events: readonly NewEvent[], now: number): OutboxEvent[] {
  const occurredAt = new Date(now).toISOString();
  return events.map(({ name, detail }) => ({ name, detail: { id: newEventId(), occurredAt, ...detail } }));
}
