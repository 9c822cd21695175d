// One write of a transaction, from our spelling to DynamoDB's.
import { existing, expression } from './expression.ts';
import type { Write } from './table.ts';

/** The write as TransactWriteItems takes it. */
export function transactItem(TableName: string, write: Write) {
  if ('create' in write) {
    return {
      Put: { TableName, Item: write.create, ...expression({ ConditionExpression: 'attribute_not_exists(pk)' }) },
    };
  }
  if ('put' in write) return { Put: { TableName, Item: write.put } };
  if ('replace' in write) {
    const { item, values } = write.replace;
    return { Put: { TableName, Item: item, ...expression({ ConditionExpression: write.replace.if }, values) } };
  }
  if ('update' in write) {
    const { pk, sk, set, values, names } = write.update;
    const clauses = { UpdateExpression: set, ConditionExpression: existing(write.update.if) };
    return { Update: { TableName, Key: { pk, sk }, ...expression(clauses, values, names) } as never };
  }
  if ('remove' in write) {
    const { pk, sk, values } = write.remove;
    return {
      Delete: { TableName, Key: { pk, sk }, ...expression({ ConditionExpression: existing(write.remove.if) }, values) },
    };
  }
  if ('absent' in write) {
    const { pk, sk } = write.absent;
    return {
      ConditionCheck: { TableName, Key: { pk, sk }, ConditionExpression: 'attribute_not_exists(pk)' },
    } as never;
  }
  if ('add' in write) {
    const { pk, sk, type, numbers } = write.add;
    const set = `SET #type = :type ADD ${Object.keys(numbers).map((name) => `#${name} :${name}`)}`;
    return {
      Update: { TableName, Key: { pk, sk }, ...expression({ UpdateExpression: set }, { type, ...numbers }) },
    } as never;
  }
  const { pk, sk, values } = write.check;
  return {
    ConditionCheck: {
      TableName,
      Key: { pk, sk },
      ...expression({ ConditionExpression: existing(write.check.if) }, values),
    } as never,
  };
}
