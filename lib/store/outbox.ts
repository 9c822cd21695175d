// Events leave through the outbox: written in the transaction that makes the change, published from the table's stream.
// One item holds all events of one change, so a change with two events costs no more than one with one.
import type { EventDetail, EventName } from '../contract/events.ts';
import { newEventId, type TenantId } from '../platform/ids.ts';
import type { Item, Write } from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { User } from './users.ts';

/** An event as it is read back. Another version may have written it, so its name and detail are unchecked. */
export type OutboxEvent = { name: string; detail: Record<string, unknown> & { id: string; occurredAt: string } };
type EventOf<N extends EventName> = { name: N; detail: EventDetail<N> & { id?: string } };
/** An event before `outboxWrite` adds its time, and its id unless the detail already has one. */
export type NewEvent = { [N in EventName]: EventOf<N> }[EventName];
export type OutboxItem = Item & { type: 'outbox'; events: OutboxEvent[]; ttl: number };

/** An event of the contract. A wrong name or detail does not compile. */
export const event = <N extends EventName>(name: N, detail: EventOf<N>['detail']): EventOf<N> => ({ name, detail });

/** The fields that identify the user in every event about them. */
export const userHeader = ({ tenantId, id, email, phone }: Pick<User, 'tenantId' | 'id' | 'email' | 'phone'>) => ({
  tenantId,
  userId: id,
  email,
  phone,
});

/** Long enough to look into what happened; the stream itself keeps records for one day. */
const KEEP_SECONDS = 7 * 86_400;

/** A write like `outboxWrite` of which nobody hears: for answers that must cost the same whether there is somebody or not. */
export function decoyWrite(tenant: TenantId | null, events: readonly NewEvent[], now: number): Write {
  const { create } = outboxWrite(tenant, events, now) as { create: OutboxItem };
  return { create: { ...create, type: 'outbox-decoy', events: [] } as Item };
}

/** The write that puts `events` into the outbox, to be part of the change's transaction. `tenant`: whose they are, if
 * anybody's. `now` in ms. */
export function outboxWrite(tenant: TenantId | null, events: readonly NewEvent[], now: number): Write {
  const occurredAt = new Date(now).toISOString();
  const stamped = events.map(({ name, detail }) => ({ name, detail: { id: newEventId(), occurredAt, ...detail } }));
  const item: OutboxItem = {
    ...keys.outbox(tenant, stamped[0]!.detail.id),
    type: 'outbox',
    events: stamped,
    ttl: Math.floor(now / 1000) + KEEP_SECONDS,
  };
  return { create: item };
}
