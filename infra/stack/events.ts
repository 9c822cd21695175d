// From the table to the bus: the stream hands what is written to the outbox to the change feed, which publishes it; and
// users and jobs, so that lists, counters and long work go on.
import { Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { CHANGE_FEED } from '../build/bundle.ts';
import { FEED_BATCH, FEED_FILTERS } from './feed-filter.ts';
import { changeFeedNeeds, tableStatements } from './functions.ts';
import { allow, createFunction, SMALL_MB } from './lambda.ts';

export const createBus = (scope: Construct): EventBus =>
  new EventBus(scope, 'Bus', { eventBusName: Stack.of(scope).stackName });

export type ChangeFeedProps = {
  bundles: string;
  table: ITable;
  bus: EventBus;
  rootSecret: Secret;
  /** Where positions in the stream go that it can't get past. */
  failures: Queue;
  environment: Record<string, string>;
};

export function followChanges(scope: Construct, props: ChangeFeedProps): LambdaFunction {
  const { bundles, table, bus, rootSecret, failures, environment } = props;
  const stream = table.tableStreamArn as string;
  const changeFeed = createFunction(scope, {
    name: CHANGE_FEED,
    bundles,
    memorySize: SMALL_MB,
    // A job's step takes a second or two; a batch may hold several.
    timeout: 60,
    environment: { ...environment, GATEHOUSE_BUS: bus.eventBusName },
    statements: [
      ...tableStatements(changeFeedNeeds, table),
      allow(['events:PutEvents'], bus.eventBusArn),
      // Invitations lie sealed in the table.
      allow(['secretsmanager:GetSecretValue'], rootSecret.secretArn),
      // The poller works with the function's role.
      allow(
        ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
        stream,
      ),
      allow(['sqs:SendMessage'], failures.queueArn),
    ],
  });
  new EventSourceMapping(scope, 'ChangeFeedSource', {
    target: changeFeed,
    eventSourceArn: stream,
    // From the oldest record: what is written while the mapping is being made is published too.
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
    // Long enough to outlast trouble with the bus, bounded so that one bad record can't hold up a shard for a day.
    retryAttempts: 20,
    maxRecordAge: Duration.hours(1),
    onFailure: { bind: () => ({ destination: failures.queueArn }) },
  });
  return changeFeed;
}
