// Shows which ceilings were reached: requests that API Gateway throttled, by route, and those that limits refused, by
// scope. They are queries of logs, which cost nothing until the dashboard is opened: a metric for each would be 0.30 USD.
import { LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** The log groups of the stack whose ids are given. */
const logGroups = (scope: Construct, isWanted: (id: string) => boolean): string[] =>
  scope.node.children.flatMap((child) =>
    child instanceof LogGroup && isWanted(child.node.id) ? [child.logGroupName] : [],
  );

/** Call it after the API and all functions exist. */
export const ceilingWidgets = (scope: Construct): LogQueryWidget[] => [
  table(
    'Throttled by the gateway',
    logGroups(scope, (id) => id === 'ApiLog'),
    ['filter error = "THROTTLED"', 'stats count(*) as requests by route', 'sort requests desc'],
  ),
  table(
    'Refused by limits',
    logGroups(scope, (id) => id.endsWith('Log') && id !== 'ApiLog' && id !== 'FirewallLog'),
    [
      'filter event in ["limit", "budget_used_up"]',
      'stats count(*) as refused by event, scope, channel, budget',
      'sort refused desc',
    ],
  ),
];

const table = (title: string, logGroupNames: string[], queryLines: string[]): LogQueryWidget =>
  new LogQueryWidget({
    title,
    logGroupNames,
    queryLines,
    view: LogQueryVisualizationType.TABLE,
    width: 8,
    height: 6,
  });
