// Starts a deployment whose functions are processes that can be killed: the deployed bundles, a table behind a proxy
// that counts calls, the stream, the bus, the queue. Each lane is one instance of the same functions, with a clock of
// its own.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DynamoDBBatchResponse, SQSBatchResponse } from 'aws-lambda';
import { bundle } from '../../../infra/bundling/bundle.ts';
import { type Queue, startQueue } from '../../../infra/tools/local/aws/queue.ts';
import { createOutbound, type Outbound } from '../../../infra/tools/local/aws/sent-messages.ts';
import { startAws } from '../../../infra/tools/local/aws/server.ts';
import { startEngine } from '../../../infra/tools/local/engine.ts';
import { startPoller } from '../../../infra/tools/local/stream.ts';
import { createTable } from '../../../infra/tools/local/table.ts';
import { type Runtime, RuntimeFailure, startRuntime } from '../../../infra/tools/rehearsal/runtime/runtime.ts';
import { EVENT_SOURCE, messageEvents } from '../../../lib/contract/events.ts';
import { pathOf } from '../../../lib/contract/operation.ts';
import type { Response } from '../../../lib/http/response.ts';
import { close as closeTable } from '../../../lib/store/dynamo/client.ts';
import { functionNameOf, operations } from '../ledger.ts';
import { rootSettings } from '../roots.ts';
import { until } from '../until.ts';
import { type KillingProxy, type Plan, startKillingProxy } from './killing-proxy.ts';
import { type SecretsManager, startSecretsManager } from './secrets-manager.ts';

// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
export type Answer = { status: number; body: any; cookie: string };
export type Request = {
  body?: unknown;
  token?: string | undefined;
  cookie?: string | undefined;
  headers?: Record<string, string>;
};
export type BusEvent = { name: string; detail: Record<string, unknown> & { id: string } };

/** The process died before it responded. What it did is unknown. */
export const LOST = 'lost';
export type Lost = typeof LOST;

export type Lane = {
  /** Returns the response, or `LOST` if there was none. */
  send: (method: string, path: string, request?: Request) => Promise<Answer | Lost>;
  /** Kills the function behind a path, or by its name, at one of its next calls of the store. */
  arm: (what: string, plan: Plan) => void;
  /** Whether it was killed. */
  disarm: (what: string) => boolean;
  /** Kills every process of the lane: the next event meets a new one, which knows nothing. */
  restart: () => Promise<void>;
  now: () => number;
  /** Lets so many milliseconds go by for the functions of this lane. */
  advance: (ms: number) => void;
};
export type Deployment = {
  lanes: readonly Lane[];
  /** With one root secret for every purpose, under `root`. */
  secrets: SecretsManager;
  adminKey: string;
  /** What reached the bus, oldest first. */
  events: readonly BusEvent[];
  outbound: Outbound;
  queue: Queue;
  kills: () => number;
  /** Number of processes started so far. */
  starts: () => number;
  /** Milliseconds from the start of each process to its first response. */
  cold: () => number[];
  /** Responses of 500 and more from processes that lived, and log lines about faults. */
  faults: readonly string[];
  stop: () => Promise<void>;
};

const TABLE = 'gatehouse';
/** Addresses of one network: a client that repeats a refresh must be the same client. Limits count each address. */
const sourceIp = (): string => `127.45.6.${randomInt(1, 255)}`;

const CLOCK = fileURLToPath(new URL('clock.cjs', import.meta.url));
/** What stream and queue drive; their lane is the first one. */
const FEED = 'change-feed';
const MAILER = 'mailer';

