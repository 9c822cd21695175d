// Serves local stand-ins for EventBridge, Secrets Manager and SQS (JSON), SES and SNS (forms and XML), one function of
// Lambda and S3 (REST) over their wire protocols. Functions reach them through the SDK's own AWS_ENDPOINT_URL_* variables, so shipped code is unaware of
// them.
import type { IncomingMessage } from 'node:http';
import { close, createServer, listen } from '../ports.ts';
import { type Bus, createBus } from './bus.ts';
import { type Invoked, invokedFunction, invokeFunction } from './lambda.ts';
import type { Reply } from './query-form.ts';
import type { Queue } from './queue.ts';
import type { Rule } from './rules.ts';
import { isForObject, type Objects, putObject } from './s3.ts';
import { createSecretsManager, type SecretsManager } from './secrets.ts';
import type { Outbound } from './sent-messages.ts';
import { handleSqs } from './sqs.ts';

export type Aws = {
  endpoint: string;
  bus: Bus;
  secretsManager: SecretsManager;
  /** What is stored in S3. */
  objects: Objects;
  /** Serves the queue under its name. */
  addQueue: (queue: Queue) => void;
  stop: () => Promise<void>;
};
export type AwsOptions = {
  secrets: Readonly<Record<string, string>>;
  rules: readonly Rule[];
  outbound: Outbound;
  /** The function that sends messages, under any ARN. */
  messageSender?: Invoked | undefined;
};

/** Serves `secrets` by name, passes events to the targets of `rules`, and stores sent messages in `outbound`. */
export async function startAws({ secrets, rules, outbound, messageSender }: AwsOptions): Promise<Aws> {
  const bus = createBus(rules);
  const queues = new Map<string, Queue>();
  const objects: Objects = new Map();
  const secretsManager = createSecretsManager(secrets);
  const secretOperations = Object.entries(secretsManager.operations).map(([name, run]) => [
    `secretsmanager.${name}`,
    run,
  ]);
  const operations: Record<string, (input: never) => unknown> = {
    'AWSEvents.PutEvents': bus.putEvents,
    ...Object.fromEntries(secretOperations),
  };
  const json = async (target: string, body: string): Promise<Reply> => {
    const result = handleSqs(target, body, queues) ??
      (await operations[target]?.(JSON.parse(body) as never)) ?? { __type: 'ResourceNotFoundException' };
    const content = JSON.stringify(result);
    return { status: '__type' in (result as object) ? 400 : 200, type: 'application/x-amz-json-1.1', body: content };
  };
  /** Loaded when the first message arrives. */
  const query = async (body: string): Promise<Reply> => (await import('./query.ts')).handleQuery(body, outbound);

  const server = createServer(async (request, response) => {
    try {
      const target = request.headers['x-amz-target'];
      const body = await textOf(request);
      if (isForObject(request)) {
        const { status, type, body: content } = putObject(request, body, objects);
        response.writeHead(status, { 'content-type': type }).end(content);
        return;
      }
      const isInvocation = invokedFunction(request.url ?? '') !== undefined;
      const reply: Reply & { headers?: Record<string, string> } = isInvocation
        ? await invokeFunction(body, messageSender, outbound)
        : await (target === undefined ? query(body) : json(String(target), body));
      response.writeHead(reply.status, { 'content-type': reply.type, ...reply.headers }).end(reply.body);
    } catch (error) {
      if (request.destroyed) return; // the client disconnected
      process.stderr.write(`aws stand-in: ${error instanceof Error ? error.stack : error}\n`);
      response.writeHead(500).end();
    }
  });
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bus,
    secretsManager,
    objects,
    addQueue: (queue) => void queues.set(queue.name, queue),
    stop: () => close(server),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
