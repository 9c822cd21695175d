// Runs what was synthesized on this machine: the local engine, gateway, bus, queues and inbox, connected by the
// assembly's own functions, each in its own processes with the permissions of its own role.
import { REGION } from '../local/aws/account.ts';
import { joined, startQueue } from '../local/aws/queue.ts';
import { type Local, type LocalOptions, startLocal } from '../local/run.ts';
import type { Deployment } from '../local/target.ts';
import { VARIABLES } from '../settings/variables.ts';
import { UserError } from '../user-error.ts';
import { serveApi } from './api.ts';
import { readAssembly, type Stack } from './assembly/template.ts';
import { behindEntry, entryOf } from './entry.ts';
import { type Context, checkPermissions, clockOf, feedOf, rulesOf, startQueues } from './event-sources.ts';
import { createFindings, type Finding, type Findings } from './findings.ts';
import { type IamProxy, startIamProxy } from './iam/proxy.ts';
import {
  type DeployedFunction,
  type FunctionReport,
  type Functions,
  type Invoke,
  startFunctions,
} from './runtime/functions.ts';
import { makeSecrets } from './secrets.ts';

export type RehearsalOptions = Omit<LocalOptions, 'directory' | 'endpoint' | 'changeFeed' | 'mailer'> & {
  /** The directory that synthesis wrote. */
  assembly: string;
  /** Settings of the functions (infra/settings/variables.ts), passed to each of them as synthesis would. */
  settings?: Readonly<Record<string, string>>;
  /** Receives every line that a function logs. */
  log?: (name: string, line: string) => void;
};
export type Report = { functions: FunctionReport[]; findings: Finding[] };
export type Rehearsal = Local & {
  /** Invokes a function directly. Throws `RuntimeFailure`. */
  invoke: Invoke;
  /** Runs everything scheduled once: rules with a schedule, rotations of secrets. */
  clock: () => Promise<void>;
  /** The functions with the environment they run in. */
  functions: readonly DeployedFunction[];
  /** The last event that each function served. */
  samples: () => ReadonlyMap<string, unknown>;
  /** What was found so far. */
  report: () => Report;
};

/** Starts everything, in memory. Throws `UserError` for an assembly that it cannot read. */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { assembly, settings = {}, log = () => {}, ...local } = options;
  const foreign = Object.keys(settings).find((name) => !(name in VARIABLES));
  if (foreign !== undefined) throw new UserError(`${foreign} is not a setting of a deployment`);
  const findings = createFindings();
  const stack = readAssembly(assembly, findings);
  const parts: Partial<Started> = {};
  const deployment = deploymentOf(withSettings(stack, settings), findings, log, (started) =>
    Object.assign(parts, started),
  );
  const running = await startLocal(local, deployment);
  const { functions, iam, specs } = parts as Started;
  return {
    ...running,
    invoke: functions.invoke,
    clock: async () => {
      for (const call of clockOf(stack, running.secretsManager)) await functions.invoke(call.name, call.event);
    },
    functions: specs,
    samples: functions.samples,
    report: () => {
      const reports = functions.report(iam.used);
      return { functions: reports, findings: findings.all() };
    },
  };
}

const withSettings = (stack: Stack, settings: Readonly<Record<string, string>>): Stack => ({
  ...stack,
  functions: stack.functions.map((each) => ({ ...each, environment: { ...each.environment, ...settings } })),
});

type Started = { functions: Functions; iam: IamProxy; specs: readonly DeployedFunction[] };

function deploymentOf(
  stack: Stack,
  findings: Findings,
  log: (name: string, line: string) => void,
  onStart: (started: Started) => void,
): Deployment {
  const entry = entryOf(stack, findings);
  return {
    stage: entry.prefix,
    table: stack.table,
    secrets: async (_, adminSecretKey) => makeSecrets(stack, findings, adminSecretKey),
    start: async ({ baseUrl, engine, aws }) => {
      // For the engine's clients in this process; functions have their own environment.
      Object.assign(process.env, { AWS_REGION: REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
      const statements = Object.fromEntries(stack.functions.map((each) => [each.name, each.statements]));
      const iam = await startIamProxy({ statements, engine, aws: aws.endpoint, findings });
      const specs = stack.functions.map((each) => ({
        ...each,
        environment: { ...withBaseUrl(baseUrl, each.environment), AWS_ENDPOINT_URL: iam.endpoint },
      }));
      const functions = startFunctions(specs, findings, log);
      onStart({ functions, iam, specs });
      const context: Context = { stack, iam, invoke: functions.invoke, findings, aws, queues: new Map() };
      checkPermissions(context);
      return {
        handle: behindEntry(stack, entry, serveApi(stack, functions.invoke, findings)),
        feed: feedOf(context),
        startMessages: async () => {
          const [queue = await emptyQueue(), ...more] = await startQueues(context);
          return { rules: rulesOf(context), queue: joined([queue, ...more]) };
        },
        stop: async () => {
          await functions.stop();
          await iam.stop();
        },
      };
    },
  };
}

/** For a stack without a mailer. */
const emptyQueue = () =>
  startQueue({ name: 'none', directory: undefined, load: () => Promise.reject(new Error('no function')) });

/** Replaces the base URL with the URL of the rehearsal, which also has a page for invitations. */
const withBaseUrl = (baseUrl: string, environment: Record<string, string>): Record<string, string> => ({
  GATEHOUSE_INVITE_LINK: `${baseUrl}/__set-password?token={token}`,
  ...environment,
  ...(environment.GATEHOUSE_BASE_URL !== undefined && { GATEHOUSE_BASE_URL: baseUrl }),
});
