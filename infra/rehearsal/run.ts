// The rehearsal: what was synthesised, served on this machine. The laptop's engine, gateway, bus, queues and inbox, with
// the assembly's own functions between them, each in processes of its own with the rights of its own role.

import { REGION } from '../local/aws/account.ts';
import { startQueue } from '../local/aws/queue.ts';
import { type Local, type LocalOptions, startLocal } from '../local/run.ts';
import type { Deployment } from '../local/target.ts';
import { VARIABLES } from '../settings/variables.ts';
import { UserError } from '../user-error.ts';
import { serveApi } from './api.ts';
import { readAssembly, type Stack } from './assembly/template.ts';
import { clockOf, demandRest, feedOf, type Parts, rulesOf, startQueues } from './event-sources.ts';
import { createFindings, type Finding, type Findings } from './findings.ts';
import { type Guard, startGuard } from './iam/proxy.ts';
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
  /** Settings of the functions (infra/settings/variables.ts), handed on to each of them as synthesis would. */
  settings?: Readonly<Record<string, string>>;
  /** Gets every line that a function writes. */
  log?: (name: string, line: string) => void;
};
export type Report = { functions: FunctionReport[]; findings: Finding[] };
export type Rehearsal = Local & {
  /** Calls a function by hand. Throws `RuntimeFailure`. */
  invoke: Invoke;
  /** Does once what happens by a clock: rules with a schedule, rotations of secrets. */
  clock: () => Promise<void>;
  /** The functions as they run, with the environment they were given. */
  functions: readonly DeployedFunction[];
  /** The last event that each of them answered. */
  samples: () => ReadonlyMap<string, unknown>;
  /** What was found so far. */
  report: () => Report;
};

/** Starts everything, in memory. Throws `UserError` for an assembly that can't be understood. */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { assembly, settings = {}, log = () => {}, ...local } = options;
  const foreign = Object.keys(settings).find((name) => !(name in VARIABLES));
  if (foreign !== undefined) throw new UserError(`${foreign} is not a setting of a deployment`);
  const findings = createFindings();
  const stack = readAssembly(assembly, findings);
  demandOwnUrl(stack);
  const parts: Partial<Started> = {};
  const deployment = deploymentOf(withSettings(stack, settings), findings, log, (started) =>
    Object.assign(parts, started),
  );
  const running = await startLocal(local, deployment);
  const { functions, guard, specs } = parts as Started;
  return {
    ...running,
    invoke: functions.invoke,
    clock: async () => {
      for (const call of clockOf(stack, running.secretsManager)) await functions.invoke(call.name, call.event);
    },
    functions: specs,
    samples: functions.samples,
    report: () => {
      const reports = functions.report(guard.used);
      return { functions: reports, findings: findings.all() };
    },
  };
}

const withSettings = (stack: Stack, settings: Readonly<Record<string, string>>): Stack => ({
  ...stack,
  functions: stack.functions.map((each) => ({ ...each, environment: { ...each.environment, ...settings } })),
});

type Started = { functions: Functions; guard: Guard; specs: readonly DeployedFunction[] };

function deploymentOf(
  stack: Stack,
  findings: Findings,
  log: (name: string, line: string) => void,
  onStart: (started: Started) => void,
): Deployment {
  return {
    stage: `/${stack.api.stage}`,
    table: stack.table,
    secrets: async (_, adminSecretKey) => makeSecrets(stack, findings, adminSecretKey),
    start: async ({ baseUrl, engine, aws }) => {
      // For the engine's clients in this process; functions have an environment of their own.
      Object.assign(process.env, { AWS_REGION: REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
      const statements = Object.fromEntries(stack.functions.map((each) => [each.name, each.statements]));
      const guard = await startGuard({ statements, engine, aws: aws.endpoint, findings });
      const specs = stack.functions.map((each) => ({
        ...each,
        environment: { ...at(baseUrl, each.environment), AWS_ENDPOINT_URL: guard.endpoint },
      }));
      const functions = startFunctions(specs, findings, log);
      onStart({ functions, guard, specs });
      const parts: Parts = { stack, guard, invoke: functions.invoke, findings };
      demandRest(parts);
      return {
        answer: serveApi(stack, functions.invoke, findings),
        feed: feedOf(parts),
        carry: async () => {
          const queues = await startQueues(parts);
          const [queue = await emptyQueue(), ...more] = queues.values();
          if (more.length) findings.add('wiring', 'queues', 'the rehearsal shows what waits in one of them only');
          return { rules: rulesOf(parts, queues), queue };
        },
        stop: async () => {
          await functions.stop();
          await guard.stop();
        },
      };
    },
  };
}

/** For a stack without a mailer. */
const emptyQueue = () =>
  startQueue({ name: 'none', directory: undefined, load: () => Promise.reject(new Error('no function')) });

const urlOf = ({ api }: Stack): string => `https://${api.id}.execute-api.${REGION}.amazonaws.com/${api.stage}`;

/** With a domain of its own the service would send everybody away from here. */
function demandOwnUrl(stack: Stack): void {
  for (const { environment } of stack.functions) {
    const url = environment.GATEHOUSE_BASE_URL ?? urlOf(stack);
    if (url !== urlOf(stack))
      throw new UserError(`the assembly is for ${url}: the rehearsal needs one without domainName and baseUrl`);
  }
}

/** The URL that API Gateway would give becomes the one at which the rehearsal answers. */
const at = (baseUrl: string, environment: Record<string, string>): Record<string, string> => ({
  ...environment,
  ...(environment.GATEHOUSE_BASE_URL !== undefined && { GATEHOUSE_BASE_URL: baseUrl }),
});
