// Serves an account of AWS on this machine: replies in the shapes that the SDK's own clients read, by the name of the call.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `error`: the code of a refusal, in the form of the service. `hangs`: no reply at all. */
export type AwsReply = { json?: object; xml?: string; status?: number; error?: string; hangs?: true };
export type AwsReplies = Record<string, AwsReply | ((input: string) => AwsReply)>;

/** Names a call as the SDK does: by its target, its action, or its method and path. */
async function nameOf(request: IncomingMessage): Promise<{ name: string; input: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const input = Buffer.concat(chunks).toString();
  const target = request.headers['x-amz-target']?.toString().split('.').at(-1);
  const action = new URLSearchParams(input).get('Action');
  return { name: target ?? action ?? `${request.method} ${request.url?.split('?')[0]}`, input };
}

const isXml = (name: string): boolean =>
  name.includes('SMS') || /\/2013-04-01\/|^Describe(Stack)|^ListStack/.test(name);

export class AwsAccount {
  replies: AwsReplies = {};
  readonly calls: string[] = [];
  #server: Server | undefined;

  async start(): Promise<void> {
    const server = createServer(async (request, response) => {
      const { name, input } = await nameOf(request);
      this.calls.push(name);
      const found = this.replies[name];
      const reply = typeof found === 'function' ? found(input) : (found ?? { error: 'UnknownOperationException' });
      if (reply.hangs) return;
      const { error, status = error === undefined ? 200 : 403, json = {}, xml } = reply;
      if (error !== undefined && isXml(name))
        return void response
          .writeHead(status, { 'content-type': 'text/xml' })
          .end(
            `<ErrorResponse><Error><Type>Sender</Type><Code>${error}</Code><Message>no</Message></Error></ErrorResponse>`,
          );
      const body =
        error === undefined ? (xml ?? JSON.stringify(json)) : JSON.stringify({ __type: error, message: 'no' });
      const type = xml === undefined ? 'application/json' : 'text/xml';
      response.writeHead(status, { 'content-type': type, ...(error !== undefined && { 'x-amzn-errortype': error }) });
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
  }

  /** Points the SDK's clients at it. */
  get environment(): Record<string, string> {
    const address = this.#server?.address() as AddressInfo | undefined;
    return {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${address?.port}`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    };
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}
