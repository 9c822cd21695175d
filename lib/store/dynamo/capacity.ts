// Counts what each request costs in the table, for its log line: capacity units as DynamoDB reports them, and the
// number of round trips that waited for one another.
//
// DynamoDB charges more than it reports in three cases, all of them rare. An attempt whose response was lost is charged
// and reported to no one. Its repetition is charged as well: as a refused write (counted below), or, with the token of
// a transaction, as a read of the items (reported, and counted here as written units). Throttled requests are free.
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { current, type RequestContext } from '../../platform/request-context.ts';

type Consumed = { CapacityUnits?: number };
type Input = { ReturnConsumedCapacity?: string; TransactItems?: unknown[] };
type Output = { ConsumedCapacity?: Consumed | Consumed[] };

/** The commands that change nothing. */
export const READ = /^(Get|BatchGet|Query)/;

/** Counts every call of the client for the request that makes it. */
export function countCapacity(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const store = current()?.store;
        if (!store) return next(args);
        const input = args.input as Input;
        input.ReturnConsumedCapacity = 'TOTAL';
        const isRead = READ.test(commandName ?? '');
        const startedAt = store.tick++;
        try {
          const reply = await next(args);
          add(store, isRead, unitsOf((reply.output as Output).ConsumedCapacity));
          return reply;
        } catch (error) {
          if (!isRead && isRefusal(error)) add(store, isRead, input.TransactItems ? 2 * input.TransactItems.length : 1);
          throw error;
        } finally {
          countTrip(store, startedAt);
        }
      },
    { step: 'initialize', priority: 'high', name: 'consumption', override: true },
  );
}

const unitsOf = (consumed: Consumed | Consumed[] | undefined): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** DynamoDB charges a refused write without reporting it: one unit for each KB of the item, twice in a transaction. */
const isRefusal = (error: unknown): boolean =>
  /^(ConditionalCheckFailed|TransactionCanceled)Exception$/.test((error as Error).name);

function add(store: RequestContext['store'], isRead: boolean, units: number): void {
  if (isRead) store.readUnits += units;
  else store.writeUnits += units;
}

/**
 * Counts a round trip if the call started after the last counted one had ended, so the result is the longest chain of
 * calls. Calls in parallel count once. Ticks order the starts and ends of calls.
 */
function countTrip(store: RequestContext['store'], startedAt: number): void {
  if (startedAt < store.until) return;
  store.trips++;
  store.until = store.tick++;
}
