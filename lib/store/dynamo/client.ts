// Connects to DynamoDB, with one client per process. docs/explanation/measurements/cheaper-calls.md has what each setting gives.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { TIMEOUTS } from '../../platform/aws/aws.ts';
import { Unavailable } from '../../platform/errors.ts';
import { current } from '../../platform/request-context.ts';
import { countCapacity, READ } from './capacity.ts';
import { PlainJson } from './protocol.ts';
import { createSigner } from './signer.ts';

let client: DynamoDBClient | undefined;

/** Steps of each SDK call for logging and telemetry that we do not use. They take a tenth of the call's CPU time. */
const IDLE_STEPS = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'];

/** Returns the client of this process. */
export function db(): DynamoDBClient {
  if (client) return client;
  const made: DynamoDBClient = new DynamoDBClient({
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: TIMEOUTS,
    // The steps of a command are put together with its first call. None is added or removed later.
    cacheMiddleware: true,
    protocol: PlainJson,
    signer: createSigner(
      () => made.config.credentials(),
      () => made.config.region(),
    ),
  });
  for (const step of IDLE_STEPS) made.middlewareStack.remove(step);
  countCapacity(made);
  stopWithRequest(made);
  client = made;
  return made;
}

/**
 * Refuses attempts for a request that is over. Lambda freezes a function after its response. Without this, what the SDK
 * still wanted to repeat would be written minutes or hours later, when the next request thaws the function: past the
 * ten minutes in which an idempotency token counts, over a newer code, or as a second message. Refuses every write of a
 * dry run.
 */
function stopWithRequest({ middlewareStack }: DynamoDBClient): void {
  middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const { isOver, isDry } = current() ?? {};
        if (isOver) throw new Unavailable('the request is over');
        if (isDry && !READ.test(commandName)) throw new Unavailable('a dry run writes nothing');
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
