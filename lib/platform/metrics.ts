// Counts events for dashboards and alarms in CloudWatch's embedded metric format: one log line per invocation, no API
// call. Zero counts are not written, because CloudWatch bills a metric for each month in which it is published, and
// each further dimension as another metric.
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { current } from './request-context.ts';

/** docs/observability.md says what each one counts. */
export const metricNames = [
  'AuthenticationFailure',
  'AuthenticationSuccess',
  'RefreshTokenReuse',
  'RefreshTokenForged',
  'RateLimited',
  'MessageBudgetUsedUp',
  'GuessingSuspected',
  'UnexpectedError',
  'RepairNeeded',
  'SmsSent',
  'EmailSent',
  'MessageUndeliverable',
  'MessageLate',
] as const;
export type MetricName = (typeof metricNames)[number];

/**
 * Created with the first metric. Namespace and service come from POWERTOOLS_METRICS_NAMESPACE and
 * POWERTOOLS_SERVICE_NAME.
 */
let metrics: Metrics | undefined;

/** Adds one to a metric of the current invocation. */
export function count(name: MetricName): void {
  const { counts, isDry } = current() ?? {};
  if (!isDry) counts?.set(name, (counts.get(name) ?? 0) + 1);
}

/** Writes the counts of the invocation as one line. Writes nothing where no namespace is set, as in the local run. */
export function publishMetrics(): void {
  const { counts, facts } = current() ?? {};
  if (!counts?.size || !process.env.POWERTOOLS_METRICS_NAMESPACE) return;
  metrics ??= new Metrics();
  for (const [name, value] of counts) metrics.addMetric(name, MetricUnit.Count, value);
  if (facts?.requestId) metrics.addMetadata('requestId', facts.requestId);
  metrics.publishStoredMetrics();
  counts.clear();
}
