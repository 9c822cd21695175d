// From the table to the bus: the stream hands what is written to the outbox to the change feed, which publishes it.
import { Duration, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { OutboxItem } from '../lib/store/outbox.ts';
import { CHANGE_FEED } from './bundle.ts';
import { allow, createFunction, SMALL_MB } from './function.ts';

const OUTBOX: OutboxItem['type'] = 'outbox';

export const createBus = (scope: Construct): EventBus =>
  new EventBus(scope, 'Bus', { eventBusName: Stack.of(scope).stackName });

export function publishChanges(scope: Construct, bundles: string, table: Table, bus: EventBus): void {
  const stream = table.tableStreamArn as string;
  // Holds positions in the stream, never what was written; the stream itself keeps records for one day.
  const failures = new Queue(scope, 'ChangeFeedFailures', {
    retentionPeriod: Duration.days(4),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  });
  const changeFeed = createFunction(scope, {
    name: CHANGE_FEED,
    bundles,
    memorySize: SMALL_MB,
    environment: { GATEHOUSE_BUS: bus.eventBusName },
    statements: [
      allow(['events:PutEvents'], bus.eventBusArn),
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
    filters: [
      FilterCriteria.filter({
        eventName: FilterRule.isEqual('INSERT'),
        dynamodb: { NewImage: { type: { S: FilterRule.isEqual(OUTBOX) } } },
      }),
    ],
    batchSize: 100,
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    // Long enough to outlast trouble with the bus, bounded so that one bad record can't hold up a shard for a day.
    retryAttempts: 20,
    maxRecordAge: Duration.hours(1),
    onFailure: { bind: () => ({ destination: failures.queueArn }) },
  });
}
