// Stand-ins for the services of AWS that the functions call, speaking their wire protocols: EventBridge and Secrets
// Manager in JSON, SES and SNS as forms and XML. The functions reach them through the SDK's own AWS_ENDPOINT_URL_*
// variables, so that no shipped line knows about them.
import type { IncomingMessage } from 'node:http';
import { close, createServer, listen } from '../ports.ts';
import { type Bus, createBus } from './bus.ts';
import type { Rule } from './rules.ts';
import { createSecretsManager, type SecretsManager } from './secrets.ts';
import type { Outbound } from './sent-messages.ts';

export type Aws = { endpoint: string; bus: Bus; secretsManager: SecretsManager; stop: () => Promise<void> };
export type Reply = { status: number; type: string; body: string };
export type AwsOptions = { secrets: Readonly<Record<string, string>>; rules: readonly Rule[]; outbound: Outbound };

/** Serves `secrets` by name, hands what is put on the bus to `rules`, and keeps what is sent in `outbound`. */
export async function startAws({ secrets, rules, outbound }: AwsOptions): Promise<Aws> {
  const bus = createBus(rules);
  const secretsManager = createSecretsManager(secrets);
  const ofSecrets = Object.entries(secretsManager.operations).map(([name, run]) => [`secretsmanager.${name}`, run]);
  const operations: Record<string, (input: never) => unknown> = {
    'AWSEvents.PutEvents': bus.putEvents,
    ...Object.fromEntries(ofSecrets),
  };
  const json = async (target: string, body: string): Promise<Reply> => {
    const answer = (await operations[target]?.(JSON.parse(body) as never)) ?? { __type: 'ResourceNotFoundException' };
    const content = JSON.stringify(answer);
    return { status: '__type' in (answer as object) ? 400 : 200, type: 'application/x-amz-json-1.1', body: content };
  };
  /** Loaded with the first message. */
  const query = async (body: string): Promise<Reply> => (await import('./query.ts')).handleQuery(body, outbound);

  const server = createServer(async (request, response) => {
    try {
      const target = request.headers['x-amz-target'];
      const body = await textOf(request);
      const reply = await (target === undefined ? query(body) : json(String(target), body));
      response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body);
    } catch (error) {
      if (request.destroyed) return; // the client has gone
      process.stderr.write(`aws stand-in: ${error instanceof Error ? error.stack : error}\n`);
      response.writeHead(500).end();
    }
  });
  const port = await listen(server, 0);
  return { endpoint: `http://127.0.0.1:${port}`, bus, secretsManager, stop: () => close(server) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
