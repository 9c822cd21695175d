// Creates the functions of infra/functions.ts, each with its own role, environment and log.
import { Code, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import {
  type FunctionName,
  functionsOf,
  handlerOf,
  rowOf,
  type SecretName,
  UPDATED_FIRST,
  WEB,
} from '../../functions.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Messages } from '../events.ts';
import { createFunction } from '../lambda.ts';
import { metricsEnvironment } from '../names.ts';
import { requireSmallEnvironment } from './environment-size.ts';
import { type Resources, statementsOf } from './permissions.ts';

export type Functions = ReadonlyMap<FunctionName, LambdaFunction>;

const SECRET_VARIABLES: Readonly<Record<SecretName, string>> = {
  pepper: 'GATEHOUSE_PEPPER_SECRET',
  seal: 'GATEHOUSE_SEAL_SECRET',
  session: 'GATEHOUSE_SESSION_SECRET',
  admin: 'GATEHOUSE_ADMIN_SECRET',
  sso: 'GATEHOUSE_SSO_SECRET',
  proxy: 'GATEHOUSE_PROXY_SECRET',
};

/** `bundles` is the directory that `bundle` wrote. Without a sender there are no messages, and no mailer for them. */
export function createFunctions(scope: Construct, bundles: string, baseUrl: string, resources: Resources): Functions {
  const { reservedConcurrency, lambdaLogs } = resources.settings;
  const deployed = functionsOf(resources.settings).filter(
    (name) => rowOf(name).trigger.kind !== 'queue' || resources.messages,
  );
  const functions = new Map(
    deployed.map((name) => {
      const row = rowOf(name);
      const created = createFunction(scope, {
        name,
        code: Code.fromAsset(`${bundles}/${name}`),
        handler: handlerOf(row),
        memoryMb: row.memoryMb,
        timeoutSeconds: row.timeoutSeconds,
        reservedConcurrency: row.trigger.kind === 'api' ? reservedConcurrency : undefined,
        lambdaLogs,
        statements: statementsOf(scope, row, resources),
        environment: requireSmallEnvironment(name, environmentOf(scope, name, baseUrl, resources)),
      });
      return [name, created] as const;
    }),
  );
  const first = functions.get(UPDATED_FIRST);
  for (const other of functions.values()) if (first && other !== first) other.node.addDependency(first);
  return functions;
}

/** The function's configuration, with the names of its secrets as far as the deployment has them. */
function environmentOf(
  scope: Construct,
  name: FunctionName,
  baseUrl: string,
  { settings, table, secrets, bus, messages, auditArchive }: Resources,
): Record<string, string> {
  // Pages are files. They depend on no setting, so that none leaks into what a browser loads.
  if (name === WEB) return { GATEHOUSE_BASE_URL: baseUrl };
  const { secrets: names, permissions = [] } = rowOf(name);
  const secretNames = names.flatMap((name) => {
    const secret = secrets[name];
    return secret ? [[SECRET_VARIABLES[name], secret.secretArn]] : [];
  });
  return {
    ...settings.variables,
    ...metricsEnvironment(scope),
    GATEHOUSE_BASE_URL: baseUrl,
    GATEHOUSE_TABLE: table.tableName,
    ...Object.fromEntries(secretNames),
    ...(names.includes('proxy') && settings.proxy !== undefined && { GATEHOUSE_TRUSTED_PROXY: String(settings.proxy) }),
    ...(permissions.includes('publish events') && { GATEHOUSE_BUS: bus.eventBusName }),
    ...(permissions.includes('write the audit archive') &&
      auditArchive && { GATEHOUSE_AUDIT_BUCKET: auditArchive.bucketName }),
    ...(permissions.includes('send e-mail') && messages && mailerEnvironment(settings, messages)),
    // It tells admins how messages are sent.
    ...(name === 'admin-console' && senderEnvironment(settings)),
  };
}

const senderEnvironment = (settings: Settings): Record<string, string> => ({
  ...(settings.sender && { GATEHOUSE_SENDER: settings.sender }),
  ...(settings.messageSender && { GATEHOUSE_MESSAGE_SENDER: settings.messageSender }),
});

const mailerEnvironment = (settings: Settings, { urgent, notices }: Messages): Record<string, string> => ({
  ...senderEnvironment(settings),
  ...(settings.mailRate && { GATEHOUSE_MAIL_RATE: String(settings.mailRate) }),
  GATEHOUSE_SMS_RATE: String(settings.smsRate),
  GATEHOUSE_MAILER_CONCURRENCY: String(settings.mailerConcurrency),
  GATEHOUSE_CODE_QUEUE: urgent.queue.queueUrl,
  GATEHOUSE_NOTICE_QUEUE: notices.queue.queueUrl,
});
