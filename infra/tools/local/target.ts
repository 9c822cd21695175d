// Defines what a local run needs to know about a deployment, and the default one: the shipped handlers, loaded from
// source into this process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { withoutEndingSlash } from '../../../lib/http/request.ts';
import { close as closeTable } from '../../../lib/store/dynamo/client.ts';
import { WEB } from '../../functions.ts';
import { EVERYTHING, MIN_COMPRESSED, methodsOf, servedBy } from '../../routes.ts';
import { ACCOUNT, arn } from './aws/account.ts';
import type { QueueHandler } from './aws/queue.ts';
import type { Aws } from './aws/server.ts';
import type { Handler } from './gateway/gateway.ts';
import { type MessageRoute, QUEUES, startMessages } from './messages.ts';
import {
  ADMIN_SECRET,
  loadSecrets,
  PEPPER_SECRET,
  PROXY_SECRET,
  SEAL_SECRET,
  SESSION_SECRET,
  type Secrets,
  SSO_SECRET,
} from './secrets.ts';
import { OWN_SOURCE, type Source, type StreamHandler } from './stream.ts';
import { OWN_TABLE, type TableDefinition } from './table.ts';

/** What is running when the deployment starts. */
export type Surroundings = {
  baseUrl: string;
  /** The address of the engine. */
  engine: string;
  aws: Aws;
  /** Where data is stored; in memory if `undefined`. */
  directory: string | undefined;
  /** Replaces the shipped mailer. */
  mailer: QueueHandler | undefined;
  /** Whether a function sends the messages. */
  hasMessageSender: boolean;
};

export type Running = {
  /** Handles every request. */
  handle: Handler;
  feed: Source & { load: () => Promise<StreamHandler> };
  /** Starts the path from the bus to the mailer. `isNew` says that the table is new. */
  startMessages: (isNew: boolean) => Promise<MessageRoute>;
  /** Called when no more requests arrive. */
  stop: () => Promise<void>;
};

export type Deployment = {
  /** Whether a 401 has its challenge under its own name: not behind API Gateway. */
  keepsChallenge?: boolean;
  /** Bytes from which the gateway compresses replies; `undefined`: never. */
  compressesFrom: number | undefined;
  /** The header that names a request; that of a REST API if `undefined`. */
  requestIdHeader?: string | undefined;
  /** The prefix of all paths of the API. */
  stage: string;
  table: TableDefinition;
  /** The contents of Secrets Manager, stored in `directory`. */
  secrets: (directory: string | undefined, adminSecretKey: string | undefined) => Promise<Secrets>;
  start: (surroundings: Surroundings) => Running | Promise<Running>;
};

/** Serves every path that no function declares, as in the stack: its router responds 404 or 405. */
const FALLBACK = 'discovery';
const SENDER = 'Gatehouse <no-reply@localhost>';
const MESSAGE_SENDER = arn('lambda', 'function:message-sender');

export const localDeployment: Deployment = {
  keepsChallenge: true,
  compressesFrom: MIN_COMPRESSED,
  stage: '',
  table: OWN_TABLE,
  secrets: loadSecrets,
  start: (surroundings) => {
    configure(surroundings);
    const { directory, mailer, aws } = surroundings;
    const shipped = async () => (await load('mailer')).handler;
    const drain = mailer ? undefined : async () => ((await shipped()) as (event: object) => Promise<unknown>)({});
    return {
      handle: byPath(load),
      feed: { ...OWN_SOURCE, load: async () => (await load('change-feed')).handler },
      startMessages: async (isNew) => {
        const [{ startLogouts }, { joined }] = await Promise.all([import('./logouts.ts'), import('./aws/queue.ts')]);
        const tell = async () => (await load('backchannel-logout')).handler;
        const messages = await startMessages(directory, isNew, async () => mailer ?? shipped(), drain, aws);
        const logouts = await startLogouts(directory, isNew, tell);
        return { rules: [...messages.rules, ...logouts.rules], queue: joined([messages.queue, logouts.queue]) };
      },
      stop: async () => closeTable(),
    };
  },
};

