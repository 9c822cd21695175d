// Connects the functions: the table's stream, the rules on the bus, queues and their pollers, each checked for the
// permission it needs.
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent, SQSBatchResponse } from 'aws-lambda';
import { auditEvents, LOGOUT_EVENT, messageEvents } from '../../../lib/contract/events.ts';
import { matches, type Pattern, requireSupported } from '../local/aws/pattern.ts';
import { type Queue, type QueueOptions, startQueue } from '../local/aws/queue.ts';
import type { Rule } from '../local/aws/rules.ts';
import type { SecretsManager } from '../local/aws/secrets.ts';
import type { Aws } from '../local/aws/server.ts';
import type { Running } from '../local/target.ts';
import type { Mapping } from './assembly/mapping.ts';
import { nameIn, qualifiedNameIn } from './assembly/names.ts';
import type { Stack, StackQueue, StackRule } from './assembly/template.ts';
import { checkRecords, checkRules } from './completeness.ts';
import type { Findings } from './findings.ts';
import { allowed, like } from './iam/policy.ts';
import type { IamProxy } from './iam/proxy.ts';
import { invokeEvent, withRetries } from './retries.ts';
import type { Invoke } from './runtime/functions.ts';

const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
const QUEUE_ACTIONS = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
const EVENTS = 'events.amazonaws.com';
/** The steps of a rotation (AWS Secrets Manager user guide, "Lambda rotation functions"). */
const ROTATION = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'];

/** A second of the queues, in milliseconds. Functions take their own time, so it must not be much shorter. */
const SECOND_MS = 100;
/** Schedules that read queues without a poller. They run when there is something to read. */
const EVERY_MINUTE = 'rate(1 minute)';

export type Context = {
  stack: Stack;
  iam: IamProxy;
  invoke: Invoke;
  findings: Findings;
  /** What is deployed now: mappings and schedules may have been disabled since. What they would deliver waits. */
  current: () => Stack;
  aws: Aws;
  /** By ARN; filled by `startQueues`. */
  queues: Map<string, Queue>;
};

/** Connects the stream to the function that its mapping names. */
export function feedOf({ stack, iam, invoke, findings, current, queues }: Context): Running['feed'] {
  const { streamArn, shape } = stack.table;
  const [mapping, ...more] = stack.mappings.filter(({ source }) => source === streamArn);
  if (!mapping || more.length || !shape.StreamSpecification) {
    findings.add('wiring', streamArn, 'must have exactly one function that reads it');
    return { matches: () => false, batch: 1, load: () => Promise.reject(new Error('no function reads the stream')) };
  }
  const filters = mapping.filters as Pattern[];
  reportUnsupported(filters, mapping.id, findings);
  const mayPoll = checkAll(STREAM_ACTIONS, (action) =>
    iam.check(mapping.function, { action: `dynamodb:${action}`, resource: streamArn }),
  );
  if (mapping.onFailure) iam.check(mapping.function, { action: 'sqs:SendMessage', resource: mapping.onFailure });
  const passes = (record: unknown): boolean => !filters.length || filters.some((filter) => matches(filter, record));
  checkRecords(passes, findings);
  const giveUp = async (condition: string, records: readonly DynamoDBRecord[]): Promise<void> => {
    findings.add('failure', mapping.function, `its mapping gave up records of the stream: ${condition}`);
    const [first, last] = [records[0], records.at(-1)].map((record) => record?.dynamodb?.SequenceNumber);
    const DDBStreamBatchInfo = { startSequenceNumber: first, endSequenceNumber: last, batchSize: records.length };
    const about = { requestContext: { functionArn: mapping.function, condition }, DDBStreamBatchInfo };
    await queues.get(mapping.onFailure ?? '')?.send(JSON.stringify(about));
  };
  const handle = ({ Records }: DynamoDBStreamEvent) => {
    const event = { Records: Records.map((record) => asDelivered(record, streamArn)) };
    return invoke(mapping.function, event).then(reported(mapping)) as Promise<DynamoDBBatchResponse>;
  };
  const handler = withRetries(handle, mapping, giveUp);
  return {
    matches: passes,
    batch: mapping.batch,
    load: async () => {
      if (!mayPoll) throw new Error('the role does not allow reading the stream');
      if (!isEnabled(current(), mapping)) throw new Error('the mapping is disabled');
      return handler;
    },
  };
}

const isEnabled = ({ mappings }: Stack, { id }: Mapping): boolean =>
  mappings.some((each) => each.id === id && each.enabled);

/**
 * Starts all queues and returns those that a function reads: those with a mapping, and those that a rule fills and no
 * mapping reads, which what is scheduled for every minute must empty.
 */
