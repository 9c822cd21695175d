// Turns a function's row into the statements of its role. Nothing is granted that the row does not name.
import { Fn, Stack, Token } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { ItemAction } from '../../function-types.ts';
import type { FunctionRow, Permission } from '../../functions.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Messages } from '../events.ts';
import { allow } from '../lambda.ts';
import type { Secrets } from '../secrets.ts';

/** What functions may be granted access to. */
export type Resources = {
  table: ITableV2;
  secrets: Secrets;
  bus: IEventBus;
  /** Receives stream positions and invocations that failed for good. */
  failures: Queue;
  /** `undefined` in a deployment without a sender of any kind, which has no mailer. */
  messages: Messages | undefined;
  /** The archive of the audit log; `undefined` in a deployment without one. */
  auditArchive: IBucket | undefined;
  settings: Settings;
};

/** In this order: table, secrets, other permissions, what the poller of the trigger needs. */
export function statementsOf(scope: Construct, row: FunctionRow, resources: Resources): PolicyStatement[] {
  const permissions = (row.permissions ?? [])
    .filter((permission) => isNeeded(permission, resources.settings))
    .map((permission) => STATEMENTS[permission](scope, resources));
  return [
    ...tableStatements(row, resources.table),
    ...secretStatements(row, resources.secrets),
    ...permissions,
    ...pollerStatements(row, resources),
  ];
}

/** With a function that sends messages and without a sender, the mailer itself sends nothing. */
function isNeeded(permission: Permission, { sender, messageSender, mailRate }: Settings): boolean {
  if (permission === 'call the message sender') return messageSender !== undefined;
  if (permission === 'read the sending rate') return sender !== undefined && mailRate === undefined;
  if (permission === 'send e-mail' || permission === 'send SMS') return sender !== undefined;
  return true;
}

/**
 * One statement for all items, or one for writes and one for reads if some partitions may only be read. Each condition
 * must hold for all keys of a call, so the statement for reads has the writable partitions, too.
 */
function tableStatements(row: FunctionRow, { tableArn }: ITableV2): PolicyStatement[] {
  const { table, partitions, readOnly = [], indexes = [] } = row;
  const actions = Object.keys(table) as ItemAction[];
  const onItems = (some: ItemAction[], keys: readonly string[] | undefined): PolicyStatement[] => {
    if (some.length === 0) return [];
    const conditions = keys && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
    const named = some.map((action) => `dynamodb:${action}`);
    return [new PolicyStatement({ actions: named, resources: [tableArn], ...(conditions && { conditions }) })];
  };
  const isRead = (action: ItemAction): boolean => readOnly.length > 0 && READS.includes(action);
  return [
    ...onItems(
      actions.filter((action) => !isRead(action)),
      partitions,
    ),
    ...onItems(actions.filter(isRead), partitions && [...partitions, ...readOnly]),
    ...indexes.map((index) => allow(['dynamodb:Query'], `${tableArn}/index/${index}`)),
  ];
}

/** A condition check is part of a transaction, whose keys may count as one list. */
const READS: readonly ItemAction[] = ['GetItem', 'BatchGetItem', 'Query'];

function secretStatements(row: FunctionRow, secrets: Secrets): PolicyStatement[] {
  const actions = (row.secretActions ?? ['GetSecretValue']).map((action) => `secretsmanager:${action}`);
  const arns = row.secrets.flatMap((name) => secrets[name]?.secretArn ?? []);
  return arns.length === 0 ? [] : [allow(actions, ...arns)];
}

/** Lambda's pollers use the role of the function that they invoke. */
function pollerStatements({ trigger }: FunctionRow, { table, messages }: Resources): PolicyStatement[] {
  if (trigger.kind === 'stream') {
    const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    return [
      allow(
        actions.map((action) => `dynamodb:${action}`),
        table.tableStreamArn as string,
      ),
    ];
  }
  if (trigger.kind === 'queue' && messages) {
    const { urgent, notices } = messages;
    // The function itself decides when a message comes back, and takes notices by itself.
    const actions = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:ReceiveMessage'];
    return [
      allow([...actions, 'sqs:GetQueueAttributes'], urgent.queue.queueArn),
      allow(actions, notices.queue.queueArn),
    ];
  }
  return [];
}

/** What lib/domain/audit-log/archive.ts writes. */
const ARCHIVED = ['anchors/', 'links/'];

const STATEMENTS: Readonly<Record<Permission, (scope: Construct, resources: Resources) => PolicyStatement>> = {
  'publish events': (_, { bus }) => allow(['events:PutEvents'], bus.eventBusArn),
  'report failures': (_, { failures }) => allow(['sqs:SendMessage'], failures.queueArn),
  'write the audit archive': (_, { auditArchive }) => {
    if (!auditArchive) throw new Error('a deployment without auditArchiveDays has no function that writes an archive');
    // A condition that the key is free needs no permission to read (S3 user guide, "Conditional writes").
    return allow(['s3:PutObject'], ...ARCHIVED.map((prefix) => auditArchive.arnForObjects(`${prefix}*`)));
  },
  'send e-mail': (scope, { settings: { sender = '', variables } }) =>
    allowEmail(scope, sender, variables.GATEHOUSE_SES_CONFIGURATION_SET),
  // `GetSendQuota` has no resource that a policy could name (service authorization reference of SES).
  'read the sending rate': () => allow(['ses:GetSendQuota'], '*'),
  'send SMS': allowSms,
  'call the message sender': (_, { settings }) => allow(['lambda:InvokeFunction'], settings.messageSender as string),
};

/** The domain of an address and its parent domains: SES may have verified any of them. A parameter has only its domain. */
function domainsOf(address: string): string[] {
  if (Token.isUnresolved(address)) return [Fn.select(1, Fn.split('@', address))];
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
}

/** From the sender's address only. SES may have verified the address, its domain or a parent domain. */
function allowEmail(scope: Construct, sender: string, configurationSet: string | undefined): PolicyStatement {
  const address = Token.isUnresolved(sender) ? sender : (/[^ <>]+@[^ <>]+/.exec(sender)?.[0] as string);
  const names = [address, ...domainsOf(address)].map((identity) => `identity/${identity}`);
  if (configurationSet) names.push(`configuration-set/${configurationSet}`);
  const resources = names.map((name) => {
    const [resource, resourceName] = name.split('/');
    return Stack.of(scope).formatArn({ service: 'ses', resource: resource as string, resourceName });
  });
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources,
    conditions: { StringEquals: { 'ses:FromAddress': address } },
  });
}

/** A phone number has no ARN, so the statement can only exclude topics and other resources that have one. */
function allowSms(scope: Construct): PolicyStatement {
  const topics = Stack.of(scope).formatArn({ service: 'sns', region: '*', account: '*', resource: '*' });
  return new PolicyStatement({ actions: ['sns:Publish'], notResources: [topics] });
}
