// Reads counters together with a recount of the entries that they count.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { close } from '../../../lib/store/dynamo/client.ts';
import { INDEXES, type StatusBucket, type Subject, type UserList, userListRanges } from '../../../lib/store/keys.ts';
import { bucketCounter, totals } from '../../../lib/store/people/directory.ts';
import { rootSettings } from '../../support/roots.ts';
import { TABLE } from './table.ts';

const BUCKETS: StatusBucket[] = [0, 1, 2, 3];
export type Recount = { counted: number[]; listed: number[] };

/** Returns the number of users or role members by status bucket, from the counters and from the entries of the list. */
export async function recount(endpoint: string, list: UserList = {}): Promise<Recount> {
  return withStore(endpoint, async () => {
    const subject: Subject = list.roleName === undefined ? 'USERS' : `MEMBERS#${list.roleName}`;
    const [sums = {}] = await totals(list.tenantId ?? null, [subject]);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
    const listed = await Promise.all(BUCKETS.map((each) => entriesIn(client, list, each)));
    client.destroy();
    return { counted: BUCKETS.map((each) => sums[bucketCounter(each)] ?? 0), listed };
  });
}

/** Runs `use` while the store of this process is connected to the engine at `endpoint`. */
export async function withStore<T>(endpoint: string, use: () => Promise<T>): Promise<T> {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    GATEHOUSE_BASE_URL: 'http://localhost:1',
    GATEHOUSE_TABLE: TABLE,
    ...rootSettings('unused'),
  });
  try {
    return await use();
  } finally {
    close();
    delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
  }
}

async function entriesIn(client: DynamoDBDocumentClient, list: UserList, bucket: StatusBucket): Promise<number> {
  let count = 0;
  for (const { index: IndexName, pk } of userListRanges(list, [bucket])) {
    const name = INDEXES.find(({ name }) => name === IndexName)?.pk;
    let from: QueryCommandOutput['LastEvaluatedKey'];
    do {
      const page: QueryCommandOutput = await client.send(
        new QueryCommand({
          TableName: TABLE,
          IndexName,
          Select: 'COUNT',
          KeyConditionExpression: `${name} = :pk`,
          ExpressionAttributeValues: { ':pk': pk },
          ExclusiveStartKey: from,
        }),
      );
      count += page.Count ?? 0;
      from = page.LastEvaluatedKey;
    } while (from);
  }
  return count;
}
