// Stand-ins for EventBridge and Secrets Manager, speaking their wire protocols. The functions reach them through the
// SDK's own AWS_ENDPOINT_URL_* variables, so that no shipped line knows about them.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from './http.ts';
import { close, listen } from './ports.ts';

export type BusEvent = { id: string; source: string; detailType: string; detail: unknown; time: string };
export type Aws = { endpoint: string; events: () => BusEvent[]; stop: () => Promise<void> };

/** Events kept for `GET /__events`. */
const KEEP = 1000;
/** What PutEvents takes in one call (EventBridge user guide, "Calculating PutEvents event entry size"). */
const MAX_BYTES = 256 * 1024;

type Entry = { Source: string; DetailType: string; Detail: string; Time?: number };

/** Serves `secrets` by name and collects what is put on the bus, newest first. */
export async function startAws(secrets: Readonly<Record<string, string>>): Promise<Aws> {
  const events: BusEvent[] = [];

  const put = (entry: Entry) => {
    const id = randomUUID();
    const time = new Date(entry.Time === undefined ? Date.now() : entry.Time * 1000).toISOString();
    events.unshift({ id, source: entry.Source, detailType: entry.DetailType, detail: JSON.parse(entry.Detail), time });
    events.length = Math.min(events.length, KEEP);
    return { EventId: id };
  };

  const operations: Record<string, (input: never) => unknown> = {
    'AWSEvents.PutEvents': ({ Entries }: { Entries: Entry[] }) =>
      Entries.reduce((sum, { Detail }) => sum + Buffer.byteLength(Detail), 0) > MAX_BYTES
        ? undefined
        : { FailedEntryCount: 0, Entries: Entries.map(put) },
    'secretsmanager.GetSecretValue': ({ SecretId }: { SecretId: string }) =>
      secrets[SecretId] === undefined ? undefined : { Name: SecretId, SecretString: secrets[SecretId], VersionId: '1' },
  };

  const server = createServer(async (request, response) => {
    const operation = operations[String(request.headers['x-amz-target'])];
    const reply = operation?.(JSON.parse(await textOf(request)) as never);
    response.writeHead(reply ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(reply ?? { __type: 'ResourceNotFoundException' }));
  });
  const port = await listen(server, 0);
  return { endpoint: `http://127.0.0.1:${port}`, events: () => events, stop: () => close(server) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
