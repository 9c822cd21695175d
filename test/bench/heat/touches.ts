// Splits a call of the table into what it costs each key, because DynamoDB's limits hold for a key and not for a call.
import { type Item, itemSize, readUnits, writeUnits } from './item-size.ts';

/** What a call costs one key. A key of the table is `pk`, a line break, `sk`; one of an index is its partition. */
export type Touch = { key: string; read: number; write: number };

type Keyed = { Key?: Item; Item?: Item; ConsistentRead?: boolean };
export type Sent = Keyed & {
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  UpdateExpression?: string;
  RequestItems?: Record<string, { Keys?: Item[]; ConsistentRead?: boolean } | Record<string, Keyed>[]>;
  TransactItems?: Record<string, Sent>[];
};
export type Reply = {
  __type?: string;
  CancellationReasons?: { Code?: string }[];
  Item?: Item;
  Responses?: Record<string, Item[]>;
  ConsumedCapacity?: unknown;
};

type Capacity = { CapacityUnits?: number; Table?: { CapacityUnits?: number } };

const READS = ['GetItem', 'BatchGetItem', 'Query'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];
/** Whether the operation reads or writes items of the table. */
export const isCounted = (operation: string): boolean => [...READS, ...WRITES].includes(operation);

export const nameOf = (item: Item = {}): string => `${item.pk?.S ?? ''}\n${item.sk?.S ?? ''}`;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Whether a condition did not hold. */
const isConditional = ({ __type = '', CancellationReasons = [] }: Reply): boolean =>
  [__type, ...CancellationReasons.map(({ Code = '' }) => Code)].some((name) => name.includes('ConditionalCheckFailed'));

/** Returns the units of the table itself that the engine reports, without those of its indexes. */
const reported = ({ ConsumedCapacity }: Reply): number =>
  ([ConsumedCapacity].flat() as (Capacity | undefined)[]).reduce(
    (sum, each) => sum + (each?.Table?.CapacityUnits ?? each?.CapacityUnits ?? 0),
    0,
  );

/** Remembers where each item is in the indexes, to know what a later change costs them. */
export class Touches {
  private readonly positions = new Map<string, { pk1?: string | undefined; pk2?: string | undefined }>();

  /** Returns what the call cost each key that it touched. */
  of(operation: string, sent: Sent, reply: Reply): Touch[] {
    const isRefused = reply.__type !== undefined;
    // A conflict with another call is tried again, and how many there are differs from run to run.
    if (isRefused && !isConditional(reply)) return [];
    switch (operation) {
      case 'GetItem':
        return [{ key: nameOf(sent.Key), read: readUnits(reply.Item), write: 0 }];
      case 'BatchGetItem':
        return batchRead(sent, reply);
      case 'Query':
        return [queried(sent, reply)];
      case 'TransactWriteItems':
        return this.transaction(sent, reply, isRefused);
      case 'BatchWriteItem':
        return Object.values(sent.RequestItems ?? {})
          .flat()
          .flatMap((each) => Object.values(each as Record<string, Keyed>))
          .flatMap((write) => this.write(write, write.Item ? writeUnits(write.Item) : 1, isRefused));
      default:
        // A refused write costs what it would have cost.
        return this.write(sent, isRefused ? 1 : reported(reply), isRefused);
    }
  }

  /** Every part of a transaction costs twice. What the engine reports beyond that is of the items that are updated. */
  private transaction(sent: Sent, reply: Reply, isRefused: boolean): Touch[] {
    const parts = (sent.TransactItems ?? []).flatMap((each) => Object.entries(each));
    const units = parts.map(([, { Item }]) => (Item ? 2 * writeUnits(Item) : 2));
    const rest = isRefused ? 0 : reported(reply) - units.reduce((sum, each) => sum + each, 0);
    const updated = parts.findIndex(([kind]) => kind === 'Update');
    return parts.flatMap(([kind, write], index) => {
      const own = (units[index] as number) + (index === updated ? Math.max(0, rest) : 0);
      return this.write(write, own, isRefused || kind === 'ConditionCheck');
    });
  }

  /** Returns the write and what it costs the indexes: one unit where an entry begins, and one where an entry ends. */
  private write(sent: Sent, units: number, leavesIndexes: boolean): Touch[] {
    const key = nameOf(sent.Item ?? sent.Key);
    const own = { key, read: 0, write: units };
    if (leavesIndexes) return [own];
    const before = this.positions.get(key) ?? {};
    const after = positionAfter(before, sent);
    this.positions.set(key, after);
    const moved = (['pk1', 'pk2'] as const).filter((name) => before[name] !== after[name]);
    const entries = moved.flatMap((name) => [before[name], after[name]]).filter((each) => each !== undefined);
    return [own, ...entries.map((each) => ({ key: each, read: 0, write: 1 }))];
  }
}

/** Returns the index partitions of an item after a write. */
function positionAfter(before: { pk1?: string | undefined; pk2?: string | undefined }, sent: Sent) {
  const { Item, UpdateExpression, ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = sent;
  if (Item) return { pk1: text(Item.pk1?.S), pk2: text(Item.pk2?.S) };
  if (UpdateExpression === undefined) return {};
  const after = { ...before };
  for (const name of ['pk1', 'pk2'] as const) {
    const placeholder = Object.keys(ExpressionAttributeNames).find((each) => ExpressionAttributeNames[each] === name);
    const value = new RegExp(`${placeholder}\\s*=\\s*(:\\w+)`).exec(UpdateExpression)?.[1];
    if (placeholder && value) after[name] = text(ExpressionAttributeValues[value]?.S);
    else if (placeholder) after[name] = undefined;
  }
  return after;
}

function batchRead(sent: Sent, reply: Reply): Touch[] {
  return Object.entries(sent.RequestItems ?? {}).flatMap(([table, batch]) => {
    const found = new Map((reply.Responses?.[table] ?? []).map((item) => [nameOf(item), item]));
    const wanted = Array.isArray(batch) ? [] : (batch.Keys ?? []);
    return wanted.map((key) => ({ key: nameOf(key), read: readUnits(found.get(nameOf(key))), write: 0 }));
  });
}

/** The condition begins with the partition: the store always writes it first. */
function queried({ KeyConditionExpression = '', ExpressionAttributeValues = {}, ...sent }: Sent, reply: Reply): Touch {
  const placeholder = /^\s*#?\w+\s*=\s*(:\w+)/.exec(KeyConditionExpression)?.[1] ?? '';
  const pk = text(ExpressionAttributeValues[placeholder]?.S) ?? '';
  const isOfSessions = ['SES#', 'SAP#'].includes(text(ExpressionAttributeValues[':from']?.S) ?? '');
  const key = sent.IndexName === undefined ? `${pk}\n${isOfSessions ? 'SES#*' : '*'}` : pk;
  const units = ([reply.ConsumedCapacity].flat() as Capacity[]).reduce(
    (sum, each) => sum + (each?.CapacityUnits ?? 0),
    0,
  );
  return { key, read: units, write: 0 };
}

/** Returns the items that the call stored as a whole, as the table's stream would show them. */
export function storedItems(operation: string, sent: Sent, reply: Reply): Item[] {
  if (reply.__type !== undefined) return [];
  const parts = [sent, ...(sent.TransactItems ?? []).flatMap((each) => Object.values(each))];
  return operation === 'PutItem' || operation === 'TransactWriteItems'
    ? parts.flatMap(({ Item }) => (Item && itemSize(Item) ? [Item] : []))
    : [];
}
