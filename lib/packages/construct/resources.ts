// Creates the resources of a deployment: a table, its secrets, an API, the functions of infra/functions.ts, a bus for
// events, queues, alarms and a dashboard. The hardened profile adds what costs money when idle.
import { CfnOutput } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { createKey, encryptEverything } from '../../../infra/hardened/encryption.ts';
import { createFirewall } from '../../../infra/hardened/firewall.ts';
import { archiveLogs } from '../../../infra/hardened/log-archive.ts';
import { createAlarms } from '../../../infra/monitoring/alarms.ts';
import { createDashboard } from '../../../infra/monitoring/dashboard.ts';
import type { Settings } from '../../../infra/settings/settings.ts';
import { createAnalytics } from '../../../infra/stack/analytics.ts';
import { acknowledgeObjects, createAuditArchive } from '../../../infra/stack/audit-archive.ts';
import { createAuditLog } from '../../../infra/stack/audit-log.ts';
import { createBackup } from '../../../infra/stack/backup.ts';
import { createBus, createMessages } from '../../../infra/stack/events.ts';
import { createFunctions } from '../../../infra/stack/functions/functions.ts';
import { createLive } from '../../../infra/stack/functions/live.ts';
import { connectTriggers } from '../../../infra/stack/functions/triggers.ts';
import { createDomain } from '../../../infra/stack/gateway/domain.ts';
import type { Gateway } from '../../../infra/stack/gateway/gateway.ts';
import { createHttpApi } from '../../../infra/stack/gateway/http-api.ts';
import { createRestApi } from '../../../infra/stack/gateway/rest-api.ts';
import { enableTracing } from '../../../infra/stack/gateway/tracing.ts';
import { dashboardUrl } from '../../../infra/stack/partition.ts';
import { createFailures } from '../../../infra/stack/queues.ts';
import { existingSecretsIn } from '../../../infra/stack/secret-replicas.ts';
import { createSecrets, type Secrets } from '../../../infra/stack/secrets.ts';
import { createTable, restoredTable } from '../../../infra/stack/table.ts';

export type Created = {
  api: Gateway;
  /** The table in use: the restored one, if there is one. */
  table: ITableV2;
  bus: IEventBus;
  secrets: Secrets;
  /** The issuer of tokens. */
  baseUrl: string;
};

export function createResources(scope: Construct, settings: Settings, bundles: string): Created {
  const own = createTable(scope, settings);
  const { restoredStreamArn } = settings;
  const table = restoredStreamArn === undefined ? own : restoredTable(scope, restoredStreamArn);
  const secrets = createSecrets(scope, settings);
  const bus = createBus(scope, settings);
  const failures = createFailures(scope);
  const auditLog = createAuditLog(scope, bus, failures);
  const messages = (settings.sender ?? settings.messageSender) ? createMessages(scope, bus) : undefined;
  const api = (settings.gateway === 'http' ? createHttpApi : createRestApi)(scope, settings);
  if (settings.domain) createDomain(scope, api, settings.domain, { ...settings, secret: secrets.proxy });
  const baseUrl = settings.baseUrl ?? api.url;
  const { auditArchiveDays } = settings;
  const auditArchive = auditArchiveDays === undefined ? undefined : createAuditArchive(scope, auditArchiveDays);
  const analytics = auditArchive && settings.hasAnalytics ? createAnalytics(scope, auditArchive) : undefined;
  const resources = { table, secrets, bus, failures, messages, auditArchive, settings };
  const functions = createFunctions(scope, bundles, baseUrl, resources);
  const archivist = functions.get('audit-archive')?.role;
  if (auditArchive && archivist) acknowledgeObjects(archivist, auditArchive);
  connectTriggers(scope, functions, createLive(scope, functions, settings), api, resources);
  if (settings.life.backup) createBackup(scope, table, settings.life.backup, settings.isHardened);
  const hardened = settings.isHardened ? harden(scope, api, settings) : undefined;
  const watched = { api, table, bus, failures, messages, archive: hardened?.archive };
  const alarms = createAlarms(scope, watched, settings);
  const dashboard = createDashboard(scope, watched);
  if (settings.isTraced) enableTracing(api, functions.values());
  if (hardened) encryptEverything(scope, hardened.key, settings.secondRegion.replica?.keyArn);

  output(scope, 'ApiUrl', 'The address that API Gateway serves', api.url);
  output(scope, 'BaseUrl', 'The issuer of tokens and the beginning of links', baseUrl);
  output(scope, 'BusName', 'The bus that events are published on', bus.eventBusName);
  output(scope, 'AuditLogName', 'The log of changes by admins and of security events; kept', auditLog.logGroupName);
  output(scope, 'AuditArchiveName', 'The bucket with the archive of the audit log; kept', auditArchive?.bucketName);
  output(scope, 'AnalyticsDatabase', 'The database of Athena with the archive as the table audit', analytics);
  output(scope, 'TableName', 'The table with all data; kept when the stack is removed', table.tableName);
  output(scope, 'StreamArn', 'The stream that the change feed reads', table.tableStreamArn);
  if (table !== own) output(scope, 'OwnTableName', 'The table of this stack, not in use; kept', own.tableName);
  output(scope, 'PepperSecretName', 'The root secret for passwords; kept', secrets.pepper.secretName);
  output(scope, 'SealSecretName', 'The root secret for what is stored encrypted; kept', secrets.seal.secretName);
  output(scope, 'SessionSecretName', 'The root secret for tokens and codes; kept', secrets.session.secretName);
  output(scope, 'AdminSecretName', 'The key for creating the first admin', secrets.admin?.secretName);
  output(scope, 'SsoSecretName', 'Identity providers as JSON by name; kept', secrets.sso?.secretName);
  output(scope, 'ProxySecretName', 'What the proxy sends in x-gatehouse-proxy; kept', secrets.proxy?.secretName);
  const { replica } = settings.secondRegion;
  const standbySecrets = replica && existingSecretsIn(replica.region, secrets);
  output(scope, 'StandbySecrets', 'The value of existingSecrets for the deployment in replicaRegion', standbySecrets);
  output(scope, 'AlarmTopicArn', 'The topic that alarms are sent to', alarms.topicArn);
  output(scope, 'DashboardUrl', 'The dashboard in CloudWatch', dashboardUrl(scope, dashboard.dashboardName));
  return { api, table, bus, secrets, baseUrl };
}

/** Call it after all functions exist: the archive receives their logs, and the firewall's. */
function harden(scope: Construct, { rest }: Gateway, settings: Settings) {
  if (!rest) throw new Error('an HTTP API has no firewall');
  createFirewall(scope, rest, { isProxied: settings.proxy !== undefined });
  const key = createKey(scope, settings.keyArn);
  return { key, archive: archiveLogs(scope, key) };
}

function output(scope: Construct, id: string, description: string, value: string | undefined): void {
  if (value !== undefined) new CfnOutput(scope, id, { description, value });
}