export async function startQueues(context: Context): Promise<Queue[]> {
  const { stack, iam, invoke, findings, current, aws, queues } = context;
  const start = async (queue: StackQueue, reader: Partial<QueueOptions>): Promise<void> => {
    const { name, redrive, visibilitySeconds } = queue;
    const maxReceives = redrive?.maxReceiveCount;
    const shared = { name, directory: undefined, maxReceives, visibilitySeconds, secondMs: SECOND_MS };
    const started = await startQueue({ ...shared, ...reader });
    aws.addQueue(started);
    queues.set(queue.arn, started);
  };
  for (const mapping of stack.mappings.filter(({ source }) => source !== stack.table.streamArn)) {
    const queue = stack.queues.find(({ arn }) => arn === mapping.source);
    if (!queue) {
      findings.add('wiring', mapping.id, `leads from ${mapping.source}, which is not a queue of the template`);
      continue;
    }
    const mayPoll = checkAll(QUEUE_ACTIONS, (action) =>
      iam.check(mapping.function, { action: `sqs:${action}`, resource: queue.arn }),
    );
    const load = async () => {
      if (!mayPoll) throw new Error('the role does not allow receiving from the queue');
      return (event: unknown) => invoke(mapping.function, event).then(reported(mapping)) as Promise<SQSBatchResponse>;
    };
    const isOn = () => isEnabled(current(), mapping);
    await start(queue, { load, isOn, batch: mapping.batch, concurrency: mapping.concurrency });
  }
  const filled = stack.rules.filter(({ pattern }) => pattern).flatMap(({ targets }) => targets.map(({ Arn }) => Arn));
  const unread = stack.queues.filter(({ arn }) => filled.includes(arn) && !queues.has(arn));
  const everyMinute = ({ rules }: Stack) => rules.filter(({ schedule }) => schedule === EVERY_MINUTE);
  const calls = () => scheduledCalls(everyMinute(current()));
  for (const queue of unread) {
    const drain = () => Promise.all(calls().map(({ name, event }) => invokeAsynchronously(context, name, event)));
    const isRead = everyMinute(stack).length > 0;
    if (!isRead) findings.add('wiring', queue.name, 'is filled by a rule, but no function reads it');
    await start(queue, isRead ? { drain, isOn: () => calls().length > 0 } : {});
  }
  const read = [...queues.values()];
  for (const queue of stack.queues) if (!queues.has(queue.arn)) await start(queue, {});
  return read;
}

/** Returns the rules on the stack's bus. Rules with a schedule are checked but not started; `clockOf` returns them. */
export function rulesOf(parts: Context): Rule[] {
  const { stack, findings } = parts;
  if (stack.buses.length > 1) findings.add('wiring', 'buses', 'the rehearsal supports one bus');
  const rules = stack.rules.flatMap((rule) => {
    const targets = rule.targets.map(({ Arn }) => targetOf(parts, rule, Arn));
    if (rule.pattern === undefined || !rule.enabled) return [];
    const pattern = rule.pattern as Pattern;
    reportUnsupported([pattern], rule.name, findings);
    // AWS publishes its own events on the default bus; the rehearsal has none of them.
    if (!stack.buses.some(({ name }) => name === rule.bus)) return [];
    return targets.map((target): Rule => ({ name: rule.name, pattern, target }));
  });
  const isMatched = (event: Record<string, unknown>) => rules.some(({ pattern }) => matches(pattern, event));
  checkRules(auditEvents, 'belongs to the audit log', isMatched, findings);
  checkRules([LOGOUT_EVENT], 'is told to an application', isMatched, findings);
  // Without a mailer there are no messages; a deployment may choose that.
  if (stack.mappings.length > 1) checkRules(messageEvents, 'becomes a message', isMatched, findings);
  return rules;
}

/** Checks the permissions for failure destinations and for rotations of secrets. */
export function checkPermissions({ stack, iam, findings }: Context): void {
  for (const { function: name, onFailure } of stack.destinations) {
    if (onFailure) iam.check(name, { action: 'sqs:SendMessage', resource: onFailure });
  }
  for (const { secret, function: arn } of stack.rotations) {
    if (!mayInvoke(stack, 'secretsmanager.amazonaws.com', arn, secret)) {
      findings.add('denied', 'secretsmanager.amazonaws.com', `lambda:InvokeFunction on ${nameIn(arn)}`);
    }
  }
}

