// Connects each function to what invokes it: the API, the table's stream, the queue of messages, a schedule, or the
// rotation of the root secrets.
import { Aws, Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
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
import type { Construct } from 'constructs';
import { ROOT_SECRETS, rowOf, type Trigger } from '../functions.ts';
import { allowCalls } from './api.ts';
import { FEED_BATCH, FEED_FILTERS } from './feed-filter.ts';
import type { Functions } from './functions.ts';
import type { Resources } from './permissions.ts';

type Of<Kind extends Trigger['kind']> = Extract<Trigger, { kind: Kind }>;

export function connectTriggers(scope: Construct, functions: Functions, api: SpecRestApi, resources: Resources): void {
  for (const [name, target] of functions) {
    const { trigger } = rowOf(name);
    if (trigger.kind === 'api') allowCalls(api, target);
    else if (trigger.kind === 'stream') followStream(scope, target, resources);
    else if (trigger.kind === 'queue') receiveMessages(scope, target, resources);
    else if (trigger.kind === 'schedule') invokeBySchedule(scope, target, trigger, resources);
    else rotateRootSecrets(scope, target, trigger, resources);
  }
}

function followStream(scope: Construct, target: LambdaFunction, { table, failures }: Resources): void {
  new EventSourceMapping(scope, `${target.node.id}Source`, {
    target,
    eventSourceArn: table.tableStreamArn as string,
    // From the oldest record, so that changes made while the mapping is created are published too.
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: FEED_FILTERS.map(({ eventName, image, types }) =>
      FilterCriteria.filter({
        ...(eventName && { eventName: FilterRule.isEqual(eventName) }),
        dynamodb: { [image]: { type: { S: [...types] } } },
      }),
    ),
    batchSize: FEED_BATCH,
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    // Long enough to outlast an outage of the bus, bounded so that one bad record cannot block a shard for a day.
    retryAttempts: 20,
    maxRecordAge: Duration.hours(1),
    onFailure: { bind: () => ({ destination: failures.queueArn }) },
  });
}

function receiveMessages(scope: Construct, target: LambdaFunction, resources: Resources): void {
  const { messages, settings } = resources;
  if (!messages) throw new Error(`${target.node.id} needs the queues of messages`);
  new EventSourceMapping(scope, `${target.node.id}Source`, {
    target,
    eventSourceArn: messages.urgent.queue.queueArn,
    batchSize: 10,
    reportBatchItemFailures: true,
    // Each of them takes its part of the sending rate.
    maxConcurrency: settings.mailerConcurrency,
  });
  // A second poller would ask 650 000 times a month whether there is a notice; the schedule does so 43 200 times.
  schedule(scope, target, Schedule.rate(Duration.minutes(1)), 'Gatehouse: sends the notices that wait', resources);
}

function invokeBySchedule(scope: Construct, target: LambdaFunction, trigger: Of<'schedule'>, resources: Resources) {
  const days = typeof trigger.days === 'number' ? trigger.days : resources.settings[trigger.days];
  schedule(scope, target, Schedule.rate(Duration.days(days)), trigger.description, resources);
}

/** A run that throws is retried twice, then reported to the queue of failures. */
function schedule(
  scope: Construct,
  target: LambdaFunction,
  every: Schedule,
  description: string,
  { failures }: Resources,
): void {
  new CfnEventInvokeConfig(scope, `${target.node.id}Failures`, {
    functionName: target.functionName,
    qualifier: '$LATEST',
    maximumRetryAttempts: 2,
    maximumEventAgeInSeconds: 6 * 3600,
    destinationConfig: { onFailure: { destination: failures.queueArn } },
  });
  new Rule(scope, `${target.node.id}Schedule`, {
    description,
    schedule: every,
    targets: [
      new LambdaTarget(target, {
        // The function needs nothing from the rule's own event.
        event: RuleTargetInput.fromObject({}),
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
  for (const name of ROOT_SECRETS) {
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
