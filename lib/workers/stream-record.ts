// Reads records of the table's stream.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type UserId, userId } from '../platform/ids.ts';
import type { Item } from '../store/dynamo/table.ts';
import { userIn } from '../store/keys.ts';

type Image = Record<string, AttributeValue> | undefined;
const imageOf = (image: unknown): Image => image as Image;

/** Returns the item after the change, if it has this type. */
export function newImage<T extends Item>(record: DynamoDBRecord, type: T['type']): T | undefined {
  const image = imageOf(record.dynamodb?.NewImage);
  return image?.type?.S === type ? (unmarshall(image) as T) : undefined;
}

export const sequenceOf = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';

/** Returns the user that this record created, deleted or visibly changed, if any. */
export function changedUser(record: DynamoDBRecord): UserId | undefined {
  const [before, after] = [imageOf(record.dynamodb?.OldImage), imageOf(record.dynamodb?.NewImage)];
  if ((after ?? before)?.type?.S !== 'user') return undefined;
  if (before && after && before.version?.N === after.version?.N) return undefined;
  return userId(userIn({ pk: record.dynamodb?.Keys?.pk?.S ?? '' }));
}
