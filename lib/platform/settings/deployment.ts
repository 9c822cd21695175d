// Describes the deployment for its admins. Everything is picked by name, so no secret is in it, nor the name of one.
import { CEILINGS, type CeilingName } from './ceilings.ts';
import { config } from './config.ts';
import { variableDefaults } from './environment.ts';
import { VARIABLES } from './setting-meanings.ts';
import { VERSION } from './version.ts';

/** Returns version, place and settings of this deployment. */
export function describeDeployment() {
  const { baseUrl, ceilings, sender, messageSender } = config();
  const defaults = variableDefaults();
  const env = process.env;
  // A function may leave a message to Gatehouse, which sends it if there is a sender.
  const by = messageSender === undefined ? undefined : ('function' as const);
  const isOff = sender === undefined;
  return {
    version: VERSION,
    baseUrl,
    region: env.AWS_REGION && env.AWS_LAMBDA_FUNCTION_NAME ? env.AWS_REGION : null,
    functionName: env.AWS_LAMBDA_FUNCTION_NAME ?? null,
    runtime: `Node.js ${process.version}`,
    settings: Object.entries(VARIABLES).map(([name, meaning]) => ({
      name,
      value: env[name] ?? null,
      default: defaults[name] ?? null,
      meaning,
    })),
    limits: Object.entries(CEILINGS).map(([name, { standard, per, meaning }]) => ({
      name,
      value: ceilings[name as CeilingName],
      default: standard,
      per,
      meaning,
    })),
    messages: {
      email: by ?? (isOff ? ('off' as const) : ('ses' as const)),
      sms: by ?? (isOff ? ('off' as const) : ('sns' as const)),
    },
  };
}
