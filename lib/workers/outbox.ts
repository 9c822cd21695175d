// From the table's stream to the bus. An event is published at least once: a batch that failed half way comes back, so
// consumers recognise repetitions by the event's `id`.
import type { DynamoDBRecord } from 'aws-lambda';
import { EVENT_SOURCE } from '../contract/events.ts';
import { unseal } from '../crypto/seal.ts';
import { type BusEntry, publish } from '../platform/bus.ts';
import { describeError, log } from '../platform/log.ts';
import { rootSecret } from '../platform/secrets.ts';
import type { OutboxEvent, OutboxItem } from '../store/outbox.ts';
import { newImage, sequenceOf } from './stream-record.ts';

type Pending = { id: string; sequence: string; entry: BusEntry };

/** PutEvents takes ten entries a call, and 256 KB; what stands beside the details is below half a kilobyte each. */
const BATCH = 10;
const MAX_BYTES = 250 * 1024;

/** Publishes the outbox items among the records, in their order. Answers the record to resume from, if any. */
export async function publishOutbox(records: DynamoDBRecord[]): Promise<string[]> {
  const pending = await Promise.all(records.map(entriesOf));
  for (const batch of batchesOf(pending.flat())) {
    const failed = await attempt(batch);
    if (failed !== undefined) return [batch[failed]!.sequence];
  }
  return [];
}

async function entriesOf(record: DynamoDBRecord): Promise<Pending[]> {
  const item = record.eventName === 'INSERT' ? newImage<OutboxItem>(record, 'outbox') : undefined;
  if (!item) return [];
  const events: unknown[] = Array.isArray(item.events) ? item.events : [undefined];
  const sound = events.filter(isSound);
  // Like one that can't be opened: it will never be another, and must not hold up the rest.
  if (sound.length < events.length) log.error('event_malformed', { record: sequenceOf(record) });
  const entries = await Promise.all(sound.map(entryOf));
  return entries.flatMap((entry, at) =>
    entry ? { id: sound[at]!.detail.id, sequence: sequenceOf(record), entry } : [],
  );
}

/** What the bus needs of an event. Ours have it; what an older or newer version wrote may not. */
function isSound(event: unknown): event is OutboxEvent {
  const { name, detail } = (event ?? {}) as Partial<OutboxEvent>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    typeof detail?.id === 'string' &&
    Number.isFinite(Date.parse(detail.occurredAt))
  );
}

async function entryOf(event: OutboxEvent): Promise<BusEntry | undefined> {
  const detail = await opened(event);
  if (!detail) return undefined;
  const { name } = event;
  return { source: EVENT_SOURCE, name, detail: JSON.stringify(detail), time: new Date(detail.occurredAt) };
}

/**
 * The event as subscribers get it. The token of an invitation is the one secret among them, because they may send the
 * invitation themselves; in the table it lies sealed. One that can't be opened will never be: it must not hold up the rest.
 */
async function opened({ name, detail }: OutboxEvent): Promise<OutboxEvent['detail'] | undefined> {
  if (name !== 'svc.user_invited' || typeof detail.token !== 'string') return detail;
  const roots = await rootSecret();
  try {
    return { ...detail, token: unseal(roots, `message|${detail.id}`, detail.token) };
  } catch {
    log.error('event_sealed_for_good', { name, id: detail.id });
    return undefined;
  }
}

/** The entries in their order, as many to a call as it takes. */
function batchesOf(pending: Pending[]): Pending[][] {
  const batches: Pending[][] = [];
  let room = 0;
  for (const each of pending) {
    const size = Buffer.byteLength(each.entry.detail);
    const batch = batches.at(-1);
    if (batch && batch.length < BATCH && size <= room) {
      batch.push(each);
      room -= size;
    } else {
      batches.push([each]);
      room = MAX_BYTES - size;
    }
  }
  return batches;
}

/** The index of the first entry that wasn't taken, or `undefined`. */
async function attempt(batch: Pending[]): Promise<number | undefined> {
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
