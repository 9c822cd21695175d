// Counts for dashboards and alarms, in CloudWatch's embedded metric format: a line of the log, no call. Each invocation's
// are collected in its context and handed over at its end. Nothing is written where nothing happened: a metric costs by
// the month in which it is published, and one dimension more makes it another metric.
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { current } from './request-context.ts';

/** What each counts stands in docs/observability.md. */
export const metricNames = [
  'AuthenticationFailure',
  'AuthenticationSuccess',
  'RefreshTokenReuse',
  'RateLimited',
  'UnexpectedError',
  'SmsSent',
  'EmailSent',
  'MessageUndeliverable',
] as const;
export type MetricName = (typeof metricNames)[number];

/** Made with the first metric. Namespace and service come from POWERTOOLS_METRICS_NAMESPACE and POWERTOOLS_SERVICE_NAME. */
let metrics: Metrics | undefined;

/** Counts one more for the invocation at work. */
export function count(name: MetricName): void {
  const counts = current()?.counts;
  counts?.set(name, (counts.get(name) ?? 0) + 1);
}

/** Writes what the invocation has counted, as one line. Where no namespace is set, as on a laptop, nothing is written. */
export function publishMetrics(): void {
  const { counts, facts } = current() ?? {};
  if (!counts?.size || !process.env.POWERTOOLS_METRICS_NAMESPACE) return;
  metrics ??= new Metrics();
  for (const [name, value] of counts) metrics.addMetric(name, MetricUnit.Count, value);
  if (facts?.requestId) metrics.addMetadata('requestId', facts.requestId);
  metrics.publishStoredMetrics();
  counts.clear();
}
