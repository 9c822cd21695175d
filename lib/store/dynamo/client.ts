// Connects to DynamoDB, with one document client per process.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TIMEOUTS } from '../../platform/aws.ts';
import { countCapacity } from './capacity.ts';

let client: DynamoDBDocumentClient | undefined;

/** Steps of each SDK call for logging and telemetry that we do not use. They take a tenth of the call's CPU time. */
const IDLE_STEPS = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'];

/** Returns the document client of this process. */
export function db(): DynamoDBDocumentClient {
  if (client) return client;
  const base = new DynamoDBClient({ maxAttempts: 3, retryMode: 'standard', requestHandler: TIMEOUTS });
  client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  for (const step of IDLE_STEPS) client.middlewareStack.remove(step);
  countCapacity(client);
  return client;
}

/** Closes the connections. The next call connects anew, perhaps to another table. */
export function close(): void {
  client?.destroy();
  client = undefined;
}
