// Creates a dashboard with requests, logins, messages, backlogs and cost.
import { Duration, Stack } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { OBJECTIVE } from '../settings/sections/alarm-thresholds.ts';
import { functionName } from '../stack/lambda.ts';
import { deploymentName } from '../stack/names.ts';
import type { Watched } from './alarms.ts';
import { ceilingWidgets } from './ceiling-widgets.ts';
import { apiMetric, burnRate, lambdaMetric, ownMetric, smsSpent, tableMetric, throttleMetrics } from './metrics.ts';

/** Three dashboards of up to fifty metrics are free. */
export function createDashboard(scope: Construct, { api, table, failures, messages }: Watched): Dashboard {
  const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
    new GraphWidget({ title, left, right, width: 8, height: 6 });
  const own = (name: string) => ownMetric(scope, name);
  const ofApi = (name: Parameters<typeof apiMetric>[1], statistic = 'Sum') => apiMetric(api, name, statistic);
  const latency = (statistic: string): Metric => ofApi('latency', statistic).with({ label: statistic });
  const depth = (queue: typeof failures, label: string): Metric =>
    queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'Maximum', label });
  const age = (queue: typeof failures, label: string): Metric =>
    queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5), statistic: 'Maximum', label });
  const ofTable = (name: string) => tableMetric(table.tableName, name);
  return new Dashboard(scope, 'Dashboard', {
    // Dashboards are global in an account (CloudWatch user guide, "Using CloudWatch dashboards").
    dashboardName: `${deploymentName(scope)}-${Stack.of(scope).region}`,
    widgets: [
      [
        graph('Requests', [ofApi('requests')], [ofApi('clientErrors'), ofApi('serverErrors')]),
        graph('Latency in ms', ['p50', 'p95', 'p99'].map(latency)),
        graph('Functions', [lambdaMetric('ConcurrentExecutions', undefined, 'Maximum')], [lambdaMetric('Throttles')]),
      ],
      [
        graph('Logins', [own('AuthenticationSuccess'), own('AuthenticationFailure')]),
        graph('Suspicious activity', [
          own('RefreshTokenReuse'),
          own('GuessingSuspected'),
          own('RefreshTokenForged'),
          own('RateLimited'),
          own('UnexpectedError'),
          own('RepairNeeded'),
        ]),
        // Without a mailer there is nothing to see in it.
        ...(messages
          ? [
              graph(
                'Messages',
                [own('EmailSent'), own('SmsSent'), own('MessageUndeliverable'), own('MessageBudgetUsedUp')],
                [smsSpent()],
              ),
            ]
          : []),
      ],
      [
        graph('Table', ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map(ofTable)),
        graph('Table throttles', throttleMetrics(table.tableName)),
        graph(
          'Lag of changes in ms, of messages in s',
          [lambdaMetric('IteratorAge', functionName(scope, 'change-feed'), 'Maximum')],
          messages ? [age(messages.urgent.queue, 'oldest code'), age(messages.notices.queue, 'oldest notice')] : [],
        ),
      ],
      [
        graph('Failed messages and changes', [
          depth(failures, 'failures'),
          ...(messages ? [depth(messages.undelivered, 'messages')] : []),
        ]),
        // 1 uses the budget up within 30 days. 14 for an hour, or 3 for a day, deserve attention.
        graph(`Objective ${OBJECTIVE.percent} %: burn rate of the error budget`, [burnRate(api, 1), burnRate(api, 24)]),
        ...ceilingWidgets(scope),
      ],
    ],
  });
}
