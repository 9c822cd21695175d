// Serves a DynamoDB endpoint that forwards calls to the engine and records the IAM actions they need.
import { createServer, type IncomingMessage } from 'node:http';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { type Use, usesOf } from '../../infra/tools/rehearsal/iam/requirements.ts';

export type { Use };
export type Recorder = {
  endpoint: string;
  /** Returns the actions used while `act` ran. `act` may read those used so far. */
  during: (act: (soFar: () => Use[]) => Promise<unknown>) => Promise<Use[]>;
  stop: () => Promise<void>;
};

const API = 'DynamoDB_20120810.';
/** Operations that only create the table. */
const ADMINISTRATION = ['CreateTable', 'DescribeTable', 'UpdateTimeToLive'];

export async function startRecorder(engine: string): Promise<Recorder> {
  let uses: Use[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const target = String(request.headers['x-amz-target']);
    const operation = target.startsWith(API) ? target.slice(API.length) : undefined;
    if (operation && !ADMINISTRATION.includes(operation)) uses.push(...usesOf(operation, JSON.parse(body)));
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
      // Later calls are not part of it.
      const own = uses;
      uses = [];
      return own;
    },
    stop: () => close(server),
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
