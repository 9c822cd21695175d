// What somebody should be woken for. Ten alarms in the standard profile, because ten are free; the runbook of each stands
// in docs/operations.md under its name.
import { Aws, Duration, Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/settings.ts';
import type { Messages } from '../stack/events.ts';
import { functionName } from '../stack/lambda.ts';
import {
  apiMetric,
  deliveryMetric,
  lambdaMetric,
  ownMetric,
  ruleMetric,
  smsSpent,
  tableMetric,
} from '../stack/metrics.ts';

export type Watched = {
  api: SpecRestApi;
  table: ITable;
  failures: Queue;
  /** `undefined` without a mailer. */
  messages: Messages | undefined;
  /** `undefined` in the standard profile. */
  archive: CfnDeliveryStream | undefined;
};

type Watch = {
  /** What went wrong, as the message says it. */
  means: string;
  metric: IMetric;
  above: number;
  /** Periods of the metric in a row; 1 unless said. */
  periods?: number;
};

/** Makes the alarms and the topic they speak to. */
export function createAlarms(scope: Construct, watched: Watched, settings: Settings): Topic {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true });
  // A policy of one's own takes the place of the one by which alarms of the account may speak to a topic.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  if (settings.alarmEmail) topic.addSubscription(new EmailSubscription(settings.alarmEmail));
  const all = { ...watches(scope, watched), ...spending(settings), ...(settings.isHardened && more(scope, watched)) };
  for (const [name, { means, metric, above, periods = 1 }] of Object.entries(all)) {
    const alarm = new Alarm(scope, `${name}Alarm`, {
      alarmName: `${Stack.of(scope).stackName}-${name}`,
      alarmDescription: `Gatehouse: ${means}`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      // Nothing happens when nobody is there.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
  return topic;
}

/** Name -> when it goes off. */
const watches = (scope: Construct, { api, table, failures, messages }: Watched): Record<string, Watch> => ({
  // The metric's average is the share of requests. An outage is seen in ten minutes, single failures are not.
  ServerErrors: {
    means: 'more than 0.1 % of requests were answered 5xx',
    metric: apiMetric(api, '5XXError', 'Average'),
    above: 0.001,
    periods: 2,
  },
  FunctionThrottles: {
    means: 'functions were not started because the account runs as many as it may',
    metric: lambdaMetric('Throttles'),
    above: 0,
    periods: 2,
  },
  TableThrottles: {
    means: 'the table refused writes: too many at once, or too many for one key',
    metric: tableMetric(table.tableName, 'WriteThrottleEvents'),
    above: 0,
    periods: 2,
  },
  Failures: {
    means: 'changes could not be followed for an hour, or the signing keys could not be rotated',
    metric: waiting(failures),
    above: 0,
  },
  SecretRotation: {
    means: 'the root secret could not be rotated',
    metric: lambdaMetric('Errors', functionName(scope, 'secret-rotation')),
    above: 0,
  },
  ChangeFeedLag: {
    means: 'changes wait for more than five minutes to become events, lists and counters',
    metric: lambdaMetric('IteratorAge', functionName(scope, 'change-feed'), 'Maximum'),
    above: 5 * 60_000,
    periods: 2,
  },
  AuthenticationFailures: {
    means: 'far more logins fail than usual: somebody is trying passwords or codes',
    metric: ownMetric(scope, 'AuthenticationFailure'),
    above: 500,
    periods: 2,
  },
  RefreshTokenReuse: {
    means: 'refresh tokens were used twice: stolen ones, or a client that does not keep the new one',
    metric: ownMetric(scope, 'RefreshTokenReuse'),
    above: 5,
  },
  ...(messages && {
    UndeliveredMessages: {
      means: 'there are messages that could not be delivered',
      metric: waiting(messages.undelivered),
      above: 0,
    },
  }),
});

/** Half, most and all of the budget; the first and the last in the hardened profile only. */
function spending({ smsBudget, isHardened }: Settings): Record<string, Watch> {
  const at = (percent: number): Watch => ({
    means: `SMS have cost more than ${percent} % of ${smsBudget} USD this month`,
    metric: smsSpent(),
    above: (percent / 100) * smsBudget,
  });
  // SNS stops at the account's quota, which may be the same: all of it would never be seen.
  return { SmsSpend: at(80), ...(isHardened && { SmsSpendHalf: at(50), SmsSpendAll: at(95) }) };
}

/** What costs more than ten alarms. */
const more = (scope: Construct, { messages, archive }: Watched): Record<string, Watch> => ({
  ...(messages && {
    MessagesLate: {
      means: 'messages wait for more than a quarter of an hour: codes among them are dead by then',
      metric: messages.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5), statistic: 'Maximum' }),
      above: 15 * 60,
    },
    EventsLost: {
      means: 'events could neither be put into the queue of messages nor into that of the undelivered',
      metric: ruleMetric(messages.rule.ruleName, 'InvocationsFailedToBeSentToDlq'),
      above: 0,
    },
  }),
  ...(archive && {
    LogArchive: {
      means: 'logs don’t reach the archive',
      metric: deliveryMetric(archive.ref, 'DeliveryToS3.DataFreshness'),
      above: 30 * 60,
      periods: 2,
    },
  }),
  RateLimits: {
    means: 'limits refuse far more requests than usual',
    metric: ownMetric(scope, 'RateLimited'),
    above: 1000,
    periods: 2,
  },
});

const waiting = (queue: Queue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'Maximum' });