/** Returns the invocations by schedule, then those by rotations of secrets. */
export function clockOf(
  { rules, rotations }: Stack,
  secretsManager: SecretsManager,
): { name: string; event: unknown }[] {
  const rotating = rotations.flatMap(({ secret: SecretId, function: arn }) => {
    const ClientRequestToken = secretsManager.beginRotation(SecretId);
    return ROTATION.map((Step) => ({ name: nameIn(arn), event: { Step, SecretId, ClientRequestToken } }));
  });
  return [...scheduledCalls(rules), ...rotating];
}

/** What the schedules invoke that are enabled. */
const scheduledCalls = (rules: readonly StackRule[]): { name: string; event: unknown }[] =>
  rules
    .filter(({ schedule, enabled }) => schedule !== undefined && enabled)
    .flatMap(({ arn, targets }) =>
      targets.map(({ Arn, Input }) => {
        const event = { source: 'aws.events', 'detail-type': 'Scheduled Event', resources: [arn], detail: {} };
        return { name: nameIn(Arn), event: Input === undefined ? event : JSON.parse(Input) };
      }),
    );

const mayInvoke = ({ permissions }: Stack, service: string, arn: string, source: string): boolean =>
  permissions.some(
    ({ function: target, principal, sourceArn = '*' }) =>
      target === qualifiedNameIn(arn) && principal === service && like(sourceArn, source),
  );

/** Invokes the function with the retries of its configuration, then reports to its destination. */
function invokeAsynchronously({ stack, invoke, queues }: Context, name: string, event: unknown): Promise<void> {
  const { retries = 2, onFailure = '' } = stack.destinations.find((each) => each.function === name) ?? {};
  const about = { requestContext: { functionArn: name, condition: 'RetriesExhausted' }, requestPayload: event };
  return invokeEvent(invoke, name, event, retries, () => queues.get(onFailure)?.send(JSON.stringify(about)));
}

type Target = Rule['target'];

function targetOf(context: Context, rule: StackRule, arn: string): Target {
  const { stack, findings, queues } = context;
  const deny = (what: string): Target => {
    findings.add('denied', EVENTS, `${what}, for the rule ${rule.name}`);
    return () => {};
  };
  const queue = stack.queues.find((each) => each.arn === arn);
  if (queue) {
    const context = { 'aws:SourceArn': [rule.arn], 'aws:SecureTransport': ['true'] };
    const requirement = { action: 'sqs:SendMessage', resource: arn, context, service: EVENTS };
    if (!allowed(queue.statements, requirement)) return deny(`sqs:SendMessage on ${arn}`);
    return (event) => queues.get(arn)?.send(JSON.stringify(event));
  }
  if (stack.logs.groups.includes(arn)) {
    const context = { 'aws:SourceArn': [rule.arn] };
    const refused = ['logs:CreateLogStream', 'logs:PutLogEvents'].find(
      (action) =>
        !allowed(stack.logs.statements, { action, resource: `${arn}:log-stream:events`, context, service: EVENTS }),
    );
    return refused ? deny(`${refused} on ${arn}`) : () => {};
  }
  const name = nameIn(arn);
  if (stack.functions.some((each) => each.arn === arn)) {
    const isAllowed = mayInvoke(stack, EVENTS, arn, rule.arn);
    // The invocation is asynchronous: the bus does not learn its result.
    return isAllowed
      ? (event) => void invokeAsynchronously(context, name, event)
      : deny(`lambda:InvokeFunction on ${name}`);
  }
  findings.add('wiring', rule.name, `leads to ${arn}, which the rehearsal does not know`);
  return () => {};
}

function reportUnsupported(patterns: readonly Pattern[], where: string, findings: Findings): void {
  for (const pattern of patterns) {
    try {
      requireSupported(pattern);
    } catch (error) {
      findings.add('wiring', where, (error as Error).message);
    }
  }
}

/** Checks each of them, also after one has failed. */
const checkAll = <T>(list: readonly T[], check: (each: T) => boolean): boolean => list.map(check).every(Boolean);

/** Lambda ignores what the function returns about single records unless the mapping asks for it. */
const reported =
  ({ reportsFailures }: Mapping) =>
  (reply: unknown): unknown =>
    reportsFailures ? (reply ?? { batchItemFailures: [] }) : { batchItemFailures: [] };

/** Returns the record as in Lambda's event, where times are in seconds. */
function asDelivered(record: DynamoDBRecord, eventSourceARN: string): DynamoDBRecord {
  const { ApproximateCreationDateTime: at } = record.dynamodb ?? {};
  const seconds = (at as unknown) instanceof Date ? Math.floor(Number(at) / 1000) : at;
  return { ...record, eventSourceARN, dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: seconds } };
}
