// Creates the one table, from the same key declarations as the store.
import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { INDEXES, TTL } from '../../lib/store/keys.ts';
import type { Settings } from '../settings/settings.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * Costs nothing when idle and a bounded amount when busy, restorable to any second of 35 days, and kept without the
 * stack.
 */
export function createTable(scope: Construct, { units }: Pick<Settings, 'units'>): Table {
  const table = new Table(scope, 'Table', {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    maxReadRequestUnits: units.read,
    maxWriteRequestUnits: units.write,
    timeToLiveAttribute: TTL,
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  for (const { name, pk, sk } of INDEXES) {
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(pk),
      sortKey: text(sk),
      // Keys only: other changes cost no write here, and readers fetch the items with strong consistency.
      projectionType: ProjectionType.KEYS_ONLY,
      // Its writes are bounded by those of the table.
      maxReadRequestUnits: units.read,
    });
  }
  return table;
}

/** A restored table does not belong to the stack: TTL, stream and backups are up to the operator who restored it. */
export const restoredTable = (scope: Construct, tableStreamArn: string): ITable =>
  Table.fromTableAttributes(scope, 'RestoredTable', {
    tableArn: tableStreamArn.slice(0, tableStreamArn.indexOf('/stream/')),
    tableStreamArn,
  });
