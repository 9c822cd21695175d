// Publishes events from the table's stream on the bus, each at least once. A batch that failed half-way is retried, so
// consumers recognise duplicates by the event's `id`.
import type { DynamoDBRecord } from 'aws-lambda';
import { EVENT_SOURCE } from '../contract/events.ts';
import { unseal } from '../crypto/seal.ts';
import { type BusEntry, publish } from '../platform/aws/bus.ts';
import { rootSecret } from '../platform/aws/secrets.ts';
import { Unavailable } from '../platform/errors.ts';
import { describeError, log } from '../platform/log.ts';
import { count } from '../platform/metrics.ts';
import type { OutboxEvent, OutboxItem } from '../store/outbox.ts';
import { newImage, sequenceOf } from './stream-record.ts';

type Pending = { id: string; sequence: string; entry: BusEntry };

/**
 * PutEvents takes ten entries and 256 KB a call. The fields besides the detail take less than half a kilobyte an entry.
 */
const MAX_ENTRIES = 10;
const MAX_BYTES = 250 * 1024;

/**
 * Publishes the outbox items among the records, in order. Returns the sequence number of the record to resume from, or
 * an empty array if all were published. Records that no retry can repair are left out, so that the others do not wait.
 */
export async function publishOutbox(records: DynamoDBRecord[]): Promise<string[]> {
  const read = await Promise.all(records.map(readEntries));
  const stop = read.indexOf('later');
  const pending = (stop < 0 ? read : read.slice(0, stop)) as Pending[][];
  const failed = await publishAll(pending.flat());
  if (failed !== undefined) return [failed];
  return stop < 0 ? [] : [sequenceOf(records[stop] as DynamoDBRecord)];
}

/**
 * Returns the entries of an outbox record, without malformed events. Other records have none. Returns `later` while the
 * secret that opens one of them is not available.
 */
async function readEntries(record: DynamoDBRecord): Promise<Pending[] | 'later'> {
  const item = record.eventName === 'INSERT' ? newImage<OutboxItem>(record, 'outbox') : undefined;
  if (!item) return [];
  const sequence = sequenceOf(record);
  const events: unknown[] = Array.isArray(item.events) ? item.events : [undefined];
  const entries: Pending[] = [];
  for (const event of events) {
    try {
      const entry = isPublishable(event) ? await entryOf(event) : discard('event_malformed', { record: sequence });
      if (entry) entries.push({ id: (event as OutboxEvent).detail.id, sequence, entry });
    } catch (error) {
      if (error instanceof Unavailable) {
        log.error('unavailable', { record: sequence, ...describeError(error) });
        return 'later';
      }
      discard('event_malformed', { record: sequence, error: (error as Error).name });
    }
  }
  return entries;
}

/** Reports an event that is lost: no retry repairs it, so it must not hold up the events behind it. */
function discard(what: 'event_malformed' | 'event_sealed_for_good', about: Record<string, string>): undefined {
  log.error(what, about);
  count('RepairNeeded');
}

/** Whether an event has what the bus needs. One that another version wrote may lack it. */
function isPublishable(event: unknown): event is OutboxEvent {
  const { name, detail } = (event ?? {}) as Partial<OutboxEvent>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    typeof detail?.id === 'string' &&
    Number.isFinite(Date.parse(detail.occurredAt))
  );
}

/** Returns the bus entry of an event, or `undefined` if its token cannot be unsealed. */
async function entryOf(event: OutboxEvent): Promise<BusEntry | undefined> {
  const detail = await unsealToken(event);
  return detail && entryFrom(event.name, detail);
}

const entryFrom = (name: string, detail: OutboxEvent['detail']): BusEntry => ({
  source: EVENT_SOURCE,
  name,
  detail: JSON.stringify(detail),
  time: new Date(detail.occurredAt),
});

/**
 * Returns the detail as subscribers receive it. The token of an invitation is the only secret that they receive,
 * because they may send the invitation themselves. It is sealed in the table. Returns `undefined` if it cannot be
 * unsealed: a retry would fail again, so the event must not block the rest.
 */
async function unsealToken({ name, detail }: OutboxEvent): Promise<OutboxEvent['detail'] | undefined> {
  if (name !== 'svc.user_invited' || typeof detail.token !== 'string') return detail;
  const roots = await rootSecret('seal');
  try {
    return { ...detail, token: unseal(roots, `message|${detail.id}`, detail.token) };
  } catch {
    return discard('event_sealed_for_good', { name, id: detail.id });
  }
}

/** Publishes the entries in order. Returns the sequence number of the first that the bus did not accept. */
async function publishAll(pending: Pending[]): Promise<string | undefined> {
  for (const batch of batchesOf(pending)) {
    const failed = await publishBatch(batch);
    if (failed !== undefined) return batch[failed]!.sequence;
  }
  return undefined;
}

/** Publishes events that one record brings about. Returns whether the bus accepted all. */
export async function publishEvents(events: readonly OutboxEvent[], sequence: string): Promise<boolean> {
  const pending = events.map((event) => ({
    id: event.detail.id,
    sequence,
    entry: entryFrom(event.name, event.detail),
  }));
  return (await publishAll(pending)) === undefined;
}

/** Splits the entries, in order, into batches that fit one call. */
function batchesOf(pending: Pending[]): Pending[][] {
  const batches: Pending[][] = [];
  let room = 0;
  for (const event of pending) {
    const size = Buffer.byteLength(event.entry.detail);
    const batch = batches.at(-1);
    if (batch && batch.length < MAX_ENTRIES && size <= room) {
      batch.push(event);
      room -= size;
    } else {
      batches.push([event]);
      room = MAX_BYTES - size;
    }
  }
  return batches;
}

/** Publishes a batch. Returns the index of the first entry that the bus did not accept, or `undefined`. */
async function publishBatch(batch: Pending[]): Promise<number | undefined> {
  try {
    const accepted = await publish(batch.map(({ entry }) => entry));
    const failed = accepted.indexOf(false);
    if (failed < 0) return undefined;
    const { id, entry } = batch[failed]!;
    log.error('event_refused', { name: entry.name, id });
    return failed;
  } catch (error) {
    log.error('bus_unavailable', describeError(error));
    return 0;
  }
}
