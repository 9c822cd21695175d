// Creates the one table, from the same key declarations as the store.
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { INDEXES, TTL } from '../../lib/store/keys.ts';
import type { Settings } from '../settings/settings.ts';
import { KEPT_ALWAYS } from './keep.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * Costs nothing when idle and a bounded amount when busy, restorable to any second of 35 days, and kept without the
 * stack. A global table, so that a second region can be added and removed without replacing it (docs/decisions/0037). A
 * replica has what the table has.
 */
export const createTable = (
  scope: Construct,
  { units, secondRegion: { replica } }: Pick<Settings, 'units' | 'secondRegion'>,
): TableV2 =>
  new TableV2(scope, 'Table', {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    billing: Billing.onDemand({ maxReadRequestUnits: units.read, maxWriteRequestUnits: units.write }),
    timeToLiveAttribute: TTL,
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: KEPT_ALWAYS,
    ...(replica && { replicas: [{ region: replica.region }] }),
    globalSecondaryIndexes: INDEXES.map(({ name, pk, sk }) => ({
      indexName: name,
      partitionKey: text(pk),
      sortKey: text(sk),
      // Keys only: other changes cost no write here, and readers fetch the items with strong consistency.
      projectionType: ProjectionType.KEYS_ONLY,
      // Its writes are bounded by those of the table.
      maxReadRequestUnits: units.read,
    })),
  });

/**
 * A restored table, or a replica, does not belong to the stack: TTL, stream and backups are up to the operator who restored
 * it, or to the stack that has the replica.
 */
export const restoredTable = (scope: Construct, tableStreamArn: string): ITableV2 =>
  TableV2.fromTableAttributes(scope, 'RestoredTable', {
    tableArn: tableStreamArn.slice(0, tableStreamArn.indexOf('/stream/')),
    tableStreamArn,
  });
