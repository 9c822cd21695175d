// The whole deployment: a table, its secrets, an API, a function for each group of operations, a bus for events, a
// mailer if there is a sender, keys that rotate, alarms; and in the hardened profile what costs when idle, too.
import { type App, Aws, CfnOutput, Stack } from 'aws-cdk-lib';
import { createKey, encryptEverything } from './hardened/encryption.ts';
import { createFirewall } from './hardened/firewall.ts';
import { archiveLogs } from './hardened/log-archive.ts';
import { createAlarms } from './monitoring/alarms.ts';
import { createDashboard } from './monitoring/dashboard.ts';
import type { Settings } from './settings/settings.ts';
import { allowCalls, createApi, urlOf } from './stack/api.ts';
import { createDomain } from './stack/domain.ts';
import { createBus, followChanges } from './stack/events.ts';
import { createFunctions, environmentOf } from './stack/functions.ts';
import { createMailer } from './stack/mailer.ts';
import { createFailures } from './stack/queues.ts';
import { createRotation } from './stack/rotation.ts';
import { createSecrets } from './stack/secrets.ts';
import { createTable, restoredTable } from './stack/table.ts';
import { trace } from './stack/tracing.ts';

/** `bundles` is the directory that `bundle` wrote. */
export function createStack(app: App, settings: Settings, bundles: string): Stack {
  const stack = new Stack(app, 'Gatehouse', {
    stackName: settings.stackName,
    description: 'Gatehouse: multi-tenant authentication and administration',
  });
  const own = createTable(stack, settings);
  const { restoredStreamArn } = settings;
  const table = restoredStreamArn === undefined ? own : restoredTable(stack, restoredStreamArn);
  const secrets = createSecrets(stack, settings);
  const bus = createBus(stack);
  const failures = createFailures(stack);
  const api = createApi(stack, settings);
  if (settings.domain) createDomain(stack, api, settings.domain);
  const baseUrl = settings.baseUrl ?? urlOf(api);
  const functions = createFunctions(stack, { bundles, table, secrets, baseUrl, settings });
  for (const each of functions) allowCalls(api, each);
  const environment = environmentOf(stack, { table, secrets, baseUrl, settings });
  const changeFeed = followChanges(stack, { bundles, table, bus, rootSecret: secrets.root, failures, environment });
  const rotations = createRotation(stack, { bundles, settings, table, secrets, failures, environment });
  const { sender } = settings;
  const mail = sender ? createMailer(stack, { bundles, table, secrets, bus, environment, sender }) : undefined;
  const hardened = settings.isHardened ? harden(stack, api) : undefined;
  const watched = { api, table, failures, ...mail, archive: hardened?.archive };
  const alarms = createAlarms(stack, watched, settings);
  const dashboard = createDashboard(stack, watched);
  if (settings.isTraced) trace(api, [...functions, changeFeed, ...rotations, ...(mail ? [mail.mailer] : [])]);
  if (hardened) encryptEverything(stack, hardened.key);

  output(stack, 'ApiUrl', 'Where API Gateway answers', urlOf(api));
  output(stack, 'BaseUrl', 'What tokens and links name: the issuer', baseUrl);
  output(stack, 'BusName', 'Where events are published', bus.eventBusName);
  output(stack, 'TableName', 'Everything there is to know; kept when the stack is removed', table.tableName);
  output(stack, 'StreamArn', 'What the change feed follows', table.tableStreamArn);
  if (table !== own) output(stack, 'OwnTableName', 'The stack’s own table, out of use; kept', own.tableName);
  output(stack, 'RootSecretName', 'The root of all keys; kept when the stack is removed', secrets.root.secretName);
  output(stack, 'AdminSecretName', 'The key for the first admin', secrets.admin?.secretName);
  output(stack, 'SsoSecretName', 'Identity providers, as JSON by name; kept', secrets.sso?.secretName);
  output(stack, 'AlarmTopicArn', 'Where alarms are told', alarms.topicArn);
  output(stack, 'DashboardUrl', 'How it does', dashboardUrl(dashboard.dashboardName));
  return stack;
}

/** When all functions are there: the archive has their logs, and the firewall's. */
function harden(stack: Stack, api: ReturnType<typeof createApi>) {
  createFirewall(stack, api);
  const key = createKey(stack);
  return { key, archive: archiveLogs(stack, key) };
}

const dashboardUrl = (name: string): string =>
  `https://${Aws.REGION}.console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}#dashboards:name=${name}`;

function output(stack: Stack, id: string, description: string, value: string | undefined): void {
  if (value !== undefined) new CfnOutput(stack, id, { description, value });
}