const load: Load = async (name) => {
  if (name === WEB) process.env.GATEHOUSE_PAGES ??= await buildOnce();
  return import(`../../../functions/${name}.ts`);
};

/** Builds the pages into a directory of this process, with the first request for one. */
async function buildOnce(): Promise<string> {
  const { buildPages } = await import('../../web/build.ts');
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-pages-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  await buildPages(directory);
  return directory;
}

/** Loads a function by its name. */
export type Load = (name: string) => Promise<{ handler: never }>;

/**
 * Passes each request to the function that serves its path. Loads each function with its first request, as in the
 * cloud, so that the service is ready before all are loaded.
 */
export function byPath(loadFunction: Load): Handler {
  const targets = servedBy(EVERYTHING).map((served) => {
    const { name } = served;
    let loaded: Promise<Handler> | undefined;
    const handler: Handler = async (event, context) => {
      loaded ??= loadFunction(name).then((module) => module.handler);
      return (await loaded)(event, context);
    };
    return { name, handler, paths: methodsOf(served).map(({ path }) => path) };
  });
  const fallback = targets.find(({ name }) => name === FALLBACK) as Target & { name: string };
  const find = resolver(targets, fallback.handler);
  return (event: APIGatewayProxyEvent, context) => find(withoutEndingSlash(event.path))(event, context);
}

/** The paths that a function serves. */
type Target = { paths: readonly string[]; handler: Handler };

/** Literal paths win over paths with parameters, as in API Gateway. */
function resolver(targets: readonly Target[], fallback: Handler): (path: string) => Handler {
  const exact = new Map<string, Handler>();
  const patterns: [RegExp, Handler][] = [];
  for (const { paths, handler } of targets) {
    for (const path of paths) {
      if (!path.includes('{')) exact.set(path, handler);
      else patterns.push([patternOf(path), handler]);
    }
  }
  return (path) => exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? fallback;
}

/** `{name}` is one segment, `{name+}` one or more. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.]/g, '\\.')
      .replace(/\{[^}]+\+\}/g, '.+')
      .replace(/\{[^}]+\}/g, '[^/]+')}$`,
  );

/** Sets what the stack puts into the functions' environment, and the addresses of the stand-ins for the SDK. */
function configure({ baseUrl, engine, aws, hasMessageSender }: Surroundings): void {
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engine,
    AWS_ENDPOINT_URL_EVENTBRIDGE: aws.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: aws.endpoint,
    AWS_ENDPOINT_URL_S3: aws.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    AWS_ENDPOINT_URL_SES: aws.endpoint,
    AWS_ENDPOINT_URL_SNS: aws.endpoint,
    AWS_ENDPOINT_URL_SQS: aws.endpoint,
    GATEHOUSE_CODE_QUEUE: `${aws.endpoint}/${ACCOUNT}/${QUEUES.urgent}`,
    GATEHOUSE_NOTICE_QUEUE: `${aws.endpoint}/${ACCOUNT}/${QUEUES.notice}`,
    GATEHOUSE_BASE_URL: baseUrl,
    GATEHOUSE_TABLE: OWN_TABLE.name,
    GATEHOUSE_BUS: 'gatehouse',
    GATEHOUSE_PEPPER_SECRET: PEPPER_SECRET,
    GATEHOUSE_SEAL_SECRET: SEAL_SECRET,
    GATEHOUSE_SESSION_SECRET: SESSION_SECRET,
    GATEHOUSE_ADMIN_SECRET: ADMIN_SECRET,
    GATEHOUSE_SSO_SECRET: SSO_SECRET,
    ...(process.env.GATEHOUSE_TRUSTED_PROXY !== undefined && { GATEHOUSE_PROXY_SECRET: PROXY_SECRET }),
    ...(hasMessageSender && { GATEHOUSE_MESSAGE_SENDER: MESSAGE_SENDER }),
    GATEHOUSE_SENDER: process.env.GATEHOUSE_SENDER ?? SENDER,
  });
}
