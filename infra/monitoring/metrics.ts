// Defines the metrics of alarms and the dashboard: those of AWS, and those that the functions write.
import { Duration, Fn } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Rule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { INDEXES } from '../../lib/store/keys.ts';
import { OBJECTIVE } from '../settings/sections/alarm-thresholds.ts';
import type { Gateway, GatewayMetrics } from '../stack/gateway/gateway.ts';
import { deploymentName, gatewayThrottledName, NAMESPACE } from '../stack/names.ts';

const MINUTES = Duration.minutes(5);

/** A metric of lib/platform/metrics.ts, summed over five minutes. */
export const ownMetric = (scope: Construct, metricName: string): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { service: deploymentName(scope) },
    statistic: 'Sum',
    period: MINUTES,
  });

export const apiMetric = ({ metrics }: Gateway, which: keyof GatewayMetrics['names'], statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName: metrics.names[which],
    dimensionsMap: metrics.dimensions,
    statistic,
    period: MINUTES,
  });

/** The part of all requests that failed with 5xx. AWS documents it as an average for REST APIs only. */
export const serverErrorRate = (api: Gateway): IMetric =>
  api.metrics.isRate
    ? apiMetric(api, 'serverErrors', 'Average')
    : new MathExpression({
        expression: 'FILL(failed, 0) / requests',
        usingMetrics: { failed: apiMetric(api, 'serverErrors', 'Sum'), requests: apiMetric(api, 'requests', 'Sum') },
        label: 'Part of requests with 5xx',
        period: MINUTES,
      });

/**
 * The part of the traffic that `bad` is, and zero below the floor, as one failure of two is no attack. `of.rest`: what
 * `bad` does not count; `of.all`: what counts it, too. A metric that is missing counts as zero.
 */
export function partOf(bad: Metric, of: { rest: Metric } | { all: Metric }, atLeast: number): MathExpression {
  const [total, other] = 'rest' in of ? ['some + FILL(other, 0)', of.rest] : ['MAX([some, FILL(other, 0)])', of.all];
  const some = 'FILL(bad, 0)';
  return new MathExpression({
    expression: `IF(${some} >= ${atLeast}, ${some} / (${total.replace('some', some)}), 0)`,
    usingMetrics: { bad, other },
    label: `Part of ${bad.metricName}`,
    period: bad.period,
  });
}

/**
 * How many times faster than the objective allows the requests of so many hours failed with 5xx. 1 uses the budget up
 * exactly. Metrics in one graph need different ids.
 */
export const burnRate = (api: Gateway, hours: number): MathExpression =>
  new MathExpression({
    expression: `FILL(failed${hours}, 0) / requests${hours} / ${OBJECTIVE.budget}`,
    usingMetrics: {
      [`failed${hours}`]: apiMetric(api, 'serverErrors', 'Sum'),
      [`requests${hours}`]: apiMetric(api, 'requests', 'Sum'),
    },
    label: `in ${hours} h`,
    period: Duration.hours(hours),
  });

/** The 99th percentile of all requests in ms, and zero if there are fewer requests than the floor: it would be one of them. */
export const latencyOf = (api: Gateway, atLeast: number): MathExpression =>
  new MathExpression({
    expression: `IF(FILL(requests, 0) >= ${atLeast}, FILL(p99, 0), 0)`,
    usingMetrics: { p99: apiMetric(api, 'latency', 'p99'), requests: apiMetric(api, 'requests', 'Sum') },
    label: 'p99 in ms',
    period: MINUTES,
  });

/** Requests that API Gateway refused because all clients together made too many. */
export const gatewayThrottled = (scope: Construct): Metric => {
  const { metricNamespace: namespace, metricName } = gatewayThrottledName(scope);
  return new Metric({ namespace, metricName, statistic: 'Sum', period: MINUTES });
};

/** A metric of one function, or of the whole account, whose functions share one pool. */
export const lambdaMetric = (metricName: string, functionName?: string, statistic = 'Sum'): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    ...(functionName && { dimensionsMap: { FunctionName: functionName } }),
    statistic,
    period: MINUTES,
  });

/** A metric of the table itself, or of one of its indexes: the table's own does not include theirs. */
export const tableMetric = (TableName: string, metricName: string, index?: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName, ...(index && { GlobalSecondaryIndexName: index }) },
    label: index ? `${metricName} ${index}` : metricName,
    statistic: 'Sum',
    period: MINUTES,
  });

/** Reads and writes that DynamoDB throttled, of the table and of each index. */
export const throttleMetrics = (tableName: string): Metric[] =>
  ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) =>
    [undefined, ...INDEXES.map((index) => index.name)].map((index) => tableMetric(tableName, name, index)),
  );

/**
 * The sum of metrics that are missing while they are zero. Without `FILL` the sum would be missing, too, and an alarm on
 * metrics of DynamoDB keeps its state then, also if it names another rule for missing data (API reference of PutMetricAlarm).
 */
export const sumOf = (metrics: readonly Metric[], label: string): IMetric =>
  new MathExpression({
    expression: 'SUM(FILL(METRICS(), 0))',
    usingMetrics: Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric])),
    label,
    period: MINUTES,
  });

/** A metric of a rule on a bus of our own. `Ref` of such a rule is `bus|rule` (cloudformation-coverage-roadmap#1131). */
export const ruleMetric = ({ ruleName }: Rule, EventBusName: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/Events',
    metricName,
    dimensionsMap: { EventBusName, RuleName: Fn.select(1, Fn.split('|', ruleName)) },
    statistic: 'Sum',
    period: MINUTES,
  });

/** A metric of a delivery stream. DataFreshness, the age of undelivered data, is in seconds. */
export const deliveryMetric = (DeliveryStreamName: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/Firehose',
    metricName,
    dimensionsMap: { DeliveryStreamName },
    statistic: 'Maximum',
    period: MINUTES,
  });

/** How far the replica of a global table is behind, in ms. */
export const replicationMetric = (TableName: string, ReceivingRegion: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'ReplicationLatency',
    dimensionsMap: { TableName, ReceivingRegion },
    statistic: 'Maximum',
    period: MINUTES,
  });

/** US dollars since the beginning of the month, in the account and region. */
export const smsSpent = (): Metric =>
  new Metric({
    namespace: 'AWS/SNS',
    metricName: 'SMSMonthToDateSpentUSD',
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
