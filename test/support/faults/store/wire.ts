// Lists the faults of DynamoDB that are injected, as they look on the wire.
//
// Status and `__type`: developer guide, "Error handling with DynamoDB"; shapes: the model of the SDK
// (node_modules/@aws-sdk/client-dynamodb, schemas). Every error is 400 but InternalServerError. `ThrottlingException`
// comes from the front end that all AWS services share, so its `__type` has another prefix. `message` is `Message` in
// a cancelled transaction.
import type { Body, Fate, Injected } from '../../relay.ts';

const DYNAMO = 'com.amazonaws.dynamodb.v20120810';
const CORAL = 'com.amazon.coral.availability';

const error = (name: string, message: string, more: object = {}, status = 400, prefix = DYNAMO): Injected => ({
  status,
  body: { __type: `${prefix}#${name}`, message, ...more },
});

const throttled = (kind: string, part: 'Read' | 'Write') => ({
  ThrottlingReasons: [
    { reason: `Table${part}${kind}`, resource: 'arn:aws:dynamodb:eu-central-1:123456789012:table/gatehouse' },
  ],
});

const REASONS: Record<string, string> = {
  TransactionConflict: 'Transaction is ongoing for the item',
  ThrottlingError:
    'Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically scaling your index so please try again shortly.',
  ProvisionedThroughputExceeded:
    'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.',
};

/** A transaction that one of its items cancelled. Every item has a reason; those that were not the cause have `None`. */
export function cancelled(items: number, code: string): Injected {
  const last = items - 1;
  const reasons = Array.from({ length: items }, (_, at) =>
    at === last ? { Code: code, Message: REASONS[code] } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  const body = { __type: `${DYNAMO}#TransactionCanceledException`, CancellationReasons: reasons, Message };
  return { status: 400, body };
}

const SINGLE_WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];
export const isWrite = (operation: string): boolean =>
  [...SINGLE_WRITES, 'BatchWriteItem', 'TransactWriteItems'].includes(operation);
const part = (operation: string) => (isWrite(operation) ? 'Write' : 'Read');
const inTransaction = (operation: string, body: Body, code: string, otherwise: Injected): Fate => ({
  reply: operation === 'TransactWriteItems' ? cancelled(body.TransactItems.length, code) : otherwise,
});

const internal = error('InternalServerError', 'Internal server error', {}, 500);

/** Each fault: what becomes of this call, `undefined` where DynamoDB does not fail in this way. */
export const FAULTS = {
  TransactionConflict: (operation, body) => {
    if (operation === 'TransactWriteItems')
      return { reply: cancelled(body.TransactItems.length, 'TransactionConflict') };
    if (!SINGLE_WRITES.includes(operation)) return undefined;
    return { reply: error('TransactionConflictException', REASONS.TransactionConflict as string) };
  },
  ProvisionedThroughputExceeded: (operation, body) =>
    inTransaction(
      operation,
      body,
      'ProvisionedThroughputExceeded',
      error(
        'ProvisionedThroughputExceededException',
        REASONS.ProvisionedThroughputExceeded as string,
        throttled('ProvisionedThroughputExceeded', part(operation)),
      ),
    ),
  Throttling: (operation, body) =>
    inTransaction(
      operation,
      body,
      'ThrottlingError',
      error(
        'ThrottlingException',
        'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly. If exceptions persist, check if you have a hot key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
        { throttlingReasons: throttled('KeyRangeThroughputExceeded', part(operation)).ThrottlingReasons },
        400,
        CORAL,
      ),
    ),
  RequestLimitExceeded: (operation) => ({
    reply: error(
      'RequestLimitExceeded',
      'Throughput exceeds the current throughput limit for your account. Please contact AWS Support at https://aws.amazon.com/support request a limit increase',
      throttled('AccountLimitExceeded', part(operation)),
    ),
  }),
  TransactionInProgress: (operation) =>
    operation === 'TransactWriteItems'
      ? { reply: error('TransactionInProgressException', 'The transaction is already in progress.') }
      : undefined,
  // AWS says that a 5xx of a write leaves its outcome open: both are injected.
  InternalServerError: () => ({ reply: internal }),
  'InternalServerError, applied': (operation) => (isWrite(operation) ? { reply: internal, after: true } : undefined),
  'request lost': () => 'request lost',
  'response lost': () => 'answer lost',
  'all unprocessed': (operation, body) => {
    if (operation === 'BatchGetItem') return { reply: { status: 200, body: unprocessedKeys(body.RequestItems, {}) } };
    if (operation === 'BatchWriteItem')
      return { reply: { status: 200, body: { UnprocessedItems: body.RequestItems } } };
    return undefined;
  },
  'half unprocessed': (operation, body) => {
    if (operation === 'BatchGetItem') return halfRead(body);
    return operation === 'BatchWriteItem' ? halfWritten(body) : undefined;
  },
} as const satisfies Record<string, (operation: string, body: Body) => Fate | undefined>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

