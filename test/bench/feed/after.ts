// Checks after a run of the change feed that every sign-up was counted, listed, found and recorded exactly once.
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { verify } from '../../../infra/tools/audit/verify.ts';
import { exportOf } from '../../../lib/domain/audit-log/chain-pages.ts';
import { blocks, nextSeq } from '../../../lib/store/audit/audit-log.ts';
import { AUDIT_SHARDS, INDEXES, termRanges } from '../../../lib/store/keys.ts';
import { recount, withStore } from '../harness/recount.ts';
import { TABLE } from '../harness/table.ts';

/** Each sign-up makes an entry of the audit log for the account, and one for its session. */
const ENTRIES = 2;

/** Returns what is wrong with a table in which `users` have signed up. `events`: how often each was on the bus. */
export async function wrongAfter(
  endpoint: string,
  users: number,
  expected: ReadonlySet<string>,
  events: ReadonlyMap<string, number>,
): Promise<string[]> {
  const wrong: string[] = [];
  const same = (what: string, found: unknown, wanted: unknown) => {
    if (String(found) !== String(wanted)) wrong.push(`${what}: ${found}, not ${wanted}`);
  };
  const { counted, listed } = await recount(endpoint);
  same('counted users', counted, [0, users, 0, 0]);
  same('listed users', listed, [0, users, 0, 0]);
  same('users whom a search finds', await termsIn(endpoint), users);
  same('events', events.size, expected.size);
  same('events of no sign-up', [...events.keys()].filter((id) => !expected.has(id)).length, 0);
  same('events that were sent twice', [...events.values()].filter((times) => times > 1).length, 0);
  const { links, entries, findings } = await withStore(endpoint, () => verify(auditLines()));
  same('links of the audit log', links, ENTRIES * users);
  same('entries of the audit log', entries, ENTRIES * users);
  same('findings of audit:verify', findings.length, 0);
  return wrong;
}

/** Yields the audit log as the API exports it. */
async function* auditLines(): AsyncGenerator<string> {
  for (let shard = 0; shard < AUDIT_SHARDS; shard++) {
    for (let from = 0, more = true; more; ) {
      const page = await blocks(shard, { from, limit: 20 });
      for (const block of page.items) {
        for (const line of await exportOf(block)) yield JSON.stringify(line);
        from = nextSeq(block);
      }
      more = page.more;
    }
  }
}

/** Returns the number of addresses in the index of search terms. */
async function termsIn(endpoint: string): Promise<number> {
  const client = new DynamoDBClient({ endpoint });
  let count = 0;
  for (const { index, pk } of termRanges(undefined, '')) {
    const name = INDEXES.find((each) => each.name === index)?.pk;
    let from: Record<string, never> | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: TABLE,
          IndexName: index,
          Select: 'COUNT',
          KeyConditionExpression: `${name} = :pk`,
          ExpressionAttributeValues: { ':pk': { S: pk } },
          ExclusiveStartKey: from,
        }),
      );
      count += page.Count ?? 0;
      from = page.LastEvaluatedKey as Record<string, never> | undefined;
    } while (from);
  }
  client.destroy();
  return count;
}
