// Starts an engine with the table in it, for services that connect to it.
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { type Engine, startEngine } from '../../../infra/tools/local/engine.ts';
import { createTable } from '../../../infra/tools/local/table.ts';

export const TABLE = 'gatehouse';
Object.assign(process.env, { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });

export type TableEngine = Engine & { pid: number };

/**
 * Starts the engine. Without `stream`, the local run has no change feed to serve. In the cloud another function does
 * that work; here it would be measured as part of the requests.
 */
export async function startTable({ stream }: { stream: boolean }): Promise<TableEngine> {
  const engine = await startEngine(undefined, undefined);
  await createTable(engine.endpoint, TABLE);
  if (!stream) await stopStream(engine.endpoint);
  return engine as TableEngine;
}

/** Switches the stream of the table off: later writes produce no stream records. */
export async function stopStream(endpoint: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint });
  await client.send(new UpdateTableCommand({ TableName: TABLE, StreamSpecification: { StreamEnabled: false } }));
  client.destroy();
}
