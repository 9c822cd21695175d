// Records of the table's stream.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type UserId, userId } from '../platform/ids.ts';
import type { Item } from '../store/dynamo/table.ts';
import { userIn } from '../store/keys.ts';

type Image = Record<string, AttributeValue> | undefined;
const imageOf = (image: unknown): Image => image as Image;

/** The item as it is after the change, if it is of this type. */
export function newImage<T extends Item>(record: DynamoDBRecord, type: T['type']): T | undefined {
  const image = imageOf(record.dynamodb?.NewImage);
  return image?.type?.S === type ? (unmarshall(image) as T) : undefined;
}

export const sequenceOf = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';

/** The user whom the record tells to be new, gone, or changed in what others know of him; nobody, if it has no user's key. */
export function changedUser(record: DynamoDBRecord): UserId | undefined {
  const [before, after] = [imageOf(record.dynamodb?.OldImage), imageOf(record.dynamodb?.NewImage)];
  if ((after ?? before)?.type?.S !== 'user') return undefined;
  if (before && after && before.version?.N === after.version?.N) return undefined;
  return userId(userIn({ pk: record.dynamodb?.Keys?.pk?.S ?? '' }));
}
