// Runs what a template describes, and changes it in place to what another template describes, in the order that
// CloudFormation takes: roles, functions one after the other, event source mappings, and the API's definition last.
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { joined, type Queue, startQueue } from '../local/aws/queue.ts';
import type { Handler } from '../local/gateway/gateway.ts';
import { type Poller, startPoller } from '../local/stream.ts';
import type { Running, Surroundings } from '../local/target.ts';
import { serveApi } from './api.ts';
import type { Stack } from './assembly/template.ts';
import { behindEntry, entryOf } from './entry.ts';
import { type Context, checkPermissions, feedOf, rulesOf, startQueues } from './event-sources.ts';
import type { Findings } from './findings.ts';
import { startIamProxy } from './iam/proxy.ts';
import { mergeReports } from './merge-reports.ts';
import { behindProxy } from './proxy.ts';
import {
  type DeployedFunction,
  type FunctionReport,
  type Functions,
  type Invoke,
  startFunctions,
} from './runtime/functions.ts';

export type Deployed = Running & {
  /** Throws `RuntimeFailure`. */
  invoke: Invoke;
  /** What is deployed now. */
  stack: () => Stack;
  functions: () => readonly DeployedFunction[];
  samples: () => ReadonlyMap<string, unknown>;
  report: () => FunctionReport[];
  /** Deploys another template. Functions that do not change keep running. */
  deploy: (next: Stack) => Promise<void>;
};
type Options = Pick<Surroundings, 'baseUrl' | 'engine' | 'aws'> & {
  findings: Findings;
  log: (name: string, line: string) => void;
  /** What the deployment generated for a trusted proxy; empty without one. */
  proxySecret: string;
};

export async function startDeployed(first: Stack, options: Options): Promise<Deployed> {
  const { baseUrl, engine, aws, findings, log, proxySecret } = options;
  let stack = first;
  let statements = statementsIn(first);
  const iam = await startIamProxy({
    statements: (name) => statements.get(name) ?? [],
    engine,
    aws: aws.endpoint,
    findings,
  });
  const local = (each: DeployedFunction): DeployedFunction => ({
    ...each,
    environment: { ...withBaseUrl(baseUrl, each.environment), AWS_ENDPOINT_URL: iam.endpoint },
  });
  const generations: Functions[] = [];
  const serving = new Map<string, { spec: DeployedFunction; functions: Functions }>();
  const start = (specs: readonly DeployedFunction[]): Functions => {
    const functions = startFunctions(specs, findings, log);
    generations.push(functions);
    return functions;
  };
  const initial = first.functions.map(local);
  const functions = start(initial);
  for (const spec of initial) serving.set(spec.name, { spec, functions });

  const invoke: Invoke = (name, event) => {
    const served = serving.get(name);
    return served ? served.functions.invoke(name, event) : Promise.reject(new Error(`there is no function ${name}`));
  };
  const queues = new Map<string, Queue>();
  const context = (): Context => ({ stack, iam, invoke, findings, current: () => stack, aws, queues });
  const read = () => {
    checkPermissions(context());
    const entry = entryOf(stack, findings);
    const api = behindProxy(stack, proxySecret, serveApi(stack, invoke, findings));
    return { handle: behindEntry(stack, entry, api), feed: feedOf(context()) };
  };
  let { handle, feed } = read();

  /** The poller of a table finds nothing to call once another table is followed. */
  const followed = (table: string): Running['feed'] => ({
    matches: (record) => feed.matches(record),
    batch: feed.batch,
    load: async () => async (event: DynamoDBStreamEvent) => {
      if (stack.table.name !== table) throw new Error(`${table} is no longer followed`);
      return (await feed.load())(event);
    },
  });
  const pollers: Poller[] = [];

  return {
    handle: ((event, lambda) => handle(event, lambda)) satisfies Handler,
    feed: followed(first.table.name),
    startMessages: async () => {
      const [queue = await emptyQueue(), ...more] = await startQueues(context());
      return { rules: rulesOf(context()), queue: joined([queue, ...more]) };
    },
    stop: async () => {
      await Promise.all(pollers.map((each) => each.stop()));
      await Promise.all(generations.map((each) => each.stop()));
      await iam.stop();
    },
    invoke,
    stack: () => stack,
    functions: () => [...serving.values()].map(({ spec }) => spec),
    samples: () => new Map(generations.flatMap((each) => [...each.samples()])),
    report: () =>
      mergeReports(generations.map((each) => ({ functions: each.report(iam.used), findings: [] }))).functions,
    deploy: async (next) => {
      statements = statementsIn(next);
      const changed = next.functions.map(local).filter((each) => !isSame(serving.get(each.name)?.spec, each));
      const replacement = start(changed);
      for (const spec of changed) serving.set(spec.name, { spec, functions: replacement });
      const { name: before } = stack.table;
      stack = next;
      ({ handle, feed } = read());
      const { name } = next.table;
      if (name !== before) {
        const source = followed(name);
        pollers.push(startPoller(engine, name, undefined, source.load, source));
      }
    },
  };
}

const statementsIn = ({ functions }: Stack) => new Map(functions.map((each) => [each.name, each.statements]));

/** Whether no new version is published: code and configuration are equal. A role belongs to all versions. */
const isSame = (one: DeployedFunction | undefined, other: DeployedFunction): boolean =>
  one !== undefined && JSON.stringify(published(one)) === JSON.stringify(published(other));
const published = ({ directory, statements: _, environment, ...rest }: DeployedFunction) => ({
  ...rest,
  asset: directory.split('/').at(-1),
  environment: Object.entries(environment).sort(),
});

/** For a stack without a mailer. */
const emptyQueue = () =>
  startQueue({ name: 'none', directory: undefined, load: () => Promise.reject(new Error('no function')) });

/** Replaces the URL that API Gateway would have with the URL of the rehearsal. */
const withBaseUrl = (baseUrl: string, environment: Record<string, string>): Record<string, string> => ({
  ...environment,
  ...(environment.GATEHOUSE_BASE_URL !== undefined && { GATEHOUSE_BASE_URL: baseUrl }),
});
