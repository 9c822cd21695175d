// Finds settings that are valid and yet unlikely to be meant. Synthesis prints each in one line.
import { GATEWAY_RESOURCES, gatewayResources, httpRoutes, servedBy } from '../routes.ts';
import { sendsSms } from './partition.ts';
import type { Settings } from './settings.ts';

/** Milliseconds of a login, most of which is hashing (docs/costs.md). */
const LOGIN_MS = 60;

/** Logins per second that so many instances of a function serve. */
export const loginsOf = (instances: number): number => Math.floor((instances * 1000) / LOGIN_MS);

export function warningsOf(settings: Settings): string[] {
  const { env, sender, messageSender, baseUrl, domain, proxy, gateway, rates } = settings;
  const { reservedConcurrency, accountConcurrency } = settings;
  const warnings: string[] = [];
  if (!sender && !messageSender)
    warnings.push(
      'no sender is set, so codes, invitations and notices are not sent. Add -c sender="Name <address>", or messageSender.',
    );
  if ((sender ?? messageSender) !== undefined && env.region !== undefined && !sendsSms(env.region))
    warnings.push(
      `SNS sends no SMS from ${env.region}, so tenants cannot use codes by SMS unless messageSender sends them.`,
    );
  if (baseUrl !== undefined && domain === undefined && proxy === undefined)
    warnings.push(
      'baseUrl is set without trustedProxy: all clients share the proxy’s addresses in every limit by address, and API Gateway’s own address stays open beside the proxy. ' +
        (gateway === 'http'
          ? 'Use front=cloudfront, or gateway=rest with -c trustedProxy=1.'
          : 'Add -c trustedProxy=1.'),
    );
  const instances = reservedConcurrency ?? accountConcurrency;
  const logins = loginsOf(instances);
  if (rates.credential.rate > logins)
    warnings.push(
      `loginRate ${rates.credential.rate} is more than ${instances} instances of a function serve: about ${logins} logins per second. Raise reservedConcurrency, and the account’s quota of concurrent executions.`,
    );
  const [has, unit] =
    settings.gateway === 'http'
      ? ([httpRoutes(servedBy(settings)).length + 1, 'routes'] as const)
      : ([gatewayResources(servedBy(settings)), 'resources'] as const);
  if (has > GATEWAY_RESOURCES)
    warnings.push(
      `the API has ${has} ${unit} of API Gateway, and the quota is ${GATEWAY_RESOURCES} unless AWS raised it. Leave out routes of lib/records/resources without callers.`,
    );
  return warnings;
}
