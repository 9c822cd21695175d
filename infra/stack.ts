// Assembles the deployment: a table, its secrets, an API, the functions of infra/functions.ts, a bus for events,
// queues, alarms and a dashboard. The hardened profile adds what costs money when idle.
import { type App, Aws, CfnOutput, Stack } from 'aws-cdk-lib';
import { createKey, encryptEverything } from './hardened/encryption.ts';
import { createFirewall } from './hardened/firewall.ts';
import { archiveLogs } from './hardened/log-archive.ts';
import { createAlarms } from './monitoring/alarms.ts';
import { createDashboard } from './monitoring/dashboard.ts';
import type { Settings } from './settings/settings.ts';
import { createApi, urlOf } from './stack/api.ts';
import { createAuditLog } from './stack/audit-log.ts';
import { createBackup } from './stack/backup.ts';
import { createDomain } from './stack/domain.ts';
import { createBus, createMessages } from './stack/events.ts';
import { createFunctions } from './stack/functions.ts';
import { createLive } from './stack/live.ts';
import { createFailures } from './stack/queues.ts';
import { createSecrets } from './stack/secrets.ts';
import { createTable, restoredTable } from './stack/table.ts';
import { enableTracing } from './stack/tracing.ts';
import { connectTriggers } from './stack/triggers.ts';

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
  const auditLog = createAuditLog(stack, bus, failures);
  const messages = settings.sender ? createMessages(stack, bus) : undefined;
  const api = createApi(stack, settings);
  if (settings.domain) createDomain(stack, api, settings.domain);
  const baseUrl = settings.baseUrl ?? urlOf(api);
  const resources = { table, secrets, bus, failures, messages, settings };
  const functions = createFunctions(stack, bundles, baseUrl, resources);
  connectTriggers(stack, functions, createLive(stack, functions, settings), api, resources);
  if (settings.life.backup) createBackup(stack, table, settings.life.backup, settings.isHardened);
  const hardened = settings.isHardened ? harden(stack, api) : undefined;
  const watched = { api, table, failures, messages, archive: hardened?.archive };
  const alarms = createAlarms(stack, watched, settings);
  const dashboard = createDashboard(stack, watched);
  if (settings.isTraced) enableTracing(api, functions.values());
  if (hardened) encryptEverything(stack, hardened.key);

  output(stack, 'ApiUrl', 'The address that API Gateway serves', urlOf(api));
  output(stack, 'BaseUrl', 'The issuer of tokens and the beginning of links', baseUrl);
  output(stack, 'BusName', 'The bus that events are published on', bus.eventBusName);
  output(stack, 'AuditLogName', 'The log of changes by admins and of security events; kept', auditLog.logGroupName);
  output(stack, 'TableName', 'The table with all data; kept when the stack is removed', table.tableName);
  output(stack, 'StreamArn', 'The stream that the change feed reads', table.tableStreamArn);
  if (table !== own) output(stack, 'OwnTableName', 'The table of this stack, not in use; kept', own.tableName);
  output(stack, 'PepperSecretName', 'The root secret for passwords; kept', secrets.pepper.secretName);
  output(stack, 'SealSecretName', 'The root secret for what is stored encrypted; kept', secrets.seal.secretName);
  output(stack, 'SessionSecretName', 'The root secret for tokens and codes; kept', secrets.session.secretName);
  output(stack, 'AdminSecretName', 'The key for creating the first admin', secrets.admin?.secretName);
  output(stack, 'SsoSecretName', 'Identity providers as JSON by name; kept', secrets.sso?.secretName);
  output(stack, 'AlarmTopicArn', 'The topic that alarms are sent to', alarms.topicArn);
  output(stack, 'DashboardUrl', 'The dashboard in CloudWatch', dashboardUrl(dashboard.dashboardName));
  return stack;
}

/** Call it after all functions exist: the archive receives their logs, and the firewall's. */
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
