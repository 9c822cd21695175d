// Runs the service on one machine: the shipped handlers behind a local gateway, a table on the embedded engine, and the
// change feed on its real stream. Tests start the same in their own process.
import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { UserError } from '../../user-error.ts';
import type { BusEvent } from './aws/bus.ts';
import type { Invoked } from './aws/lambda.ts';
import type { Queue, QueueHandler } from './aws/queue.ts';
import type { Rule } from './aws/rules.ts';
import type { SecretsManager } from './aws/secrets.ts';
import { createOutbound, type Outbound } from './aws/sent-messages.ts';
import { type Aws, startAws } from './aws/server.ts';
import { lockDirectory } from './data-lock.ts';
import { type Engine, startEngine } from './engine.ts';
import { createGateway, type Routes } from './gateway/gateway.ts';
import type { Watch } from './gateway/origins.ts';
import { localProvider, withLocal } from './pages/local-provider.ts';
import { close, listen } from './ports.ts';
import { PROXY_SECRET } from './secrets.ts';
import { type Poller, startPoller } from './stream.ts';
import { fileIn } from './stream-position.ts';
import { createTable } from './table.ts';
import { type Deployment, localDeployment } from './target.ts';
import { startTrimming } from './trim.ts';

export type LocalOptions = {
  /** 0 picks a free port. */
  port: number;
  host?: string;
  /** Where data is stored; in memory if `undefined`. */
  directory?: string;
  adminSecretKey?: string;
  /** The address of an engine that is already running. */
  endpoint?: string;
  /**
   * `false`: the change feed does not run, for tests that watch the table. `on demand`: it runs from the first call of
   * `followChanges`, and then begins with the oldest change.
   */
  changeFeed?: boolean | 'on demand';
  /** Additional rules on the bus, as an operator may add them. */
  rules?: readonly Rule[];
  /** Replaces the shipped mailer. */
  mailer?: QueueHandler;
  /** The handler of the function that sends messages. Without it the local SES and SNS take them, for the inbox. */
  messageSender?: Invoked | undefined;
  /** Shows a page of links at the root, where a deployment responds 404. */
  hasHome?: boolean;
  /** Adds the identity provider `local`, which is loaded with its first request. */
  identityProvider?: boolean;
  /** The time that functions have for a request, for tests that give one process the work of many. */
  functionTimeoutMs?: number;
  /** Sees every response of a function. */
  watch?: Watch;
};

export type Local = {
  baseUrl: string;
  adminSecretKey: string;
  engine: Engine;
  table: string;
  events: () => BusEvent[];
  secretsManager: SecretsManager;
  /** What is stored in S3, by `bucket/key`. */
  objects: ReadonlyMap<string, string>;
  /** Sent messages, and the faults that tests inject. */
  outbound: Outbound;
  /** Messages waiting for the mailer, and dead letters. */
  queue: Queue;
  /** Resolves when events are published too; requests are served earlier. */
  polling: Promise<void>;
  /** Starts the change feed if it waits for that. */
  followChanges: () => void;
  stop: () => Promise<void>;
};

/** Starts everything. Throws `UserError` for what the user can fix, after stopping what had started. */
export async function startLocal(options: LocalOptions, deployment: Deployment = localDeployment): Promise<Local> {
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const stopOne of started.reverse().splice(0)) await stopOne();
  };
  try {
    if (options.directory !== undefined) {
      await prepare(options.directory);
      track(lockDirectory(options.directory), started);
    }
    const secrets = await deployment.secrets(options.directory, options.adminSecretKey);
    const routes = Promise.withResolvers<Routes>();
    const gateway = createGateway(routes.promise, options.functionTimeoutMs);
    const port = await bind(gateway, options);
    started.push(() => close(gateway));
    const outbound = createOutbound();
    const provider = options.identityProvider ? localProvider(port, options.host) : undefined;
    const given = process.env.GATEHOUSE_SSO_PROVIDERS || undefined;
    const providers = provider ? withLocal(provider, given) : given;
    const named = {
      ...secrets.values,
      ...(providers && { [secrets.sso]: providers }),
      ...(process.env.PROXY_SECRET && { [PROXY_SECRET]: process.env.PROXY_SECRET }),
    };
    const [engine, aws] = await Promise.all([
      startEngine(options.directory, options.endpoint).then((running) => track<Engine>(running, started)),
      startAws({
        secrets: named,
        rules: options.rules ?? [],
        outbound,
        messageSender: options.messageSender,
      }).then((running) => track<Aws>(running, started)),
    ]);
    const { stage, table } = deployment;
    const baseUrl = `http://localhost:${port}${stage}`;
    const { directory, mailer } = options;
    const { handle, feed, startMessages } = track(
      await deployment.start({
        baseUrl,
        engine: engine.endpoint,
        aws,
        directory,
        mailer,
        hasMessageSender: options.messageSender !== undefined,
      }),
      started,
    );
    const isNew = await createTable(engine.endpoint, table.name, table);
    if (isNew && options.directory !== undefined && existsSync(fileIn(options.directory)))
      process.stderr.write(`gatehouse: the table in ${options.directory} is missing: this start makes an empty one\n`);
    const loadPages = async () =>
      (await import('./pages/routes.ts')).createPages({
        events: aws.bus.events,
        outbound,
        queue: (await messages).queue,
        baseUrl,
        provider,
        hasHome: options.hasHome,
      });
    const { keepsChallenge = false, compressesFrom, requestIdHeader } = deployment;
    routes.resolve({ handle, stage, loadPages, keepsChallenge, compressesFrom, requestIdHeader, watch: options.watch });
    const messages = startMessages(isNew);
    const { rules, queue } = await messages;
    track(queue, started);
    for (const rule of rules) aws.bus.addRule(rule);
    const follow = () =>
      track<Poller>(startPoller(engine.endpoint, table.name, directory, feed.load, feed), started).polling;
    if (directory !== undefined && table.ttl !== undefined)
      track(startTrimming({ table: table.name, ttl: table.ttl, endpoint: engine.endpoint, directory }), started);
    const { changeFeed = true } = options;
    const polling = changeFeed === true ? follow() : Promise.resolve();
    let isWaiting = changeFeed === 'on demand';
    const followChanges = (): void => {
      if (isWaiting) follow();
      isWaiting = false;
    };
    const { secretsManager, objects } = aws;
    const { events } = aws.bus;
    return {
      baseUrl,
      adminSecretKey: secrets.adminKey,
      engine,
      table: table.name,
      events,
      secretsManager,
      objects,
      outbound,
      queue,
      polling,
      followChanges,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function track<T extends { stop: () => Promise<void> }>(running: T, started: (() => Promise<unknown>)[]): T {
  started.push(running.stop);
  return running;
}

/** Takes the port before anything else starts, so that a busy port is reported at once. */
async function bind(server: Server, { port, host }: LocalOptions): Promise<number> {
  return listen(server, port, host).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE'
        ? `port ${port} is in use. Set PORT to another one.`
        : `cannot listen on port ${port}: ${error.code}`;
    throw new UserError(reason);
  });
}

async function prepare(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.W_OK);
  } catch {
    throw new UserError(`cannot write to ${directory}. Set GATEHOUSE_DATA to a writable directory, or to memory.`);
  }
}