const SAMPLES: Record<string, Body> = {
  BatchGetItem: { RequestItems: { table: { Keys: [1, 2] } } },
  BatchWriteItem: { RequestItems: { table: [1, 2] } },
  TransactWriteItems: { TransactItems: [1] },
};
/** Whether calls of this operation can fail in this way. */
export const canMeet = (operation: string, fault: FaultName): boolean =>
  FAULTS[fault](operation, SAMPLES[operation] ?? {}) !== undefined;

/** How much of a write the table carries out with each fault. */
const CARRIED_OUT: Record<FaultName, 'nothing' | 'all' | 'half'> = {
  TransactionConflict: 'nothing',
  ProvisionedThroughputExceeded: 'nothing',
  Throttling: 'nothing',
  RequestLimitExceeded: 'nothing',
  TransactionInProgress: 'nothing',
  InternalServerError: 'nothing',
  'InternalServerError, applied': 'all',
  'request lost': 'nothing',
  'response lost': 'all',
  'all unprocessed': 'nothing',
  'half unprocessed': 'half',
};
/** Faults that go on: one that is never carried out, one that always is. */
const LASTING: readonly FaultName[] = ['Throttling', 'response lost'];

/**
 * Returns the faults that calls of this operation can meet once, or from then on, in kinds: those of one leave the table in the
 * same state. To a read, all but half a response are of one kind.
 */
export function kindsOf(operation: string, isLasting: boolean): FaultName[][] {
  const met = (isLasting ? LASTING : FAULT_NAMES).filter((fault) => canMeet(operation, fault));
  const kindOf = (fault: FaultName) =>
    isWrite(operation) || CARRIED_OUT[fault] === 'half' ? CARRIED_OUT[fault] : 'nothing';
  return Object.values(Object.groupBy(met, kindOf));
}

const unprocessedKeys = (left: Body, Responses: Body): Body => ({ Responses, UnprocessedKeys: left });

function halfRead(body: Body): Fate | undefined {
  const [[table, request]] = Object.entries(body.RequestItems) as [[string, Body]];
  const half = request.Keys.length >> 1;
  if (!half) return undefined;
  const keys = (Keys: Body[]) => ({ [table]: { ...request, Keys } });
  return {
    part: { ...body, RequestItems: keys(request.Keys.slice(0, half)) },
    rest: (reply) => ({ ...reply, UnprocessedKeys: keys(request.Keys.slice(half)) }),
  };
}

function halfWritten(body: Body): Fate | undefined {
  const [[table, requests]] = Object.entries(body.RequestItems) as [[string, Body[]]];
  const half = requests.length >> 1;
  if (!half) return undefined;
  return {
    part: { ...body, RequestItems: { [table]: requests.slice(0, half) } },
    rest: (reply) => ({ ...reply, UnprocessedItems: { [table]: requests.slice(half) } }),
  };
}
