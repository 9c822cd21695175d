// Connects to DynamoDB, with one document client per process.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TIMEOUTS } from '../../platform/aws.ts';
import { Unavailable } from '../../platform/errors.ts';
import { current } from '../../platform/request-context.ts';
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
  stopWithRequest(client);
  return client;
}

/**
 * Refuses attempts for a request that is over. Lambda freezes a function after its response. Without this, what the SDK
 * still wanted to repeat would be written minutes or hours later, when the next request thaws the function: past the
 * ten minutes in which an idempotency token counts, over a newer code, or as a second message.
 */
function stopWithRequest({ middlewareStack }: DynamoDBDocumentClient): void {
  middlewareStack.add(
    (next) => (args) => {
      if (current()?.isOver) throw new Unavailable('the request is over');
      return next(args);
    },
    // After the SDK's own step that repeats requests, so for each attempt.
    { step: 'finalizeRequest', priority: 'low', name: 'stopWithRequest', override: true },
  );
}

/** Closes the connections. The next call connects anew, perhaps to another table. */
export function close(): void {
  client?.destroy();
  client = undefined;
}
