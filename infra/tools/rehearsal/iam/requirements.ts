// Derives the permissions that a call of AWS's API needs: actions, resources, and the condition keys that policies here
// use. (Service authorization reference of DynamoDB, Secrets Manager, EventBridge, Lambda, S3, SES and SNS.)
import { arn } from '../../local/aws/account.ts';
import { invokedFunction } from '../../local/aws/lambda.ts';
import { objectIn } from '../../local/aws/s3.ts';
import type { Requirement } from './policy.ts';

/** A call as sent over the wire. `service` is the one that it was signed for. */
export type AwsCall = { service: string; target: string | undefined; method?: string; path?: string; body: string };

/** Returns the permissions a call needs. A nested list means "any one of these". `undefined` for an unknown service. */
export function requirementsOf({
  service,
  target,
  method,
  path = '',
  body,
}: AwsCall): (Requirement | Requirement[])[] | undefined {
  const operation = target?.split('.').at(-1) ?? '';
  if (service === 'dynamodb') return ofTable(operation, JSON.parse(body));
  if (service === 'secretsmanager') {
    return [{ action: `secretsmanager:${operation}`, resource: JSON.parse(body).SecretId }];
  }
  if (service === 'events') return ofBus(JSON.parse(body));
  if (service === 'lambda') return ofInvocation(path);
  if (service === 'ses') return ofMail(new URLSearchParams(body));
  if (service === 's3' && method === 'PUT')
    return [{ action: 's3:PutObject', resource: `arn:aws:s3:::${objectIn(path)}` }];
  if (service === 'sqs')
    return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource: queueArn(JSON.parse(body)) }];
  if (service === 'sns') {
    const form = new URLSearchParams(body);
    // A phone number is not a resource and has no ARN.
    return [{ action: `sns:${form.get('Action')}`, resource: form.get('TopicArn') ?? form.get('PhoneNumber') ?? '*' }];
  }
  return undefined;
}

type Bus = { Entries: { EventBusName?: string; Source: string; DetailType: string }[] };

function ofBus({ Entries }: Bus): Requirement[] {
  const buses = new Set(Entries.map(({ EventBusName = 'default' }) => EventBusName));
  return [...buses].map((bus) => ({
    action: 'events:PutEvents',
    resource: bus.startsWith('arn:') ? bus : arn('events', `event-bus/${bus}`),
  }));
}

/** `undefined` for any other operation of Lambda. */
function ofInvocation(path: string): Requirement[] | undefined {
  const invoked = invokedFunction(path);
  return invoked === undefined ? undefined : [{ action: 'lambda:InvokeFunction', resource: invoked }];
}

/** A batch of a queue's operation needs the permission for the operation. */
const queueArn = ({ QueueUrl }: { QueueUrl: string }): string => arn('sqs', QueueUrl.split('/').at(-1) as string);

/** SES checks the identity it has verified, the address or its domain, and the configuration set if one is named. */
function ofMail(form: URLSearchParams): (Requirement | Requirement[])[] {
  const action = `ses:${form.get('Action')}`;
  if (action === 'ses:GetSendQuota') return [{ action, resource: '*' }];
  const address = /[^ <>]+@[^ <>]+/.exec(form.get('Source') ?? '')?.[0] ?? '';
  const context = { 'ses:FromAddress': [address] };
  const requirement = (resource: string): Requirement => ({ action, resource: arn('ses', resource), context });
  const set = form.get('ConfigurationSetName');
  const identities = [address, address.slice(address.indexOf('@') + 1)].map((name) => requirement(`identity/${name}`));
  return [identities, ...(set ? [requirement(`configuration-set/${set}`)] : [])];
}

type Item = Record<string, Record<string, string>>;
type Write = { TableName?: string; Key?: Item; Item?: Item };
type Batched = { Keys?: Item[] } | { PutRequest?: Write; DeleteRequest?: Write }[];
export type TableInput = Write & {
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Item;
  RequestItems?: Record<string, Batched>;
  TransactItems?: Record<string, Write>[];
};
/**
 * `index` is set for a query of an index; `partitions` are the partition keys used. `together` are those of the whole
 * transaction: AWS does not say whether a part is checked with its own key or with all, and all is the stricter reading.
 */
export type Use = { action: string; table: string; index?: string; partitions: string[]; together?: string[] };

/** A transaction has no action of its own, only those of its parts. */
const PARTS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/** Returns the actions that an operation of DynamoDB needs, without the service's name. */
export function usesOf(operation: string, input: TableInput): Use[] {
  const { TableName: table = '', IndexName: index } = input;
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    const parts = (input.TransactItems ?? []).flatMap((item) => Object.entries(item));
    const together = parts.map(([, write]) => partitionOf(write));
    return parts.map(([part, write]) => ({
      action: PARTS[part] as string,
      table: write.TableName ?? '',
      partitions: [partitionOf(write)],
      together,
    }));
  }
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    return Object.entries(input.RequestItems ?? {}).map(([name, batch]) => {
      const keys = Array.isArray(batch)
        ? batch.map(({ PutRequest, DeleteRequest }) => PutRequest ?? DeleteRequest ?? {})
        : (batch.Keys ?? []).map((Key) => ({ Key }));
      return { action: operation, table: name, partitions: keys.map(partitionOf) };
    });
  }
  if (operation === 'Query') return [{ action: operation, table, index, partitions: [queried(input)] }];
  return [{ action: operation, table, partitions: [partitionOf(input)] }];
}

const partitionOf = ({ Key, Item }: Write): string => (Key ?? Item)?.pk?.S ?? '';

/** The condition begins with the partition: the store always writes it first. */
function queried({ KeyConditionExpression = '', ExpressionAttributeValues = {} }: TableInput): string {
  const placeholder = /^\s*#?\w+\s*=\s*(:\w+)/.exec(KeyConditionExpression)?.[1] ?? '';
  return ExpressionAttributeValues[placeholder]?.S ?? '';
}

const ofTable = (operation: string, input: TableInput): Requirement[] =>
  usesOf(operation, input).map(({ action, table, index, partitions, together }) => ({
    action: `dynamodb:${action}`,
    resource: `${arn('dynamodb', `table/${table}`)}${index === undefined ? '' : `/index/${index}`}`,
    context: { 'dynamodb:LeadingKeys': together ?? partitions },
  }));
