// Assembles the deployment: a table, its secrets, an API, the functions of infra/functions.ts, a bus for events,
// queues, alarms and a dashboard. The hardened profile adds what costs money when idle.
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
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
import { govern } from './stack/governance.ts';
import { createLive } from './stack/live.ts';
import { nameDeployment } from './stack/names.ts';
import { dashboardUrl } from './stack/partition.ts';
import { createFailures } from './stack/queues.ts';
import { createSecrets } from './stack/secrets.ts';
import { createTable, restoredTable } from './stack/table.ts';
import { enableTracing } from './stack/tracing.ts';
import { connectTriggers } from './stack/triggers.ts';

export type GatehouseProps = {
  settings: Settings;
  /** The directory that `bundle` wrote. Several deployments may share it. */
  bundles: string;
};

/** One deployment, in a stack of any app. Reads no context; names begin with `settings.stackName`. */
export class Gatehouse extends Construct {
  constructor(scope: Construct, id: string, { settings, bundles }: GatehouseProps) {
    super(scope, id);
    nameDeployment(this, settings.stackName);
    createResources(this, settings, bundles);
    govern(this, settings);
  }
}

/** Creates a stack with one deployment and nothing else. `id` tells the deployments of one app apart. */
export function createStack(scope: Construct, settings: Settings, bundles: string, id = 'Gatehouse'): Stack {
  const stack = new Stack(scope, id, {
    stackName: settings.stackName,
    env: settings.env,
    description: 'Gatehouse: multi-tenant authentication and administration',
  });
  // This id is no part of logical ids (CDK guide, "Identifiers"), which therefore are those of a stack of its own.
  new Gatehouse(stack, 'Default', { settings, bundles });
  return stack;
}

function createResources(scope: Construct, settings: Settings, bundles: string): void {
  const own = createTable(scope, settings);
  const { restoredStreamArn } = settings;
  const table = restoredStreamArn === undefined ? own : restoredTable(scope, restoredStreamArn);
  const secrets = createSecrets(scope, settings);
  const bus = createBus(scope, settings);
  const failures = createFailures(scope);
  const auditLog = createAuditLog(scope, bus, failures);
  const messages = (settings.sender ?? settings.messageSender) ? createMessages(scope, bus) : undefined;
  const api = createApi(scope, settings);
  if (settings.domain) createDomain(scope, api, settings.domain);
  const baseUrl = settings.baseUrl ?? urlOf(api);
  const resources = { table, secrets, bus, failures, messages, settings };
  const functions = createFunctions(scope, bundles, baseUrl, resources);
  connectTriggers(scope, functions, createLive(scope, functions, settings), api, resources);
  if (settings.life.backup) createBackup(scope, table, settings.life.backup, settings.isHardened);
  const hardened = settings.isHardened ? harden(scope, api, settings) : undefined;
  const watched = { api, table, bus, failures, messages, archive: hardened?.archive };
  const alarms = createAlarms(scope, watched, settings);
  const dashboard = createDashboard(scope, watched);
  if (settings.isTraced) enableTracing(api, functions.values());
  if (hardened) encryptEverything(scope, hardened.key);

  output(scope, 'ApiUrl', 'The address that API Gateway serves', urlOf(api));
  output(scope, 'BaseUrl', 'The issuer of tokens and the beginning of links', baseUrl);
  output(scope, 'BusName', 'The bus that events are published on', bus.eventBusName);
  output(scope, 'AuditLogName', 'The log of changes by admins and of security events; kept', auditLog.logGroupName);
  output(scope, 'TableName', 'The table with all data; kept when the stack is removed', table.tableName);
  output(scope, 'StreamArn', 'The stream that the change feed reads', table.tableStreamArn);
  if (table !== own) output(scope, 'OwnTableName', 'The table of this stack, not in use; kept', own.tableName);
  output(scope, 'PepperSecretName', 'The root secret for passwords; kept', secrets.pepper.secretName);
  output(scope, 'SealSecretName', 'The root secret for what is stored encrypted; kept', secrets.seal.secretName);
  output(scope, 'SessionSecretName', 'The root secret for tokens and codes; kept', secrets.session.secretName);
  output(scope, 'AdminSecretName', 'The key for creating the first admin', secrets.admin?.secretName);
  output(scope, 'SsoSecretName', 'Identity providers as JSON by name; kept', secrets.sso?.secretName);
  output(scope, 'ProxySecretName', 'What the proxy sends in x-gatehouse-proxy; kept', secrets.proxy?.secretName);
  output(scope, 'AlarmTopicArn', 'The topic that alarms are sent to', alarms.topicArn);
  output(scope, 'DashboardUrl', 'The dashboard in CloudWatch', dashboardUrl(scope, dashboard.dashboardName));
}

/** Call it after all functions exist: the archive receives their logs, and the firewall's. */
function harden(scope: Construct, api: ReturnType<typeof createApi>, settings: Settings) {
  createFirewall(scope, api, { isProxied: settings.proxy !== undefined });
  const key = createKey(scope, settings.keyArn);
  return { key, archive: archiveLogs(scope, key) };
}

function output(scope: Construct, id: string, description: string, value: string | undefined): void {
  if (value !== undefined) new CfnOutput(scope, id, { description, value });
}
