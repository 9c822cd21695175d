// What is deployed, as the run around it has to know it. And the laptop's own: the shipped handlers, loaded from their
// sources into this process.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { groupNames, groups, kebab } from '../../lib/contract/index.ts';
import { pathOf } from '../../lib/contract/operation.ts';
import { close as closeTable } from '../../lib/store/dynamo/client.ts';
import type { QueueHandler } from './aws/queue.ts';
import type { Aws } from './aws/server.ts';
import type { Handler } from './gateway.ts';
import { type Carrier, carryMessages } from './messages.ts';
import { ADMIN_SECRET, keptSecrets, ROOT_SECRET, type Secrets, SSO_SECRET } from './secrets.ts';
import { OWN_SOURCE, type Source, type StreamHandler } from './stream.ts';
import { OWN_TABLE, type TableDefinition } from './table.ts';

/** What it finds when it starts. */
export type Around = {
  baseUrl: string;
  /** Where the engine answers. */
  engine: string;
  aws: Aws;
  /** Where data is kept, if it is. */
  directory: string | undefined;
  /** In place of the shipped mailer. */
  mailer: QueueHandler | undefined;
};

export type Running = {
  /** Answers whatever request comes in. */
  answer: Handler;
  feed: Source & { load: () => Promise<StreamHandler> };
  /** Starts what lies between bus and mailer. `isNew`: the table is. */
  carry: (isNew: boolean) => Promise<Carrier>;
  /** Called when nothing comes in any more. */
  stop: () => Promise<void>;
};

export type Deployment = {
  /** What stands before all paths of the API. */
  stage: string;
  table: TableDefinition;
  /** What Secrets Manager has. `directory` keeps them. */
  secrets: (directory: string | undefined, adminSecretKey: string | undefined) => Promise<Secrets>;
  start: (around: Around) => Running | Promise<Running>;
};

/** Serves whatever path no function declares, as in the stack: its router says 404 or 405. */
const FALLBACK = 'discovery';
const SENDER = 'Gatehouse <no-reply@localhost>';

export const laptop: Deployment = {
  stage: '',
  table: OWN_TABLE,
  secrets: keptSecrets,
  start: (around) => {
    configure(around);
    const mailer = async () => around.mailer ?? (await load('mailer')).handler;
    return {
      answer: lazyFunctions(),
      feed: { ...OWN_SOURCE, load: async () => (await load('change-feed')).handler },
      carry: (isNew) => carryMessages(around.directory, isNew, mailer),
      stop: async () => closeTable(),
    };
  },
};

const load = (name: string): Promise<{ handler: never }> => import(`../../functions/${name}.ts`);

/** Each function is loaded when its first request comes, as in the cloud; so the service is ready before all are. */
function lazyFunctions(): Handler {
  const targets = groupNames.map((group) => {
    let loaded: Promise<Handler> | undefined;
    const handler: Handler = async (event, context) => {
      loaded ??= load(kebab(group)).then((module) => module.handler);
      return (await loaded)(event, context);
    };
    return { group, handler, paths: Object.keys(groups[group]).map(pathOf) };
  });
  const fallback = targets.find(({ group }) => group === FALLBACK) as Target & { group: string };
  const find = resolver(targets, fallback.handler);
  return (event: APIGatewayProxyEvent, context) => find(event.path)(event, context);
}

/** The paths a function answers. */
type Target = { paths: readonly string[]; handler: Handler };

/** Literal paths win over those with parameters, as they do in API Gateway. */
function resolver(targets: readonly Target[], fallback: Handler): (path: string) => Handler {
  const exact = new Map<string, Handler>();
  const patterns: [RegExp, Handler][] = [];
  for (const { paths, handler } of targets) {
    for (const path of paths) {
      if (!path.includes('{')) exact.set(path, handler);
      else patterns.push([new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`), handler]);
    }
  }
  return (path) => exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? fallback;
}

/** What the stack puts into the functions' environment, and where the SDK finds the stand-ins. */
function configure({ baseUrl, engine, aws }: Around): void {
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engine,
    AWS_ENDPOINT_URL_EVENTBRIDGE: aws.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    AWS_ENDPOINT_URL_SES: aws.endpoint,
    AWS_ENDPOINT_URL_SNS: aws.endpoint,
    GATEHOUSE_BASE_URL: baseUrl,
    GATEHOUSE_TABLE: OWN_TABLE.name,
    GATEHOUSE_BUS: 'gatehouse',
    GATEHOUSE_ROOT_SECRET: ROOT_SECRET,
    GATEHOUSE_ADMIN_SECRET: ADMIN_SECRET,
    GATEHOUSE_SSO_SECRET: SSO_SECRET,
    GATEHOUSE_SENDER: process.env.GATEHOUSE_SENDER ?? SENDER,
  });
}
