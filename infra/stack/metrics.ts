// Defines the metrics of alarms and the dashboard: those of AWS, and those that the functions write.
import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { deploymentName } from './names.ts';

export const NAMESPACE = 'Gatehouse';
const MINUTES = Duration.minutes(5);

/** Environment variables that keep the metrics of two deployments in one account apart. */
export const metricsEnvironment = (scope: Construct): Record<string, string> => ({
  POWERTOOLS_METRICS_NAMESPACE: NAMESPACE,
  POWERTOOLS_SERVICE_NAME: deploymentName(scope),
});

/** A metric of lib/platform/metrics.ts, summed over five minutes. */
export const ownMetric = (scope: Construct, metricName: string): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { service: deploymentName(scope) },
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

/** The name of the metric that the access log's filter writes. A filter cannot add a dimension with a constant. */
export const gatewayThrottledName = (scope: Construct) => ({
  metricNamespace: `${NAMESPACE}/${deploymentName(scope)}`,
  metricName: 'GatewayThrottled',
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

/** A metric of a delivery stream. DataFreshness, the age of undelivered data, is in seconds. */
export const deliveryMetric = (DeliveryStreamName: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/Firehose',
    metricName,
    dimensionsMap: { DeliveryStreamName },
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
