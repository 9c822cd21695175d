// The one table, from the same key declarations as the store.
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

/** Costs nothing when idle and a bounded sum when busy, can be restored to any second of the last 35 days, and outlives the stack. */
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
      // Keys only: a change of anything else costs no write there, and readers fetch the items, strongly consistent.
      projectionType: ProjectionType.KEYS_ONLY,
      // What is written to it follows from the table's own writes.
      maxReadRequestUnits: units.read,
    });
  }
  return table;
}

/** A table that was restored: it is not the stack's, so TTL, stream and restorability are for whoever restored it. */
export const restoredTable = (scope: Construct, tableStreamArn: string): ITable =>
  Table.fromTableAttributes(scope, 'RestoredTable', {
    tableArn: tableStreamArn.slice(0, tableStreamArn.indexOf('/stream/')),
    tableStreamArn,
  });
