// Tests the engine of the drill: a page of a scan finds its place by an index, and none sorts the table.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { CreateTableCommand, DynamoDBClient, PutItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { binary } from '../../infra/tools/local/engines/embedded.ts';
import { startDrillEngine } from '../../infra/tools/rehearsal/drill/engine.ts';

const program = binary();
const here = program ? describe : describe.skip;
/** Of the engine's statement for a page. */
const PARTS = ['(hash_prefix, pk, sk) > ((SELECT hash_prefix FROM "', ' ORDER BY hash_prefix ASC, pk ASC, sk ASC'];
const PAGE = `SELECT item_json FROM "drill"
  WHERE (hash_prefix, pk, sk) > ((SELECT hash_prefix FROM "drill" WHERE pk = ? AND sk = ?), ?, ?)
  ORDER BY hash_prefix ASC, pk ASC, sk ASC LIMIT ?`;

/** The file that the process has open, by its name. */
const fileOf = (pid: number | undefined): string =>
  readdirSync(`/proc/${pid}/fd`)
    .map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
    .find((name) => name.endsWith('table.db')) as string;

here('the embedded engine of the drill (skipped where the machine has none)', () => {
  test('still has the statement for which the index of scans is', () => {
    for (const part of PARTS) expect(readFileSync(program as string).includes(part)).toBe(true);
  });

  test('reads a page of a scan by the index, and every item once', async () => {
    const engine = await startDrillEngine();
    const client = new DynamoDBClient({
      endpoint: engine.endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    try {
      await client.send(
        new CreateTableCommand({
          TableName: 'drill',
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          AttributeDefinitions: [
            { AttributeName: 'pk', AttributeType: 'S' },
            { AttributeName: 'sk', AttributeType: 'S' },
          ],
        }),
      );
      engine.indexScans();
      engine.indexScans();
      const database = new DatabaseSync(fileOf(engine.pid), { readOnly: true });
      const plan = database
        .prepare(`EXPLAIN QUERY PLAN ${PAGE}`)
        .all()
        .map(({ detail }) => String(detail));
      database.close();
      expect(plan[0]).toMatch('USING INDEX drill::scan ((hash_prefix,pk,sk)>(?,?,?))');
      expect(plan.join()).not.toMatch('TEMP B-TREE');
      const places = Array.from({ length: 40 }, (_, at) => ({ pk: { S: `p${at % 7}` }, sk: { S: `s${at}` } }));
      for (const Item of places) await client.send(new PutItemCommand({ TableName: 'drill', Item }));
      const found: unknown[] = [];
      for await (const { Items } of paginateScan({ client }, { TableName: 'drill', Limit: 3 }))
        found.push(...(Items ?? []));
      expect(found).toHaveLength(40);
      expect(found).toEqual(expect.arrayContaining(places));
    } finally {
      client.destroy();
      await engine.stop();
    }
  });
});
