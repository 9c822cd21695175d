// Serves the one address that functions use for AWS. Checks each call against the role of the function that signed it,
// as IAM would, and forwards it to the engine or the stand-ins.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, close, createServer, listen, request as send } from '../../local/ports.ts';
import type { Findings } from '../findings.ts';
import { allowed, type Requirement, type Statement } from './policy.ts';
import { requirementsOf } from './requirements.ts';

export type IamProxy = {
  endpoint: string;
  /** Returns whether the function's role allows it; records what was used, and reports what is missing. */
  check: (name: string, requirement: Requirement) => boolean;
  /** Keys of the grants that were used. */
  used: (name: string) => ReadonlySet<string>;
  stop: () => Promise<void>;
};
export type IamProxyOptions = {
  /** What the role of a function allows now. */
  statements: (name: string) => readonly Statement[];
  engine: string;
  /** The address of all other services. */
  aws: string;
  findings: Findings;
};

/** The function and the service that the signature names. */
const CREDENTIAL = /Credential=([^/]+)\/\d+\/[^/]+\/([^/]+)\/aws4_request/;

export async function startIamProxy({ statements, engine, aws, findings }: IamProxyOptions): Promise<IamProxy> {
  const agent = new Agent({ keepAlive: true });
  const used = new Map<string, Set<string>>();

  const isAllowed = (name: string, requirement: Requirement): boolean => {
    const keys = allowed(statements(name), requirement);
    const own = used.get(name) ?? new Set();
    used.set(name, own);
    for (const key of keys ?? []) own.add(key);
    return keys !== undefined;
  };
  const denied = (name: string, { action, resource }: Requirement): void =>
    findings.add('denied', name, `${action} on ${resource}`);

  const server = createServer(async (incoming, outgoing) => {
    const body = await bytesOf(incoming);
    const [, name = '', service = ''] = CREDENTIAL.exec(incoming.headers.authorization ?? '') ?? [];
    const target = incoming.headers['x-amz-target'];
    const call = {
      service,
      target: target && String(target),
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      body: body.toString(),
    };
    const requirements = requirementsOf(call);
    if (!requirements)
      findings.add('denied', name, `a call of ${service || 'AWS without a signature'}, which no stand-in serves`);
    const missing = requirements
      ?.map((each) => [each].flat())
      .find((any) => !any.some((each) => isAllowed(name, each)));
    if (missing) denied(name, missing[0] as Requirement);
    if (missing || !requirements) return refuse(outgoing, target === undefined, missing?.[0]?.action ?? service);
    passOn(incoming, outgoing, body, service === 'dynamodb' ? engine : aws);
  });

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, to: string): void {
    const options = { agent, method: incoming.method, path: incoming.url, headers: incoming.headers };
    const forward = send(to, options, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    forward.end(body);
  }

  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  return {
    endpoint,
    check: (name, requirement) => {
      const ok = isAllowed(name, requirement);
      if (!ok) denied(name, requirement);
      return ok;
    },
    used: (name) => used.get(name) ?? new Set(),
    stop: async () => {
      agent.destroy();
      await close(server);
    },
  };
}

/** Responds as the services do, in JSON or XML. */
function refuse(outgoing: ServerResponse, isQuery: boolean, action: string): void {
  const message = `the role does not allow ${action}`;
  if (isQuery) {
    const error = `<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>${message}</Message></Error>`;
    outgoing.writeHead(403, { 'content-type': 'text/xml' }).end(`<ErrorResponse>${error}</ErrorResponse>`);
    return;
  }
  outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  outgoing.end(JSON.stringify({ __type: 'AccessDeniedException', message }));
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
