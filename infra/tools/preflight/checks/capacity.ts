// Compares the account's quotas of Lambda, API Gateway and DynamoDB with what the settings promise.
import { GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { DescribeLimitsCommand } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { functionsOn } from '../../../functions.ts';
import { CLASSES } from '../../../settings/rates.ts';
import { UNRESERVED } from '../../../settings/refusals.ts';
import type { Settings } from '../../../settings/settings.ts';
import { loginsOf } from '../../../settings/warnings.ts';
import { type Check, type Finding, fails, ok, raise, warning } from '../finding.ts';

const always = (): boolean => true;

/** Instances that the deployment takes out of the account's pool. */
function reservedBy({ reservedConcurrency: each, hasResources, life }: Settings): number {
  if (each !== undefined) return functionsOn('api', { hasResources }).length * each;
  return life.provisionedConcurrency ?? 0;
}

export const concurrency: Check = {
  name: 'concurrent executions of Lambda',
  needs: 'lambda:GetAccountSettings',
  isNeeded: always,
  look: async ({ clients, settings, region }) => {
    const { AccountLimit: limit } = await clients.lambda.send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: quota = 0, UnreservedConcurrentExecutions: free = quota } = limit ?? {};
    const taken = reservedBy(settings);
    const wanted = Math.max(1000, settings.accountConcurrency, taken + UNRESERVED);
    const help = raise('lambda', 'L-B99A9384', wanted, region);
    if (taken > 0 && taken + UNRESERVED > quota)
      return [
        fails(
          `the account runs ${quota} functions at once. This deployment takes ${taken} for itself, and Lambda keeps ${UNRESERVED}: the deployment fails`,
          help,
        ),
      ];
    const findings: Finding[] = [];
    if (taken > 0 && taken + UNRESERVED > free)
      findings.push(
        warning(
          `${free} of ${quota} concurrent executions are unreserved, and this deployment takes ${taken}: it fails, unless they are those that it has already`,
          help,
        ),
      );
    const instances = settings.reservedConcurrency ?? quota;
    const logins = loginsOf(instances);
    if (settings.rates.credential.rate > logins)
      findings.push(
        warning(
          `the account runs ${quota} functions at once, about ${logins} logins per second: loginRate is ${settings.rates.credential.rate}`,
          help,
        ),
      );
    return findings.length ? findings : [ok(`Lambda runs ${quota} functions at once`)];
  },
};

export const gateway: Check = {
  name: 'requests per second and log role of API Gateway',
  needs: 'apigateway:GET',
  isNeeded: always,
  look: async ({ clients, settings, region }) => {
    const { throttleSettings, cloudwatchRoleArn: role } = await clients.apiGateway.send(new GetAccountCommand({}));
    const { rateLimit: quota = 0 } = throttleSettings ?? {};
    const above = Object.entries(settings.rates).filter(([, { rate }]) => rate > quota);
    const names = above.map(([name]) => CLASSES[name as keyof typeof CLASSES].setting);
    return [
      names.length
        ? warning(
            `API Gateway takes ${quota} requests per second of all APIs here, less than ${names.join(', ')}. Set gatewayRate=${quota}, or ask for more`,
            raise('apigateway', 'L-8A5B8E43', Math.max(...above.map(([, { rate }]) => rate)), region),
          )
        : ok(`API Gateway takes ${quota} requests per second of all APIs here`),
      ...(settings.gateway === 'rest' ? [logRole(role, settings)] : []),
    ];
  },
};

function logRole(role: string | undefined, { setsLogRole, stackName }: Settings): Finding {
  if (!setsLogRole)
    return role === undefined || role === ''
      ? fails(
          'API Gateway has no role for logs here, and apiGatewayLogRole=off: it refuses the access log',
          'deploy one stack of the region with -c apiGatewayLogRole=on, or aws apigateway update-account --patch-operations op=replace,path=/cloudwatchRoleArn,value=ROLE_ARN',
        )
      : ok('API Gateway has a role for logs');
  if (role === undefined || role === '' || role.includes(`/${stackName}-`))
    return ok('API Gateway has no role for logs of another stack');
  return warning(
    `API Gateway has a role for logs here, ${role}: the deployment replaces it, and takes it away when it is removed`,
    '-c apiGatewayLogRole=off',
  );
}

export const table: Check = {
  name: 'units of DynamoDB',
  needs: 'dynamodb:DescribeLimits',
  isNeeded: always,
  look: async ({ clients, settings, region }) => {
    const limits = await clients.dynamodb.send(new DescribeLimitsCommand({}));
    const kinds = [
      { setting: 'readUnits', code: 'L-CF0CBE56', has: settings.units.read, most: limits.TableMaxReadCapacityUnits },
      { setting: 'writeUnits', code: 'L-AB614373', has: settings.units.write, most: limits.TableMaxWriteCapacityUnits },
    ];
    const findings = kinds
      .filter(({ has, most = 0 }) => has > most)
      .map(({ setting, code, has, most = 0 }) =>
        warning(
          `${setting} is ${has}, and DynamoDB gives a table ${most} here: more is throttled, and clients get 503`,
          raise('dynamodb', code, has, region),
        ),
      );
    const quotas = kinds.map(({ most = 0 }) => most).join(' read and ');
    return findings.length ? findings : [ok(`DynamoDB gives a table ${quotas} write units per second`)];
  },
};
