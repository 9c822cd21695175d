// The laptop as one more deployment target: the shipped handlers behind a gateway, a table on the embedded engine, the
// change feed on its real stream. Tests start the same thing in their own process.

import { access, constants, mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { UserError } from '../user-error.ts';
import type { BusEvent } from './aws/bus.ts';
import type { Queue, QueueHandler } from './aws/queue.ts';
import type { Rule } from './aws/rules.ts';
import type { SecretsManager } from './aws/secrets.ts';
import { createOutbound, type Outbound } from './aws/sent-messages.ts';
import { type Aws, startAws } from './aws/server.ts';
import { type Engine, startEngine } from './engine.ts';
import { createGateway, type Routes } from './gateway.ts';
import { localProvider, withLocal } from './pages/local-provider.ts';
import { close, listen } from './ports.ts';
import { forgetPosition, type Poller, startPoller } from './stream.ts';
import { createTable } from './table.ts';
import { type Deployment, laptop } from './target.ts';

export type LocalOptions = {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  /** Where data is kept; `undefined` keeps it in memory. */
  directory?: string;
  adminSecretKey?: string;
  /** An engine that is running already. */
  endpoint?: string;
  /** Off: nothing follows from changes of the table. For those who watch it. */
  changeFeed?: boolean;
  /** Further rules on the bus, as whoever runs the service may add them. */
  rules?: readonly Rule[];
  /** In place of the shipped mailer. */
  mailer?: QueueHandler;
  /** With the identity provider `local`, of which nothing is loaded before somebody goes there. */
  identityProvider?: boolean;
};

export type Local = {
  baseUrl: string;
  adminSecretKey: string;
  engine: Engine;
  table: string;
  events: () => BusEvent[];
  /** Where the secrets lie. */
  secretsManager: SecretsManager;
  /** What was sent, and the switches that make sending fail. */
  outbound: Outbound;
  /** What is on its way to the mailer, and what never got there. */
  queue: Queue;
  /** Requests are served before; from here on events are published, too. */
  polling: Promise<void>;
  stop: () => Promise<void>;
};

/** Starts everything. Throws `UserError` for what the caller can mend; whatever had started is stopped again. */
export async function startLocal(options: LocalOptions, deployment: Deployment = laptop): Promise<Local> {
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const undo of started.reverse().splice(0)) await undo();
  };
  try {
    if (options.directory !== undefined) await prepare(options.directory);
    const secrets = await deployment.secrets(options.directory, options.adminSecretKey);
    const routes = Promise.withResolvers<Routes>();
    const gateway = createGateway(routes.promise);
    const port = await bind(gateway, options);
    started.push(() => close(gateway));
    const outbound = createOutbound();
    const provider = options.identityProvider ? localProvider(port, options.host) : undefined;
    const given = process.env.GATEHOUSE_SSO_PROVIDERS || undefined;
    const providers = provider ? withLocal(provider, given) : given;
    const named = { ...secrets.values, ...(providers && { [secrets.sso]: providers }) };
    const [engine, aws] = await Promise.all([
      startEngine(options.directory, options.endpoint).then((running) => keep<Engine>(running, started)),
      startAws({ secrets: named, rules: options.rules ?? [], outbound }).then((running) => keep<Aws>(running, started)),
    ]);
    const { stage, table } = deployment;
    const baseUrl = `http://localhost:${port}${stage}`;
    const { directory, mailer } = options;
    const { answer, feed, carry } = keep(
      await deployment.start({ baseUrl, engine: engine.endpoint, aws, directory, mailer }),
      started,
    );
    const isNew = await createTable(engine.endpoint, table.name, table);
    if (isNew) await forgetPosition(directory);
    const loadPages = async () =>
      (await import('./pages/routes.ts')).createPages({
        events: aws.bus.events,
        outbound,
        queue: (await carrying).queue,
        baseUrl,
        provider,
      });
    routes.resolve({ answer, stage, loadPages });
    const carrying = carry(isNew);
    const { rules, queue } = await carrying;
    keep(queue, started);
    for (const rule of rules) aws.bus.addRule(rule);
    const follow = () =>
      keep<Poller>(startPoller(engine.endpoint, table.name, directory, feed.load, feed), started).polling;
    const polling = (options.changeFeed ?? true) ? follow() : Promise.resolve();
    const { secretsManager } = aws;
    const { events } = aws.bus;
    return {
      baseUrl,
      adminSecretKey: secrets.adminKey,
      engine,
      table: table.name,
      events,
      secretsManager,
      outbound,
      queue,
      polling,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function keep<T extends { stop: () => Promise<void> }>(running: T, started: (() => Promise<unknown>)[]): T {
  started.push(running.stop);
  return running;
}

/** Takes the port before anything else starts, so that a busy one is noticed at once. */
async function bind(server: Server, { port, host }: LocalOptions): Promise<number> {
  return listen(server, port, host).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE'
        ? `port ${port} is busy: set PORT to another one`
        : `cannot listen on port ${port}: ${error.code}`;
    throw new UserError(reason);
  });
}

async function prepare(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.W_OK);
  } catch {
    throw new UserError(
      `cannot write to ${directory}: set GATEHOUSE_DATA to a directory that can be written, or to memory`,
    );
  }
}
