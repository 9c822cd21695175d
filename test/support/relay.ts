// Relays calls to the engine, so that tests can watch the store's calls, lose some of them, or respond as AWS does when
// it fails.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { close, listen } from '../../infra/tools/local/ports.ts';

// biome-ignore lint/suspicious/noExplicitAny: requests and responses of DynamoDB's protocol
export type Body = any;
export type Injected = { status: number; body: Body };
/**
 * What becomes of a call: it goes through, it never arrives, or it is carried out and its response is lost. `reply`
 * replaces the response, `after` the call was carried out. `part` is carried out instead, and `rest` completes its response.
 */
export type Fate =
  | 'passes'
  | 'request lost'
  | 'answer lost'
  | { reply: Injected; after?: true }
  | { part: Body; rest: (reply: Body) => Body };
export type Relay = { endpoint: string; stop: () => Promise<void> };
type Options = {
  /** Hears of each call that the engine carried out or refused. */
  carriedOut?: (operation: string, body: Body, status: number) => void;
};

const API = 'DynamoDB_20120810';

/** Starts a relay. It passes the operation (`PutItem`) of every call of the table, not of the stream, to `fateOf`. */
export async function startRelay(
  engine: string,
  fateOf: (operation: string, body: Body) => Fate,
  { carriedOut }: Options = {},
): Promise<Relay> {
  const agent = new Agent({ keepAlive: true });
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const [api, operation = ''] = String(incoming.headers['x-amz-target']).split('.');
    const sent = await textOf(incoming);
    const body = api === API ? JSON.parse(sent) : undefined;
    const fate = api === API ? fateOf(operation, body) : 'passes';
    // The request has been read, so that destroying it alone would leave the client waiting for its timeout.
    if (fate === 'request lost') return void incoming.socket.destroy();
    if (typeof fate === 'object' && 'reply' in fate && !fate.after) return respond(outgoing, fate.reply);
    const { method, url, headers } = incoming;
    const part = typeof fate === 'object' && 'part' in fate ? fate.part : undefined;
    const text = part ? JSON.stringify(part) : sent;
    const length = { 'content-length': Buffer.byteLength(text) };
    const onward = request(engine + url, { agent, method, headers: { ...headers, ...length } }, async (answer) => {
      const received = await textOf(answer);
      if (api === API) carriedOut?.(operation, part ?? body, answer.statusCode ?? 0);
      if (fate === 'answer lost') return void outgoing.destroy();
      if (typeof fate === 'object' && 'reply' in fate) return respond(outgoing, fate.reply);
      if (typeof fate === 'object')
        return respond(outgoing, { status: answer.statusCode ?? 500, body: fate.rest(JSON.parse(received)) });
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(received);
    });
    onward.on('error', () => outgoing.destroy());
    onward.end(text);
  };
  const relay = createServer((incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()));
  const stop = async () => {
    agent.destroy();
    relay.closeAllConnections();
    await close(relay);
  };
  return { endpoint: `http://127.0.0.1:${await listen(relay, 0)}`, stop };
}

/** Responds as DynamoDB does, with its checksum. */
function respond(outgoing: ServerResponse, { status, body }: Injected): void {
  const text = JSON.stringify(body);
  outgoing
    .writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(text),
      'x-amz-crc32': String(crc32(text)),
      'x-amzn-requestid': 'INJECTED0000000000000000000000000000000000000000000F',
    })
    .end(text);
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
