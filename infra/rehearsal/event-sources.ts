// What runs between the functions: the table's stream, the rules on the bus, queues and their pollers, each with the
// permission it needs.
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent, SQSBatchResponse } from 'aws-lambda';
import { demandKnown, matches, type Pattern } from '../local/aws/pattern.ts';
import { type Queue, startQueue } from '../local/aws/queue.ts';
import type { Rule } from '../local/aws/rules.ts';
import type { SecretsManager } from '../local/aws/secrets.ts';
import type { Running } from '../local/target.ts';
import { type Mapping, nameIn, type Stack, type StackRule } from './assembly/template.ts';
import { demandRecords, demandRules } from './completeness.ts';
import type { Findings } from './findings.ts';
import { allowed, like } from './iam/policy.ts';
import type { Guard } from './iam/proxy.ts';
import type { Invoke } from './runtime/functions.ts';

const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
const QUEUE_ACTIONS = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
const EVENTS = 'events.amazonaws.com';
/** The steps of a rotation (AWS Secrets Manager user guide, "Lambda rotation functions"). */
const ROTATION = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'];

export type Parts = { stack: Stack; guard: Guard; invoke: Invoke; findings: Findings };

/** The stream's way to the function that its mapping names. */
export function feedOf({ stack, guard, invoke, findings }: Parts): Running['feed'] {
  const { streamArn, shape } = stack.table;
  const [mapping, ...more] = stack.mappings.filter(({ source }) => source === streamArn);
  if (!mapping || more.length || !shape.StreamSpecification) {
    findings.add('wiring', streamArn, 'has not one function that follows it');
    return { concerns: () => false, batch: 1, load: () => Promise.reject(new Error('nobody follows the stream')) };
  }
  const filters = mapping.filters as Pattern[];
  known(filters, mapping.id, findings);
  const mayPoll = all(STREAM_ACTIONS, (action) =>
    guard.demand(mapping.function, { action: `dynamodb:${action}`, resource: streamArn }),
  );
  if (mapping.onFailure) guard.demand(mapping.function, { action: 'sqs:SendMessage', resource: mapping.onFailure });
  const concerns = (record: unknown): boolean => !filters.length || filters.some((filter) => matches(filter, record));
  demandRecords(concerns, findings);
  return {
    concerns,
    batch: mapping.batch,
    load: async () => {
      if (!mayPoll) throw new Error('the role may not read the stream');
      return ({ Records }: DynamoDBStreamEvent) => {
        const event = { Records: Records.map((record) => asSent(record, streamArn)) };
        return invoke(mapping.function, event).then(reported(mapping)) as Promise<DynamoDBBatchResponse>;
      };
    },
  };
}

/** Starts the queues that lead to functions. */
export async function startQueues({ stack, guard, invoke, findings }: Parts): Promise<Map<string, Queue>> {
  const queues = new Map<string, Queue>();
  for (const mapping of stack.mappings.filter(({ source }) => source !== stack.table.streamArn)) {
    const queue = stack.queues.find(({ arn }) => arn === mapping.source);
    if (!queue) {
      findings.add('wiring', mapping.id, `leads from ${mapping.source}, which is no queue of the template`);
      continue;
    }
    const mayPoll = all(QUEUE_ACTIONS, (action) =>
      guard.demand(mapping.function, { action: `sqs:${action}`, resource: queue.arn }),
    );
    const load = async () => {
      if (!mayPoll) throw new Error('the role may not take from the queue');
      return (event: unknown) => invoke(mapping.function, event).then(reported(mapping)) as Promise<SQSBatchResponse>;
    };
    const { name, redrive } = queue;
    const { batch, concurrency } = mapping;
    queues.set(
      queue.arn,
      await startQueue({ name, directory: undefined, load, batch, concurrency, maxReceives: redrive?.maxReceiveCount }),
    );
  }
  return queues;
}

/** The rules on the stack's bus. Those of a clock are looked at and not waited for. */
export function rulesOf(parts: Parts, queues: ReadonlyMap<string, Queue>): Rule[] {
  const { stack, findings } = parts;
  if (stack.buses.length > 1) findings.add('wiring', 'buses', 'the rehearsal knows one only');
  const rules = stack.rules.flatMap((rule) => {
    const targets = rule.targets.map(({ Arn }) => targetOf(parts, rule, Arn, queues));
    if (rule.pattern === undefined) return [];
    const pattern = rule.pattern as Pattern;
    known([pattern], rule.name, findings);
    // Events of AWS itself come on the default bus, and none of them here.
    if (!stack.buses.some(({ name }) => name === rule.bus)) return [];
    return targets.map((target): Rule => ({ name: rule.name, pattern, target }));
  });
  // Without a mailer there are no messages, which is for whoever deploys to choose.
  if (queues.size) demandRules((event) => rules.some(({ pattern }) => matches(pattern, event)), findings);
  return rules;
}

