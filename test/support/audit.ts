// Feeds the audit log in tests: reads the table's stream and hands it to the change feed, as often as a test wants.
import type { DynamoDBRecord } from 'aws-lambda';
import { removeRows } from '../../lib/records/remove-rows.ts';
import { handleChanges } from '../../lib/workers/change-feed.ts';
import { feedAtRest } from './api.ts';
import { type StreamReader, startStreamReader } from './faults/stream-reader.ts';
import type { Service } from './service.ts';

/** An entry as the API returns it. */
export type Entry = {
  id: string;
  occurredAt: string;
  tenantId: string | null;
  action: string;
  outcome: string;
  actor: { type: string; id: string | null };
  via: { type: string; id: string } | null;
  target: { type: string; id: string };
  requestId: string | null;
  operation: string | null;
  source: { ipAddress: string | null; userAgent: string | null; deviceName: string | null } | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  detail: Record<string, unknown>;
  isErased: boolean;
};

export type Feed = {
  /** Hands everything new to the change feed until nothing is new. Returns the records. */
  drain: () => Promise<DynamoDBRecord[]>;
  stop: () => void;
};

/** Starts a feed for a service that runs without one. */
export async function startFeed(service: Service): Promise<Feed> {
  const reader: StreamReader = await startStreamReader(service.local.engine.endpoint, service.local.table);
  return {
    drain: async () => {
      const all: DynamoDBRecord[] = [];
      for (let records = await reader.next(); records.length > 0; records = await reader.next()) {
        all.push(...records);
        for (let first = 0; first < records.length; first += 100) {
          const { batchItemFailures } = await handleChanges(records.slice(first, first + 100), removeRows);
          if (batchItemFailures.length > 0) throw new Error('the feed failed');
        }
      }
      return all;
    },
    stop: reader.stop,
  };
}

/** Reads the whole export. */
export async function exported(service: Service): Promise<string[]> {
  const lines: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const reply = await service.admin('GET', `/auth/admin/api/audit/export?limit=50${next}`);
    if (reply.status !== 200) throw new Error(`export: ${reply.text}`);
    lines.push(...reply.body.data.map((link: object) => JSON.stringify(link)));
    cursor = reply.body.meta.nextCursor;
  }
  return lines;
}

/** Reads a list to its end. */
export async function pagesOf(service: Service, path: string, limit = 100): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const reply = await service.admin('GET', `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${next}`);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    found.push(...reply.body.data);
    cursor = reply.body.meta.nextCursor;
  }
  return found;
}

/** The entries of the log with this action about this target, as soon as there are any. */
export async function recordedAbout(
  service: Service,
  { id: tenantId }: { id: string },
  targetId: string,
  action: string,
): Promise<Entry[]> {
  const query = new URLSearchParams({ tenantId, targetId });
  for (const started = Date.now(); ; ) {
    await feedAtRest(service);
    const { data } = (await service.admin('GET', `/auth/admin/api/audit?${query}`)).body;
    const found = (data as Entry[]).filter((entry) => entry.action === action);
    if (found.length || Date.now() - started > RECORDED_WITHIN_MS) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
/** The change feed of a busy machine needs seconds. */
const RECORDED_WITHIN_MS = 20_000;
