// The figures that alarms and the dashboard show: those of AWS, and those the functions write themselves.
import { Duration, Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

export const NAMESPACE = 'Gatehouse';
const MINUTES = Duration.minutes(5);

/** What tells the functions where their metrics belong: two stacks in an account don't mix theirs. */
export const metricsEnvironment = (scope: Construct): Record<string, string> => ({
  POWERTOOLS_METRICS_NAMESPACE: NAMESPACE,
  POWERTOOLS_SERVICE_NAME: Stack.of(scope).stackName,
});

/** One of lib/platform/metrics.ts, counted in five minutes. */
export const ownMetric = (scope: Construct, metricName: string): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { service: Stack.of(scope).stackName },
    statistic: 'Sum',
    period: MINUTES,
  });

export const apiMetric = (api: SpecRestApi, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: api.restApiName, Stage: api.deploymentStage.stageName },
    statistic,
    period: MINUTES,
  });

/** Of the whole account, whose functions share one pool; of one function by name. */
export const lambdaMetric = (metricName: string, functionName?: string, statistic = 'Sum'): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    ...(functionName && { dimensionsMap: { FunctionName: functionName } }),
    statistic,
    period: MINUTES,
  });

export const tableMetric = (tableName: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: tableName },
    statistic: 'Sum',
    period: MINUTES,
  });

export const ruleMetric = (RuleName: string, metricName: string): Metric =>
  new Metric({ namespace: 'AWS/Events', metricName, dimensionsMap: { RuleName }, statistic: 'Sum', period: MINUTES });

/** Of a delivery stream; the age of what was not delivered yet is in seconds. */
export const deliveryMetric = (DeliveryStreamName: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/Firehose',
    metricName,
    dimensionsMap: { DeliveryStreamName },
    statistic: 'Maximum',
    period: MINUTES,
  });

/** US dollars since the month began, of the account and region. */
export const smsSpent = (): Metric =>
  new Metric({
    namespace: 'AWS/SNS',
    metricName: 'SMSMonthToDateSpentUSD',
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
