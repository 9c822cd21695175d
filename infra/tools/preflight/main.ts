// Implements `npm run preflight`: looks at an account and region with your own AWS credentials, before a deployment.
import { parseArgs } from 'node:util';
import { contextOf } from '../../settings/command-line.ts';
import { readDeployments } from '../../settings/read.ts';
import type { Deployment } from '../../settings/settings.ts';
import { describeError, exitWithError, UserError } from '../../user-error.ts';
import { createClients } from './clients.ts';
import { preflight } from './preflight.ts';

const USAGE = `usage: npm run preflight -- [--region REGION] [-c KEY=VALUE]... [--change-passkey-domain] [STACK]
Settings are those of cdk.json and -c, as for cdk deploy. STACK, such as Gatehouse-test, is one of several stages.
--change-passkey-domain accepts that every passkey becomes useless: a warning in the place of a failure.`;

/** Throws `UserError` for an option that there is not. */
function readArguments() {
  try {
    return parseArgs({
      options: {
        region: { type: 'string' },
        context: { type: 'string', short: 'c', multiple: true },
        'change-passkey-domain': { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch {
    throw new UserError(USAGE);
  }
}

function chosen(deployments: readonly Deployment[], name: string | undefined): readonly Deployment[] {
  if (name === undefined) return deployments;
  const found = deployments.filter(({ id, settings }) => id === name || settings.stackName === name);
  if (found.length) return found;
  throw new UserError(`there is no ${name}: ${deployments.map(({ id }) => id).join(', ')}`);
}

/** Throws `UserError` without credentials and without a region, which all checks need. */
async function open(region: string | undefined) {
  const clients = createClients(region);
  await clients.lambda.config.region().catch(() => {
    throw new UserError('name a region: --region, the setting region, or AWS_REGION');
  });
  await clients.lambda.config.credentials().catch((error: Error) => {
    throw new UserError(`no AWS credentials: ${error.message}`);
  });
  return clients;
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (positionals.length > 1) throw new UserError(USAGE);
  const deployments = chosen(readDeployments(contextOf(values.context ?? [])), positionals[0]);
  for (const { id, settings } of deployments) {
    const { region } = settings.env;
    if (region !== undefined && values.region !== undefined && region !== values.region)
      throw new UserError(`${id} is deployed to ${region}, not to ${values.region}`);
    const clients = await open(region ?? values.region);
    const decided = { changesPasskeyDomain: values['change-passkey-domain'] };
    const print = (line: string) => process.stdout.write(`${line}\n`);
    if (!(await preflight(settings, clients, print, decided))) process.exitCode = 1;
  }
}

main().catch((error: unknown) => exitWithError(describeError(error)));
