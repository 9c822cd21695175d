// Connects each function to what invokes it: the API, the table's stream, the queues of messages, events on the bus, a
// schedule, or the rotation of the root secrets.
import { Aws, Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  CfnEventInvokeConfig,
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { CfnRotationSchedule } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../../lib/contract/events.ts';
import type { Trigger } from '../../function-types.ts';
import { ROOT_SECRETS, rowOf } from '../../functions.ts';
import type { Settings } from '../../settings/settings.ts';
import { allowCalls, type Gateway } from '../gateway/gateway.ts';
import { attributesOf, FEED_BATCH, FEED_FILTERS } from './feed-filter.ts';
import type { Functions } from './functions.ts';
import type { Live } from './live.ts';
import type { Resources } from './permissions.ts';

type Of<Kind extends Trigger['kind']> = Extract<Trigger, { kind: Kind }>;

/**
 * The API invokes the aliases in `live`. Workers run the newest code: their sources wait and retry, so a version to go
 * back to would gain nothing.
 */
export function connectTriggers(
  scope: Construct,
  functions: Functions,
  live: Live,
  api: Gateway,
  resources: Resources,
): void {
  allowCalls(api, live.values());
  for (const [name, target] of functions) {
    const { trigger } = rowOf(name);
    if (trigger.kind === 'api') continue;
    if (trigger.kind === 'stream') followStream(scope, target, resources);
    else if (trigger.kind === 'queue') receiveMessages(scope, target, resources);
    else if (trigger.kind === 'event') invokeByEvents(scope, target, trigger, resources);
    else if (trigger.kind === 'schedule') invokeBySchedule(scope, target, trigger, resources);
    else rotateRootSecrets(scope, target, trigger, resources);
  }
}

/** Workers process what waits while a deployment drains, and stop when nothing may be written any more. */
const doWorkersRun = ({ life }: Settings): boolean => life.maintenance !== 'on';

/**
 * Batches of one shard at the same time: a batch that fails for an hour holds up a part of its shard only. Lambda "still ensures
 * in-order processing at the item (partition and sort key) level" (developer guide, "Using Lambda with DynamoDB"), and the feed
 * needs no more: events may arrive in any order, and the audit log has several writers (decisions 6 and 54). A new account
 * may run ten functions at once, and these belong to logins.
 */
const lanesOf = ({ accountConcurrency }: Settings): number => (accountConcurrency < 100 ? 1 : 4);

function followStream(scope: Construct, target: LambdaFunction, { table, failures, settings }: Resources): void {
  new EventSourceMapping(scope, `${target.node.id}Source`, {
    target,
    enabled: doWorkersRun(settings),
    eventSourceArn: table.tableStreamArn as string,
    // From the oldest record, so that changes made while the mapping is created are published too.
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: FEED_FILTERS.map((filter) =>
      FilterCriteria.filter({
        ...(filter.eventName && { eventName: FilterRule.isEqual(filter.eventName) }),
        dynamodb: { [filter.image]: attributesOf(filter) },
      }),
    ),
    batchSize: FEED_BATCH,
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    parallelizationFactor: lanesOf(settings),
    // Long enough to outlast an outage of the bus, bounded so that one bad record cannot block a shard for a day.
    retryAttempts: 20,
    maxRecordAge: Duration.hours(1),
    onFailure: { bind: () => ({ destination: failures.queueArn }) },
  });
}

function receiveMessages(scope: Construct, target: LambdaFunction, resources: Resources): void {
  const { messages, settings, failures } = resources;
  if (!messages) throw new Error(`${target.node.id} needs the queues of messages`);
  const enabled = doWorkersRun(settings);
  new EventSourceMapping(scope, `${target.node.id}Source`, {
    target,
    enabled,
    eventSourceArn: messages.urgent.queue.queueArn,
    batchSize: 10,
    reportBatchItemFailures: true,
    // Each of them takes its part of the sending rate.
    maxConcurrency: settings.mailerConcurrency,
  });
  reportFailures(scope, target, failures);
  // A second poller would ask 650 000 times a month whether there is a notice; the schedule does so 43 200 times.
  schedule(scope, `${target.node.id}Schedule`, target, failures, {
    description: 'Gatehouse: sends the notices that wait',
    enabled,
    every: Duration.minutes(1),
    input: {},
  });
}

/** Lambda stores the events, tries each three times, and reports what failed. So no poller is paid for. */
function invokeByEvents(scope: Construct, target: LambdaFunction, trigger: Of<'event'>, resources: Resources): void {
  const { settings, failures, bus } = resources;
  reportFailures(scope, target, failures);
  new Rule(scope, `${target.node.id}Rule`, {
    description: trigger.description,
    enabled: doWorkersRun(settings),
    eventBus: bus,
    eventPattern: { source: [EVENT_SOURCE], detailType: [...trigger.events] },
    targets: [
      new LambdaTarget(target, { deadLetterQueue: failures, maxEventAge: Duration.hours(24), retryAttempts: 185 }),
    ],
  });
}

function invokeBySchedule(scope: Construct, target: LambdaFunction, trigger: Of<'schedule'>, resources: Resources) {
  const { settings, failures } = resources;
  reportFailures(scope, target, failures);
  trigger.rates.forEach(({ every, description, input = [] }, at) => {
    schedule(scope, `${target.node.id}Schedule${at || ''}`, target, failures, {
      description,
      // It writes signing keys and heartbeats, which a table that is being restored would lose.
      enabled: settings.life.maintenance === 'off',
      every: 'days' in every ? Duration.days(settings[every.days]) : Duration.minutes(every.minutes),
      input: Object.fromEntries(input.map((name) => [name, settings[name]])),
    });
  });
}

/** A run that throws is retried twice, then reported to the queue of failures. */
function reportFailures(scope: Construct, target: LambdaFunction, failures: Queue): void {
  new CfnEventInvokeConfig(scope, `${target.node.id}Failures`, {
    functionName: target.functionName,
    qualifier: '$LATEST',
    maximumRetryAttempts: 2,
    maximumEventAgeInSeconds: 6 * 3600,
    destinationConfig: { onFailure: { destination: failures.queueArn } },
  });
}

/** `input` is the event: functions need nothing from the rule's own. */
type Times = { description: string; enabled: boolean; every: Duration; input: Record<string, unknown> };

function schedule(scope: Construct, id: string, target: LambdaFunction, failures: Queue, times: Times): void {
  const { description, enabled, every, input } = times;
  new Rule(scope, id, {
    description,
    enabled,
    schedule: Schedule.rate(every),
    targets: [
      new LambdaTarget(target, {
        event: RuleTargetInput.fromObject(input),
        deadLetterQueue: failures,
        maxEventAge: Duration.hours(6),
        retryAttempts: 10,
      }),
    ],
  });
}

function rotateRootSecrets(
  scope: Construct,
  target: LambdaFunction,
  trigger: Of<'secret rotation'>,
  resources: Resources,
) {
  const { existingSecrets, rotatesExistingSecrets } = resources.settings;
  // Others are rotated where they belong: Secrets Manager refuses to write a replica.
  const own = ROOT_SECRETS.filter((name) => existingSecrets[name] === undefined || rotatesExistingSecrets);
  for (const name of own) {
    const { node, secretArn } = resources.secrets[name];
    target.addPermission(node.id, {
      principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
      sourceAccount: Aws.ACCOUNT_ID,
      sourceArn: secretArn,
    });
    const schedule = new CfnRotationSchedule(scope, `${node.id}Rotation`, {
      secretId: secretArn,
      rotationLambdaArn: target.functionArn,
      rotationRules: { automaticallyAfterDays: resources.settings[trigger.days] },
      // Not during the deployment: it would gain nothing, and a rollback could meet a rotation in progress.
      rotateImmediatelyOnUpdate: false,
    });
    schedule.node.addDependency(target);
  }
}
