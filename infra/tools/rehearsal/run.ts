// Runs what was synthesized on this machine: the local engine, gateway, bus, queues and inbox, connected by the
// assembly's own functions, each in its own processes with the permissions of its own role.

import { VARIABLES } from '../../settings/variables.ts';
import { UserError } from '../../user-error.ts';
import { REGION } from '../local/aws/account.ts';
import { type Local, type LocalOptions, startLocal } from '../local/run.ts';
import { readAssembly, type Stack } from './assembly/template.ts';
import { type Deployed, startDeployed } from './deployed.ts';
import { entryOf } from './entry.ts';
import { clockOf } from './event-sources.ts';
import { createFindings } from './findings.ts';
import type { Report } from './merge-reports.ts';
import { proxySecretOf } from './proxy.ts';
import type { DeployedFunction, Invoke } from './runtime/functions.ts';
import { makeSecrets } from './secrets.ts';

export type RehearsalOptions = Omit<LocalOptions, 'directory' | 'changeFeed' | 'mailer'> & {
  /** The directory that synthesis wrote. */
  assembly: string;
  /** Settings of the functions (infra/settings/variables.ts), passed to each of them as synthesis would. */
  settings?: Readonly<Record<string, string>>;
  /** Receives every line that a function logs. */
  log?: (name: string, line: string) => void;
};
export type Rehearsal = Local & {
  /** Invokes a function directly. Throws `RuntimeFailure`. */
  invoke: Invoke;
  /** Runs everything scheduled once: rules with a schedule, rotations of secrets. */
  clock: () => Promise<void>;
  /** The functions with the environment they run in. */
  functions: () => readonly DeployedFunction[];
  /** The last event that each function served. */
  samples: () => ReadonlyMap<string, unknown>;
  /** What was found so far. */
  report: () => Report;
  /**
   * Deploys another assembly in place, with settings of the functions besides the first ones: data, secrets and
   * addresses stay. Rules on the bus and secrets are those of the first assembly.
   */
  deploy: (assembly: string, settings?: Readonly<Record<string, string>>) => Promise<void>;
};

/** Starts everything, in memory. Throws `UserError` for an assembly that it cannot read. */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { assembly, settings = {}, log = () => {}, ...local } = options;
  const foreign = Object.keys(settings).find((name) => !(name in VARIABLES));
  if (foreign !== undefined) throw new UserError(`${foreign} is not a setting of a deployment`);
  const findings = createFindings();
  const stack = readAssembly(assembly, findings);
  const { prefix } = entryOf(stack, findings);
  if (options.identityProvider) requireJourneys(stack);
  const secrets = makeSecrets(stack, findings, options.adminSecretKey);
  let started: Deployed | undefined;
  const running = await startLocal(local, {
    stage: prefix,
    table: stack.table,
    compressesFrom: stack.api.body['x-amazon-apigateway-minimum-compression-size'],
    requestIdHeader: stack.api.kind === 'http' ? 'apigw-requestid' : undefined,
    secrets: async () => secrets,
    start: async ({ baseUrl, engine, aws }) => {
      // For the engine's clients in this process; functions have their own environment.
      Object.assign(process.env, { AWS_REGION: REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
      const proxySecret = proxySecretOf(stack, secrets.values);
      started = await startDeployed(withSettings(stack, settings), {
        baseUrl,
        engine,
        aws,
        findings,
        log,
        proxySecret,
      });
      return started;
    },
  });
  const deployed = started as Deployed;
  return {
    ...running,
    invoke: deployed.invoke,
    clock: async () => {
      for (const call of clockOf(deployed.stack(), running.secretsManager))
        await deployed.invoke(call.name, call.event);
    },
    functions: deployed.functions,
    samples: deployed.samples,
    report: () => ({ functions: deployed.report(), findings: findings.all() }),
    deploy: async (next, more = {}) => {
      const replacement = readAssembly(next, findings);
      const { prefix: other } = entryOf(replacement, findings);
      if (other !== prefix)
        throw new UserError(`the assembly has its API at "${other}", and the rehearsal began at "${prefix}"`);
      await deployed.deploy(withSettings(replacement, { ...settings, ...more }));
    },
  };
}

/** The variable that only a deployment with the setting has -> the setting. Journeys need them. */
const NEEDED: Readonly<Record<string, string>> = {
  GATEHOUSE_CODE_QUEUE: 'sender="Gatehouse <no-reply@example.com>"',
  GATEHOUSE_SSO_SECRET: 'identityProviders=on',
};

/** Throws `UserError` before anything starts if the assembly lacks what journeys need. */
function requireJourneys({ functions }: Pick<Stack, 'functions'>): void {
  const lacking = Object.entries(NEEDED).filter(([variable]) => functions.every((each) => !each.environment[variable]));
  if (lacking.length)
    throw new UserError(
      `The journeys need what the assembly lacks. Synthesise it with ${lacking.map(([, setting]) => `-c ${setting}`).join(' ')}.`,
    );
}

const withSettings = (stack: Stack, settings: Readonly<Record<string, string>>): Stack => ({
  ...stack,
  functions: stack.functions.map((each) => ({ ...each, environment: { ...each.environment, ...settings } })),
});
