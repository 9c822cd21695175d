// The laptop as one more deployment target: the shipped handlers behind a gateway, a table on the embedded engine, the
// change feed on its real stream. Tests start the same thing in their own process.

import { access, constants, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { groupNames, groups, kebab } from '../../lib/contract/index.ts';
import { pathOf } from '../../lib/contract/operation.ts';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { close as closeTable } from '../../lib/store/client.ts';
import type { BusEvent } from './aws/bus.ts';
import type { Rule } from './aws/rules.ts';
import type { SecretsManager } from './aws/secrets.ts';
import { type Aws, startAws } from './aws/server.ts';
import { type Engine, startEngine } from './engine.ts';
import { createGateway, type Handler, type Routes, type Target } from './gateway.ts';
import { carryMessages } from './messages.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import { close, listen } from './ports.ts';
import { Problem } from './problem.ts';
import type { Queue, QueueHandler } from './queue.ts';
import { localProvider, withLocal } from './sso.ts';
import { forgetPosition, type Poller, startPoller } from './stream.ts';
import { createTable } from './table.ts';

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

const TABLE = 'gatehouse';
const ROOT_SECRET = 'gatehouse/root';
const ADMIN_SECRET = 'gatehouse/admin';
const SSO_SECRET = 'gatehouse/sso';
/** Serves whatever path no function declares, as in the stack: its router says 404 or 405. */
const FALLBACK = 'discovery';
const SENDER = 'Gatehouse <no-reply@localhost>';

/** Starts everything. Throws `Problem` for what the caller can mend; whatever had started is stopped again. */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const undo of started.reverse().splice(0)) await undo();
  };
  try {
    if (options.directory !== undefined) await prepare(options.directory);
    const secrets = await secretsOf(options);
    const routes = Promise.withResolvers<Routes>();
    const gateway = createGateway(routes.promise);
    const port = await bind(gateway, options);
    started.push(() => close(gateway));
    const outbound = createOutbound();
    const provider = options.identityProvider ? localProvider(port, options.host) : undefined;
    const given = process.env.GATEHOUSE_SSO_PROVIDERS || undefined;
    const providers = provider ? withLocal(provider, given) : given;
    const named = {
      [ROOT_SECRET]: secrets.root,
      [ADMIN_SECRET]: secrets.admin,
      ...(providers && { [SSO_SECRET]: providers }),
    };
    const [engine, aws] = await Promise.all([
      startEngine(options.directory, options.endpoint).then((running) => keep<Engine>(running, started)),
      startAws({ secrets: named, rules: options.rules ?? [], outbound }).then((running) => keep<Aws>(running, started)),
    ]);
    const baseUrl = `http://localhost:${port}`;
    configure(baseUrl, engine, aws);
    started.push(async () => closeTable());
    const isNew = await createTable(engine.endpoint, TABLE);
    if (isNew) await forgetPosition(options.directory);
    const loadPages = async () =>
      (await import('./pages/routes.ts')).createPages({
        events: aws.bus.events,
        outbound,
        queue: (await carrying).queue,
        baseUrl,
        provider,
      });
    routes.resolve({ ...lazyFunctions(), loadPages });
    const mailer = async () => options.mailer ?? (await load('mailer')).handler;
    const carrying = carryMessages(options.directory, isNew, mailer);
    const { rule, queue } = await carrying;
    keep(queue, started);
    aws.bus.addRule(rule);
    const follow = () =>
      keep<Poller>(startPoller(engine.endpoint, TABLE, options.directory, loadChangeFeed), started).polling;
    const polling = (options.changeFeed ?? true) ? follow() : Promise.resolve();
    const { secretsManager } = aws;
    const { events } = aws.bus;
    return {
      baseUrl,
      adminSecretKey: secrets.admin,
      engine,
      table: TABLE,
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
    throw new Problem(reason);
  });
}

const load = (name: string): Promise<{ handler: never }> => import(`../../functions/${name}.ts`);
const loadChangeFeed = async () => (await load('change-feed')).handler;

/** Each function is loaded when its first request comes, as in the cloud; so the service is ready before all are. */
function lazyFunctions(): Omit<Routes, 'loadPages'> {
  const targets = groupNames.map((group): Target & { group: string } => {
    let loaded: Promise<Handler> | undefined;
    const handler: Handler = async (event, context) => {
      loaded ??= load(kebab(group)).then((module) => module.handler);
      return (await loaded)(event, context);
    };
    return { group, handler, paths: Object.keys(groups[group]).map(pathOf) };
  });
  const fallback = targets.find(({ group }) => group === FALLBACK) as Target;
  return { targets, fallback: fallback.handler };
}

/** What the stack puts into the functions' environment, and where the SDK finds the stand-ins. */
function configure(baseUrl: string, engine: Engine, aws: Aws): void {
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: aws.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    AWS_ENDPOINT_URL_SES: aws.endpoint,
    AWS_ENDPOINT_URL_SNS: aws.endpoint,
    GATEHOUSE_BASE_URL: baseUrl,
    GATEHOUSE_TABLE: TABLE,
    GATEHOUSE_BUS: 'gatehouse',
    GATEHOUSE_ROOT_SECRET: ROOT_SECRET,
    GATEHOUSE_ADMIN_SECRET: ADMIN_SECRET,
    GATEHOUSE_SSO_SECRET: SSO_SECRET,
    GATEHOUSE_SENDER: process.env.GATEHOUSE_SENDER ?? SENDER,
  });
}

async function prepare(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.W_OK);
  } catch {
    throw new Problem(
      `cannot write to ${directory}: set GATEHOUSE_DATA to a directory that can be written, or to memory`,
    );
  }
}

/** The root secret lives beside the data it protects, for as long as that lives. */
async function secretsOf({ directory, adminSecretKey }: LocalOptions): Promise<{ root: string; admin: string }> {
  const fresh = () => ({ root: JSON.stringify({ 1: randomSecret(48) }), admin: randomSecret(32) });
  if (directory === undefined)
    return { ...fresh(), ...(adminSecretKey === undefined ? {} : { admin: adminSecretKey }) };
  const file = join(directory, 'secrets.json');
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Problem(`cannot read ${file}: ${error.code}`);
  });
  const secrets = stored === undefined ? fresh() : secretsIn(file, stored);
  if (stored === undefined) {
    await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return { ...secrets, ...(adminSecretKey === undefined ? {} : { admin: adminSecretKey }) };
}

function secretsIn(file: string, text: string): { root: string; admin: string } {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(`${file} is damaged: restore it, or remove the directory to begin anew`);
  }
}
