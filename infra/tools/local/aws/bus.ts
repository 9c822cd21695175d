// Emulates EventBridge's PutEvents: stores events and passes each to the targets of the rules that match.
import { randomUUID } from 'node:crypto';
import { ACCOUNT, REGION } from './account.ts';
import { matches } from './pattern.ts';
import type { Envelope, Rule } from './rules.ts';

export type BusEvent = { id: string; source: string; detailType: string; detail: unknown; time: string };
type Entry = { Source: string; DetailType: string; Detail: string; Time?: number };
type Result = { EventId: string } | { ErrorCode: string; ErrorMessage: string };
export type Bus = {
  /** Newest first. */
  events: () => BusEvent[];
  addRule: (rule: Rule) => void;
  putEvents: (input: { Entries: Entry[] }) => Promise<{ FailedEntryCount: number; Entries: Result[] } | undefined>;
};

/** Events kept for `GET /__events`. */
const KEEP = 1000;
/** The limit of one PutEvents call (EventBridge user guide, "Calculating PutEvents event entry size"). */
const MAX_BYTES = 256 * 1024;

export function createBus(rules: readonly Rule[]): Bus {
  const events: BusEvent[] = [];
  const all = [...rules];

  const put = async (entry: Entry): Promise<Result> => {
    const id = randomUUID();
    const time = new Date(entry.Time === undefined ? Date.now() : entry.Time * 1000).toISOString();
    const detail: unknown = JSON.parse(entry.Detail);
    const envelope: Envelope = {
      version: '0',
      id,
      'detail-type': entry.DetailType,
      source: entry.Source,
      account: ACCOUNT,
      time: time.replace(/\.\d+/, ''), // EventBridge has whole seconds only
      region: REGION,
      resources: [],
      detail,
    };
    try {
      await Promise.all(all.filter(({ pattern }) => matches(pattern, envelope)).map(({ target }) => target(envelope)));
    } catch (error) {
      return { ErrorCode: 'InternalFailure', ErrorMessage: String(error) };
    }
    events.unshift({ id, source: entry.Source, detailType: entry.DetailType, detail, time });
    events.length = Math.min(events.length, KEEP);
    return { EventId: id };
  };

  return {
    events: () => events,
    addRule: (rule) => void all.push(rule),
    putEvents: async ({ Entries }) => {
      if (Entries.reduce((sum, { Detail }) => sum + Buffer.byteLength(Detail), 0) > MAX_BYTES) return undefined;
      const results: Result[] = [];
      for (const entry of Entries) results.push(await put(entry)); // sequentially, to keep their order
      return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
    },
  };
}
