// Writes many rows of the example resources directly into the table, as the product would: row, entries of its indexes,
// and the counters of its collection.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TenantId } from '../../../lib/platform/ids.ts';
import type { Resource } from '../../../lib/records/declare/resource.ts';
import { countWrites } from '../../../lib/records/store/counters.ts';
import { newRowId } from '../../../lib/records/store/ids.ts';
import { entryWrites } from '../../../lib/records/store/index-entries.ts';
import type { Collection, Row } from '../../../lib/records/store/row.ts';
import * as keys from '../../../lib/store/keys.ts';
import { write, writeAll } from './bulk.ts';

const START_MS = Date.UTC(2026, 0, 1);

/** Writes `count` rows, a millisecond apart. `dataOf` returns the fields of each. Returns their ids in order. */
export async function writeRows(
  endpoint: string,
  tenantId: string,
  resource: Resource,
  count: number,
  dataOf: (index: number) => Row['data'],
): Promise<string[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const collection: Collection = { tenantId: tenantId as TenantId, resource };
  const rows = Array.from({ length: count }, (_, index) => newRow(collection, START_MS + index, dataOf(index)));
  await writeAll(client, count, (index) => {
    const row = rows[index] as Row;
    const entries = entryWrites(collection, undefined, row).map((each) => ('put' in each ? each.put : unexpected()));
    return [row, ...entries];
  });
  const counters = countWrites(collection, rows, { live: 1 }).map((each) =>
    'add' in each ? counterOf(each.add) : unexpected(),
  );
  await write(client, counters);
  client.destroy();
  return rows.map(({ id }) => id);
}

function newRow({ tenantId, resource }: Collection, at: number, data: Row['data']): Row {
  const id = newRowId(resource, at);
  const createdAt = new Date(at).toISOString();
  const key = keys.row(tenantId, resource.name, id);
  return { ...key, type: 'row', id, version: 1, createdAt, updatedAt: createdAt, data };
}

const counterOf = ({ numbers, ...key }: { numbers?: object }): object => ({ ...key, ...numbers });
const unexpected = (): never => {
  throw new Error('a write has another form than the benchmark knows');
};
