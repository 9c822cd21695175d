// What each request costs in the table, for its line in the log: units as DynamoDB answers them, and how many calls waited
// for one another.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { current, type RequestContext } from '../../platform/request-context.ts';

type Consumed = { CapacityUnits?: number };
type Input = { ReturnConsumedCapacity?: string; TransactItems?: unknown[] };
type Output = { ConsumedCapacity?: Consumed | Consumed[] };

const READ = /^(Get|BatchGet|Query)/;

/** Has every call of the client counted for the request that makes it. */
export function countCapacity(client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const store = current()?.store;
        if (!store) return next(args);
        const input = args.input as Input;
        input.ReturnConsumedCapacity = 'TOTAL';
        const isRead = READ.test(commandName ?? '');
        const begun = store.tick++;
        try {
          const reply = await next(args);
          add(store, isRead, unitsOf((reply.output as Output).ConsumedCapacity));
          return reply;
        } catch (error) {
          if (!isRead && isRefusal(error)) add(store, isRead, input.TransactItems ? 2 * input.TransactItems.length : 1);
          throw error;
        } finally {
          succeeded(store, begun);
        }
      },
    { step: 'initialize', priority: 'high', name: 'consumption', override: true },
  );
}

const unitsOf = (consumed: Consumed | Consumed[] | undefined): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** DynamoDB charges a refused write and doesn't say what: one unit for each KB of the item, twice in a transaction. */
const isRefusal = (error: unknown): boolean =>
  /^(ConditionalCheckFailed|TransactionCanceled)Exception$/.test((error as Error).name);

function add(store: RequestContext['store'], isRead: boolean, units: number): void {
  if (isRead) store.readUnits += units;
  else store.writeUnits += units;
}

/**
 * One trip more if the call began after the last one that counted was answered: so the longest chain of calls is counted,
 * however many went beside each other. Ticks tell the order of beginnings and answers.
 */
function succeeded(store: RequestContext['store'], begun: number): void {
  if (begun < store.until) return;
  store.trips++;
  store.until = store.tick++;
}
