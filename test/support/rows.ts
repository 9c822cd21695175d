// Reads what is really in the table, past every layer of the service.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';

export type Row = Record<string, unknown> & { pk: string; sk: string; type: string };

/** Every item of the table that this process is configured for. */
export async function everyRow(): Promise<Row[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const rows: Row[] = [];
  for await (const page of paginateScan({ client }, { TableName: process.env.GATEHOUSE_TABLE, ConsistentRead: true })) {
    rows.push(...((page.Items ?? []) as Row[]));
  }
  client.destroy();
  return rows;
}
