// Records of the table's stream.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './table.ts';

/** The item as it is after the change, if it is of this type. */
export function newImage<T extends Item>(record: DynamoDBRecord, type: T['type']): T | undefined {
  const image = record.dynamodb?.NewImage as Record<string, AttributeValue> | undefined;
  return image?.type?.S === type ? (unmarshall(image) as T) : undefined;
}
