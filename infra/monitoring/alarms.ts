// Creates the alarms and their topic. The standard profile has eleven, which tell when users suffer or are attacked. Ten of their
// fifteen metrics are free. docs/operations.md has a runbook for each under its name.
import { Aws, Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/settings.ts';
import type { Messages } from '../stack/events.ts';
import type { Gateway } from '../stack/gateway/gateway.ts';
import { functionName } from '../stack/lambda.ts';
import { deploymentName } from '../stack/names.ts';
import {
  apiMetric,
  deliveryMetric,
  gatewayThrottled,
  lambdaMetric,
  latencyOf,
  ownMetric,
  partOf,
  replicationMetric,
  ruleMetric,
  serverErrorRate,
  smsSpent,
  sumOf,
  throttleMetrics,
} from './metrics.ts';

export type Watched = {
  api: Gateway;
  table: ITableV2;
  bus: IEventBus;
  failures: Queue;
  /** `undefined` without a mailer. */
  messages: Messages | undefined;
  /** `undefined` in the standard profile. */
  archive: CfnDeliveryStream | undefined;
};

type AlarmSpec = {
  /** What went wrong, for the alarm's message. */
  description: string;
  metric: IMetric;
  above: number;
  /** Consecutive periods of the metric; 1 unless given. */
  periods?: number;
  /**
   * Whether silence is a fault: something writes the metric at least every five minutes. Such an alarm is on from the
   * deployment until the first data.
   */
  mustReport?: true;
};

/** Returns the topic that the alarms publish to. */
export function createAlarms(scope: Construct, watched: Watched, settings: Settings): ITopic {
  const topic = topicOf(scope, settings);
  const all = {
    ...standardAlarms(scope, watched, settings),
    ...spending(settings),
    ...replication(watched, settings),
    ...(settings.isHardened && hardenedAlarms(scope, watched, settings)),
  };
  for (const [name, spec] of Object.entries(all)) createAlarm(scope, name, { settings, topic }, spec);
  return topic;
}

/** The topic of the settings, or a new one. */
export const topicOf = (scope: Construct, settings: Settings): ITopic =>
  settings.alarmTopicArn ? Topic.fromTopicArn(scope, 'Alarms', settings.alarmTopicArn) : createTopic(scope, settings);

export function createAlarm(
  scope: Construct,
  name: string,
  { settings: { secondRegion, life }, topic }: { settings: Settings; topic: ITopic },
  { description, metric, above, periods = 1, mustReport }: AlarmSpec,
): void {
  const isWaiting = secondRegion.role === 'standby' && life.maintenance === 'on';
  const alarm = new Alarm(scope, `${name}Alarm`, {
    alarmName: `${deploymentName(scope)}-${name}`,
    // A standby that waits is meant to respond 503 and to read no stream.
    actionsEnabled: !isWaiting,
    alarmDescription: `Gatehouse: ${description}`,
    metric,
    threshold: above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: periods,
    // Elsewhere no data means no requests, which is not a fault.
    treatMissingData: mustReport ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
}

function createTopic(scope: Construct, { alarmEmail }: Settings): Topic {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true });
  // A policy replaces the default one, which allows alarms of the account to publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
}

/** All requests, of which an alarm watches a part. */
const requests = (api: Gateway): { all: Metric } => ({ all: apiMetric(api, 'requests', 'Sum') });

/** The alarms of both profiles by name. */
const standardAlarms = (
  scope: Construct,
  { api, failures, messages }: Watched,
  { thresholds }: Settings,
): Record<string, AlarmSpec> => ({
  // An outage shows within ten minutes, single failures do not.
  ServerErrors: {
    description: 'more than 0.1 % of requests failed with 5xx',
    metric: serverErrorRate(api),
    above: 0.001,
    periods: 2,
  },
  GatewayThrottles: {
    description: 'API Gateway refused requests because all clients together made too many: possibly a flood',
    metric: partOf(gatewayThrottled(scope), requests(api), thresholds.GatewayThrottles.atLeast),
    above: thresholds.GatewayThrottles.above,
  },
  Latency: {
    description: 'one request in a hundred takes longer than people wait for a login',
    metric: latencyOf(api, thresholds.Latency.atLeast),
    above: thresholds.Latency.above,
    periods: 3,
  },
  Failures: {
    description: 'the change feed could not process changes for an hour, or the signing keys could not be rotated',
    metric: waiting(failures),
    above: 0,
  },
  // One alarm for everything that no retry repairs. Error lines say what it is. Six hours, because overdue rotations are
  // counted once an hour, and an alarm that goes on and off writes mails.
  RepairNeeded: {
    description: 'keys or root secrets are not rotated, or a record, an event or a password cannot be read',
    metric: ownMetric(scope, 'RepairNeeded').with({ period: Duration.hours(6) }),
    above: 0,
  },
  // Lambda measures the age with each invocation. The heartbeat causes one every five minutes (lib/workers/watch.ts).
  ChangeFeedLag: {
    description: 'events, lists and counters are more than five minutes behind the table, or the change feed is dead',
    metric: lambdaMetric('IteratorAge', functionName(scope, 'change-feed'), 'Maximum'),
    above: 5 * 60_000,
    periods: 2,
    mustReport: true,
  },
  AuthenticationFailures: {
    description: 'far more logins fail than usual: possibly an attack on passwords or codes',
    metric: partOf(
      ownMetric(scope, 'AuthenticationFailure'),
      { rest: ownMetric(scope, 'AuthenticationSuccess') },
      thresholds.AuthenticationFailures.atLeast,
    ),
    above: thresholds.AuthenticationFailures.above,
    periods: 2,
  },
  Guessing: {
    description: 'many wrong guesses at codes of a tenant or at the admin secret key, or a forged refresh token',
    metric: ownMetric(scope, 'GuessingSuspected'),
    above: 0,
  },
  RefreshTokenReuse: {
    description: 'refresh tokens were used twice: they were stolen, or a client does not store the new one',
    metric: partOf(
      ownMetric(scope, 'RefreshTokenReuse'),
      { all: lambdaMetric('Invocations', functionName(scope, 'account')) },
      thresholds.RefreshTokenReuse.atLeast,
    ),
    above: thresholds.RefreshTokenReuse.above,
  },
  ...(messages && {
    UndeliveredMessages: {
      description: 'messages could not be delivered',
      metric: waiting(messages.undelivered),
      above: 0,
    },
  }),
});

/** At half, most and all of the budget; the first and the last in the hardened profile only. */
function spending({ smsBudget, isHardened }: Settings): Record<string, AlarmSpec> {
  const at = (percent: number): AlarmSpec => ({
    description: `SMS have cost more than ${percent} % of ${smsBudget} USD this month`,
    metric: smsSpent(),
    above: (percent / 100) * smsBudget,
  });
  // SNS stops at the account's quota, which may equal the budget, so 100 % would never be exceeded.
  return { SmsSpend: at(80), ...(isHardened && { SmsSpendHalf: at(50), SmsSpendAll: at(95) }) };
}

/** With a second region. Usually it is a second behind. */
const replication = ({ table }: Watched, { secondRegion: { replica } }: Settings): Record<string, AlarmSpec> =>
  replica
    ? {
        ReplicationLag: {
          description: 'the second region is more than three minutes behind: what is lost with this region grows',
          metric: replicationMetric(table.tableName, replica.region),
          above: 3 * 60_000,
          periods: 3,
        },
      }
    : {};

/** Further alarms, which cost money: causes of what the standard ones report, and what only this profile has. */
const hardenedAlarms = (
  scope: Construct,
  { api, table, bus, messages, archive }: Watched,
  { thresholds }: Settings,
): Record<string, AlarmSpec> => ({
  ...(messages && {
    MessagesLate: {
      description: 'codes wait for more than a minute, while people wait for them',
      metric: messages.urgent.queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      above: 60,
    },
    SendingLimited: {
      description: 'codes left more than a minute late, or the daily quota of e-mails is used up',
      metric: ownMetric(scope, 'MessageLate'),
      above: 0,
    },
    EventsLost: {
      description: 'events could not be written to the queue of codes or to its dead-letter queue',
      metric: ruleMetric(messages.urgent.rule, bus.eventBusName, 'InvocationsFailedToBeSentToDlq'),
      above: 0,
    },
    NoticesLost: {
      description: 'events could not be written to the queue of notices or to its dead-letter queue',
      metric: ruleMetric(messages.notices.rule, bus.eventBusName, 'InvocationsFailedToBeSentToDlq'),
      above: 0,
    },
  }),
  ...(archive && {
    LogArchive: {
      description: 'logs do not reach the archive',
      metric: deliveryMetric(archive.ref, 'DeliveryToS3.DataFreshness'),
      above: 30 * 60,
      periods: 2,
    },
  }),
  RefreshTokenForged: {
    description: 'a refresh token was signed with our key but never issued: the root secret was stolen',
    metric: ownMetric(scope, 'RefreshTokenForged'),
    above: 0,
  },
  FunctionThrottles: {
    description: 'functions were throttled because the account reached its concurrency limit',
    metric: lambdaMetric('Throttles'),
    above: 0,
    periods: 2,
  },
  TableThrottles: {
    description: 'the table or an index throttled requests: too many at once, or too many for one key',
    metric: sumOf(throttleMetrics(table.tableName), 'Throttled requests'),
    above: 0,
    periods: 2,
  },
  RateLimits: {
    description: 'rate limits reject far more requests than usual',
    metric: partOf(ownMetric(scope, 'RateLimited'), requests(api), thresholds.RateLimits.atLeast),
    above: thresholds.RateLimits.above,
    periods: 2,
  },
  // ServerErrors sees an outage within ten minutes. This one sees failures that never last that long.
  ErrorBudget: {
    description: 'a tenth of the failures that the objective allows in 30 days happened in one day',
    metric: partOf(
      apiMetric(api, 'serverErrors', 'Sum').with({ period: Duration.days(1) }),
      requests(api),
      thresholds.ErrorBudget.atLeast,
    ),
    above: thresholds.ErrorBudget.above,
  },
  TenantBudgets: {
    description: 'messages were not sent because the budget of a tenant for the day is used up',
    metric: ownMetric(scope, 'MessageBudgetUsedUp'),
    above: 0,
  },
});

const waiting = (queue: Queue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'Maximum' });
