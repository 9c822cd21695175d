// Checks how images of the table's stream become items, also those of DynamoDB Local, which lack empty maps.
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { newImage } from '../../../lib/workers/stream-record.ts';

const recordOf = (NewImage: unknown) => ({ eventName: 'INSERT', dynamodb: { NewImage } }) as DynamoDBRecord;
const ITEM = {
  pk: 'P',
  sk: 'S',
  type: 'thing',
  empty: {},
  nested: { empty: {}, list: [{}, null, [], ['', 0, false, { deep: {} }]] },
  text: '',
  bytes: new Uint8Array(),
  tags: new Set(['a']),
};
const image = marshall(ITEM);

/** The image as DynamoDB Local writes it: `{}` where an empty map is. */
function withoutEmptyMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyMaps);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === 'M' && Object.keys(entries[0][1]).length === 0) return {};
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutEmptyMaps(each)]));
}

describe('newImage', () => {
  test('returns the item of an image as DynamoDB writes it', () => {
    expect(newImage(recordOf(image), 'thing')).toEqual(ITEM);
  });

  test('returns the same item when the image lacks the M of each empty map, at the top and nested', () => {
    const local = withoutEmptyMaps(image) as Record<string, unknown>;
    expect(local).toMatchObject({ empty: {}, nested: { M: { empty: {} } } });
    expect(newImage(recordOf(local), 'thing')).toEqual(ITEM);
  });

  test('returns an empty map for a value whose only member is undefined, as the SDK may parse one', () => {
    expect(newImage(recordOf({ type: { S: 'thing' }, empty: { M: undefined } }), 'thing')).toEqual({
      type: 'thing',
      empty: {},
    });
  });

  test('returns undefined for another type and for a deletion', () => {
    expect(newImage(recordOf(image), 'other')).toBeUndefined();
    expect(newImage(recordOf(undefined), 'thing')).toBeUndefined();
  });
});
