// A DynamoDB endpoint that passes everything on to the engine and notes which IAM actions that would have taken.
import { createServer, type IncomingMessage } from 'node:http';
import { close, listen } from '../../infra/local/ports.ts';

/** `index` for a query of one; `partitions` are the keys touched. */
export type Use = { action: string; index?: string; partitions: string[] };
export type Recorder = {
  endpoint: string;
  /** What was used while `act` ran, which may look at what was used so far. */
  during: (act: (soFar: () => Use[]) => Promise<unknown>) => Promise<Use[]>;
  stop: () => Promise<void>;
};

type Key = { pk: { S: string } };
type Write = { Key?: Key; Item?: Key };
type Input = Write & {
  IndexName?: string;
  RequestItems?: Record<string, { Keys: Key[] }>;
  TransactItems?: { Put?: Write; Update?: Write; Delete?: Write; ConditionCheck?: Write }[];
};

const API = 'DynamoDB_20120810.';
/** Making the table is the stack's business. */
const ADMINISTRATION = ['CreateTable', 'DescribeTable', 'UpdateTimeToLive'];
const PARTS = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'ConditionCheckItem' };

export async function startRecorder(engine: string): Promise<Recorder> {
  let uses: Use[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const target = String(request.headers['x-amz-target']);
    if (target.startsWith(API)) uses.push(...usesOf(target.slice(API.length), JSON.parse(body)));
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const reply = await fetch(engine, {
      method: request.method,
      headers: headers as Record<string, string>,
      ...(body ? { body } : {}),
    });
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' });
    response.end(await reply.text());
  });
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    during: async (act) => {
      uses = [];
      await act(() => uses);
      return uses;
    },
    stop: () => close(server),
  };
}

function usesOf(operation: string, input: Input): Use[] {
  if (ADMINISTRATION.includes(operation)) return [];
  if (operation === 'TransactWriteItems') {
    return (input.TransactItems ?? []).flatMap((item) =>
      Object.entries(item).map(([part, write]) => ({
        action: PARTS[part as keyof typeof PARTS],
        partitions: [partitionOf(write)],
      })),
    );
  }
  if (operation === 'BatchGetItem') {
    const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys);
    return [{ action: operation, partitions: keys.map(({ pk }) => pk.S) }];
  }
  if (operation === 'Query') return [{ action: operation, index: input.IndexName, partitions: [] }];
  return [{ action: operation, partitions: [partitionOf(input)] }];
}

const partitionOf = ({ Key, Item }: Write): string => (Key ?? Item)?.pk.S ?? '';

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
