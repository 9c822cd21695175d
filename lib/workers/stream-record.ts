// Reads records of the table's stream.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type UserId, userId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { count } from '../platform/metrics.ts';
import type { Item } from '../store/dynamo/table.ts';
import { userIn } from '../store/keys.ts';

type Image = Record<string, AttributeValue> | undefined;
const imageOf = (image: unknown): Image => image as Image;

/**
 * Returns the value with the `M` of every empty map. DynamoDB Local 3 leaves it out of stream images, so that `{}` is
 * there, which is no value (awslabs/amazon-dynamodb-local-samples#37). Other values are unchanged.
 */
function complete(value: AttributeValue): AttributeValue {
  if (value.L) return { L: value.L.map(complete) };
  if (value.M || Object.values(value).every((each) => each === undefined)) return { M: completeMap(value.M ?? {}) };
  return value;
}

const completeMap = (map: Record<string, AttributeValue>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, complete(value)]));

/**
 * Returns the item after the change, if it has this type. An image that cannot be read is logged and counted, and counts
 * as none: no retry makes it readable, and the records behind it in the shard must not wait for it.
 */
export const newImage = <T extends Item>(record: DynamoDBRecord, type: T['type']): T | undefined =>
  reported<T>(record, record.dynamodb?.NewImage, type);

/** Returns the item before the change, as `newImage` does. */
export const oldImage = <T extends Item>(record: DynamoDBRecord, type: T['type']): T | undefined =>
  reported<T>(record, record.dynamodb?.OldImage, type);

/** Returns the item after the change, where another worker reports what cannot be read. */
export function readableImage<T extends Item>(record: DynamoDBRecord, type: T['type']): T | undefined {
  const item = itemIn<T>(record.dynamodb?.NewImage, type);
  return item instanceof Error ? undefined : item;
}

function reported<T extends Item>(record: DynamoDBRecord, image: unknown, type: T['type']): T | undefined {
  const item = itemIn<T>(image, type);
  if (!(item instanceof Error)) return item;
  // The message would quote values. The key of an outbox item or a job has ids only.
  const { pk } = record.dynamodb?.Keys ?? {};
  log.error('record_unreadable', { record: sequenceOf(record), type, item: pk?.S, error: item.name });
  count('RepairNeeded');
  return undefined;
}

function itemIn<T extends Item>(of: unknown, type: T['type']): T | Error | undefined {
  const image = imageOf(of);
  if (image?.type?.S !== type) return undefined;
  try {
    return unmarshall(completeMap(image)) as T;
  } catch (error) {
    return error as Error;
  }
}

export const sequenceOf = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';

/** When the table changed, ms. The same record always has the same time. Lambda gives seconds; local engines give a date. */
export function timeOf({ dynamodb }: DynamoDBRecord): number {
  const at: unknown = dynamodb?.ApproximateCreationDateTime;
  return typeof at === 'number' ? at * 1000 : new Date(at as string | Date).getTime();
}

/** The epochs of a user before and after a change that ended sessions. */
export type RaisedEpoch = { user: UserId; before: number; after: number };

/** Returns the user whose epoch this record raised, if any. */
export function raisedEpoch(record: DynamoDBRecord): RaisedEpoch | undefined {
  const [before, after] = [imageOf(record.dynamodb?.OldImage), imageOf(record.dynamodb?.NewImage)];
  if (before?.type?.S !== 'user' || after?.type?.S !== 'user') return undefined;
  const [from, to] = [Number(before.epoch?.N), Number(after.epoch?.N)];
  const user = userId(userIn({ pk: record.dynamodb?.Keys?.pk?.S ?? '' }));
  return user && to > from ? { user, before: from, after: to } : undefined;
}

/** Returns the user that this record created, deleted or visibly changed, if any. */
export function changedUser(record: DynamoDBRecord): UserId | undefined {
  const [before, after] = [imageOf(record.dynamodb?.OldImage), imageOf(record.dynamodb?.NewImage)];
  if ((after ?? before)?.type?.S !== 'user') return undefined;
  if (before && after && before.version?.N === after.version?.N) return undefined;
  return userId(userIn({ pk: record.dynamodb?.Keys?.pk?.S ?? '' }));
}
