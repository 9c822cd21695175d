// The process of the oracle's PostgreSQL (PGlite): runs each statement that arrives and sends its rows or its error.
import { PGlite } from '@electric-sql/pglite';

/** One statement. `values`: those of its placeholders; without them, `sql` may hold several statements. */
export type Request = { id: number; sql: string; values?: unknown[] };
export type Reply = { id: number; rows: Record<string, unknown>[] } | { id: number; error: string };

const engine = await PGlite.create();

process.on('message', async ({ id, sql, values }: Request) => {
  const reply = await run(sql, values).then(
    (rows): Reply => ({ id, rows }),
    (error: Error): Reply => ({ id, error: error.message }),
  );
  process.send!(reply);
});
process.on('disconnect', () => process.exit(0));
process.send!({ id: 0, rows: [] } satisfies Reply);

async function run(sql: string, values: unknown[] | undefined): Promise<Record<string, unknown>[]> {
  if (values) return (await engine.query<Record<string, unknown>>(sql, values)).rows;
  await engine.exec(sql);
  return [];
}
