// The connection to DynamoDB: one document client for each process.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TIMEOUTS } from '../../platform/aws.ts';
import { countCapacity } from './capacity.ts';

let client: DynamoDBDocumentClient | undefined;

/** Steps of each SDK call that serve logging and telemetry we don't use: a tenth of the call's CPU. */
const IDLE_STEPS = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'];

/** The document client of this process. */
export function db(): DynamoDBDocumentClient {
  if (client) return client;
  const base = new DynamoDBClient({ maxAttempts: 3, retryMode: 'standard', requestHandler: TIMEOUTS });
  client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  for (const step of IDLE_STEPS) client.middlewareStack.remove(step);
  countCapacity(client);
  return client;
}

/** Closes the connections and forgets the client, so that a process can change tables. */
export function close(): void {
  client?.destroy();
  client = undefined;
}