/** Whatever else calls functions, or is called with their roles: by a clock, on failure, to rotate a secret. */
export function demandRest({ stack, guard, findings }: Parts): void {
  for (const { function: name, onFailure } of stack.destinations) {
    if (onFailure) guard.demand(name, { action: 'sqs:SendMessage', resource: onFailure });
  }
  for (const { secret, function: arn } of stack.rotations) {
    if (!mayInvoke(stack, 'secretsmanager.amazonaws.com', arn, secret)) {
      findings.add('denied', 'secretsmanager.amazonaws.com', `lambda:InvokeFunction on ${nameIn(arn)}`);
    }
  }
}

/** What rules with a schedule and rotations of secrets call, in this order. */
export function clockOf(
  { rules, rotations }: Stack,
  secretsManager: SecretsManager,
): { name: string; event: unknown }[] {
  const scheduled = rules
    .filter(({ schedule }) => schedule !== undefined)
    .flatMap(({ arn, targets }) =>
      targets.map(({ Arn, Input }) => {
        const event = { source: 'aws.events', 'detail-type': 'Scheduled Event', resources: [arn], detail: {} };
        return { name: nameIn(Arn), event: Input === undefined ? event : JSON.parse(Input) };
      }),
    );
  const rotating = rotations.flatMap(({ secret: SecretId, function: arn }) => {
    const ClientRequestToken = secretsManager.beginRotation(SecretId);
    return ROTATION.map((Step) => ({ name: nameIn(arn), event: { Step, SecretId, ClientRequestToken } }));
  });
  return [...scheduled, ...rotating];
}

const mayInvoke = ({ permissions }: Stack, service: string, arn: string, source: string): boolean =>
  permissions.some(
    ({ function: target, principal, sourceArn = '*' }) =>
      target === nameIn(arn) && principal === service && like(sourceArn, source),
  );

type Target = Rule['target'];

function targetOf(
  { stack, invoke, findings }: Parts,
  rule: StackRule,
  arn: string,
  queues: ReadonlyMap<string, Queue>,
): Target {
  const refused = (what: string): Target => {
    findings.add('denied', EVENTS, `${what}, for the rule ${rule.name}`);
    return () => {};
  };
  const queue = stack.queues.find((each) => each.arn === arn);
  if (queue) {
    const context = { 'aws:SourceArn': [rule.arn], 'aws:SecureTransport': ['true'] };
    const demand = { action: 'sqs:SendMessage', resource: arn, context, service: EVENTS };
    if (!allowed(queue.statements, demand)) return refused(`sqs:SendMessage on ${arn}`);
    return (event) => queues.get(arn)?.send(JSON.stringify(event));
  }
  const name = nameIn(arn);
  if (stack.functions.some((each) => each.arn === arn)) {
    const isAllowed = mayInvoke(stack, EVENTS, arn, rule.arn);
    // Lambda takes it and works on it later; what becomes of it the bus doesn't hear.
    return isAllowed
      ? (event) => void invoke(name, event).catch(() => {})
      : refused(`lambda:InvokeFunction on ${name}`);
  }
  findings.add('wiring', rule.name, `leads to ${arn}, of which the rehearsal doesn't know where it is`);
  return () => {};
}

function known(patterns: readonly Pattern[], where: string, findings: Findings): void {
  for (const pattern of patterns) {
    try {
      demandKnown(pattern);
    } catch (error) {
      findings.add('wiring', where, (error as Error).message);
    }
  }
}

/** Looks at each, also when one isn't so. */
const all = <T>(list: readonly T[], is: (each: T) => boolean): boolean => list.map(is).every(Boolean);

/** Unless the mapping asks for them, Lambda doesn't look at what the function says about single records. */
const reported =
  ({ reportsFailures }: Mapping) =>
  (answer: unknown): unknown =>
    reportsFailures ? (answer ?? { batchItemFailures: [] }) : { batchItemFailures: [] };

/** A record as it stands in Lambda's event: times are seconds. */
function asSent(record: DynamoDBRecord, eventSourceARN: string): DynamoDBRecord {
  const { ApproximateCreationDateTime: at } = record.dynamodb ?? {};
  const seconds = (at as unknown) instanceof Date ? Math.floor(Number(at) / 1000) : at;
  return { ...record, eventSourceARN, dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: seconds } };
}