export async function startDeployment(lanes: number): Promise<Deployment> {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-faults-'));
  const bundles = join(directory, 'bundles');
  await bundle(bundles);
  const roots = { 1: randomBytes(48).toString('base64url') };
  const adminKey = randomBytes(32).toString('base64url');
  const events: BusEvent[] = [];
  const faults: string[] = [];
  const outbound = createOutbound();
  const engine = await startEngine(undefined, undefined);
  const proxy = await startKillingProxy(engine.endpoint);
  const manager = await startSecretsManager({ root: JSON.stringify(roots), admin: adminKey });
  const keep = {
    name: 'all',
    pattern: {},
    target: ({ 'detail-type': name, detail }: { 'detail-type': string; detail: unknown }) =>
      void events.push({ name, detail: detail as BusEvent['detail'] }),
  };
  const aws = await startAws({ secrets: {}, rules: [keep], outbound });
  const endpoints = {
    AWS_ENDPOINT_URL_EVENTBRIDGE: aws.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.endpoint,
    AWS_ENDPOINT_URL_SES: aws.endpoint,
    AWS_ENDPOINT_URL_SNS: aws.endpoint,
  };
  const settings = {
    GATEHOUSE_BASE_URL: 'http://localhost:1',
    GATEHOUSE_TABLE: TABLE,
    GATEHOUSE_BUS: 'gatehouse',
    ...rootSettings('root'),
    GATEHOUSE_ADMIN_SECRET: 'admin',
    GATEHOUSE_SENDER: 'Gatehouse <no-reply@localhost>',
    GATEHOUSE_FAST_HASH: '1',
    GATEHOUSE_LOG_LEVEL: 'error',
  };
  // For the test itself, which looks past all functions.
  const own = {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'local',
    ...endpoints,
    ...settings,
  };
  Object.assign(process.env, own, { GATEHOUSE_LOG_LEVEL: 'none', AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint });
  await createTable(engine.endpoint, TABLE);

  const runtimes: Runtime[] = [];
  const environment = {
    ...endpoints,
    ...settings,
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    NODE_COMPILE_CACHE: join(directory, 'cache'),
    NODE_OPTIONS: `--require=${CLOCK}`,
  };
  const all = Array.from({ length: lanes }, (_, at) =>
    createLane(at, { bundles, directory, environment, proxy, runtimes, faults }),
  );
  const first = all[0] as ReturnType<typeof createLane>;
  const poller = startPoller(
    engine.endpoint,
    TABLE,
    undefined,
    async () => (event) => first.invoke(FEED, event) as Promise<DynamoDBBatchResponse>,
  );
  const queue = await startQueue({
    name: 'messages',
    directory: undefined,
    // A function that died has done nothing that the queue knows of.
    load: async () => (event) =>
      (first.invoke(MAILER, event) as Promise<SQSBatchResponse>).catch(() => ({
        batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
      })),
    firstPauseMs: 20,
    longestPauseMs: 100,
  });
  aws.bus.addRule({
    name: 'messages',
    pattern: { source: [EVENT_SOURCE], 'detail-type': messageEvents },
    target: (event) => queue.send(JSON.stringify(event)),
  });
  return {
    lanes: all.map(({ lane }) => lane),
    secrets: manager,
    adminKey,
    events,
    outbound,
    queue,
    kills: proxy.kills,
    starts: () => runtimes.reduce((sum, runtime) => sum + runtime.figures().cold.length, 0),
    cold: () => runtimes.flatMap((runtime) => runtime.figures().cold),
    faults,
    stop: async () => {
      await poller.stop();
      await queue.stop();
      await Promise.all(runtimes.map((runtime) => runtime.stop()));
      closeTable();
      await proxy.stop();
      await aws.stop();
      await manager.stop();
      await engine.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Parts = {
  bundles: string;
  directory: string;
  environment: Record<string, string>;
  proxy: KillingProxy;
  runtimes: Runtime[];
  faults: string[];
};

/** The function that serves a path; literal paths come before those with parameters. */
const routes = operations
  .map(({ group, route }) => ({ path: pathOf(route), name: functionNameOf(group) }))
  .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
const functionOf = (path: string): string =>
  routes.find(({ path: template }) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))?.name ??
  path;

function createLane(number: number, { bundles, directory, environment, proxy, runtimes, faults }: Parts) {
  const own = new Map<string, Runtime>();
  const file = join(directory, `clock-${number}`);
  let ahead = 0;
  writeFileSync(file, '0');

  const nameOf = (name: string): string => `${name}-${number}`;
  const runtimeOf = (name: string): Runtime => {
    const known = own.get(name);
    if (known) return known;
    const spec = {
      name: nameOf(name),
      directory: join(bundles, name),
      handler: 'index.handler',
      memoryMb: 512,
      // The deadline is told in real time, and the function's may be hours ahead of it.
      timeoutSeconds: 86_400,
      environment: { ...environment, FAULTS_CLOCK: file },
    };
    const started = startRuntime(spec, {
      concurrency: 1,
      log: (line) => void (/"(fault|unavailable)"/.test(line) && faults.push(line)),
    });
    own.set(name, started);
    runtimes.push(started);
    return started;
  };
  const invoke = (name: string, event: unknown): Promise<unknown> => runtimeOf(name).invoke(event);
  const targetOf = (what: string): string => functionOf(what.split('?')[0] as string);

  const lane: Lane = {
    send: async (method, path, { body, token, cookie, headers: more } = {}) => {
      const [plain = '', query = ''] = path.split('?');
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...more,
      };
      const event = {
        httpMethod: method,
        path: plain,
        headers,
        queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
        body: body === undefined ? (method === 'GET' ? null : '{}') : JSON.stringify(body),
        requestContext: { requestId: randomUUID(), identity: { sourceIp: sourceIp() } },
      };
      try {
        const { statusCode, body: text, multiValueHeaders } = (await invoke(functionOf(plain), event)) as Response;
        if (statusCode >= 500) faults.push(`${method} ${plain}: ${statusCode} ${text}`);
        const cookies = (multiValueHeaders['set-cookie'] ?? multiValueHeaders['Set-Cookie'] ?? []) as string[];
        return {
          status: statusCode,
          body: text ? JSON.parse(text) : undefined,
          cookie: cookies.map((line) => line.split(';')[0]).join('; '),
        };
      } catch (error) {
        if (error instanceof RuntimeFailure && error.kind === 'crash') return LOST;
        throw error;
      }
    },
    arm: (what, plan) => {
      const name = targetOf(what);
      proxy.arm(nameOf(name), plan, () => {
        for (const pid of own.get(name)?.pids() ?? []) process.kill(pid, 'SIGKILL');
      });
    },
    disarm: (what) => proxy.disarm(nameOf(targetOf(what))),
    restart: async () => {
      const pids = () => [...own.values()].flatMap((runtime) => runtime.pids());
      const old = pids();
      for (const pid of old) process.kill(pid, 'SIGKILL');
      await until(() => !pids().some((pid) => old.includes(pid)), 'the end of all processes');
    },
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms;
      // Functions read the file at any time, and must not find it empty.
      writeFileSync(`${file}.next`, String(ahead));
      renameSync(`${file}.next`, file);
    },
  };
  return { lane, invoke };
}
