// The engine of a drill, whose tables are read from end to end many times.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../local/engine.ts';
import type { Engine } from '../../local/engines/process.ts';
import { openTable, tableFile } from '../../local/engines/table-file.ts';

export type DrillEngine = Engine & {
  /** Adds what a scan needs to each table that there is. */
  indexScans: () => void;
};

/** A file system in memory, where there is one. */
const MEMORY = '/dev/shm';

/**
 * Starts an engine on a file that has a name until it stops. The embedded engine returns the items of a scan by `hash_prefix`, and has
 * no index for it: each page sorts the whole table, an hour for 700 000 items. Other engines need none.
 */
export async function startDrillEngine(): Promise<DrillEngine> {
  const directory = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'gatehouse-drill-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  process.once('exit', remove);
  const engine = await startEngine(directory, undefined);
  return {
    ...engine,
    indexScans: () => {
      if (!existsSync(tableFile(directory))) return;
      const database = openTable(tableFile(directory));
      for (const { name } of database?.prepare('SELECT table_name AS name FROM _tables').all() ?? [])
        database?.exec(`CREATE INDEX IF NOT EXISTS "${name}::scan" ON "${name}" (hash_prefix, pk, sk)`);
      database?.close();
    },
    stop: async () => {
      await engine.stop();
      remove();
    },
  };
}
