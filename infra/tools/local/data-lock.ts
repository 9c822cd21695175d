// Reserves a data directory for one process. Two would publish every event twice and replace each other's queues.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../user-error.ts';

/** SQLite's result code for a file that another connection has locked (sqlite.org/rescode.html). */
const BUSY = 5;
/** SQLite's result code for a file that is no database. */
const NOT_A_DATABASE = 26;

/**
 * Locks the directory until `stop`, or until this process ends in any way. Throws `UserError`, with the process id of the
 * owner, if it is locked. Exactly one of many callers at once succeeds.
 *
 * The lock is the system's own lock on a file, taken by SQLite. A file with a process id would outlive a kill, and the id
 * could belong to another process by then. Here the id is only for the message.
 */
export function lockDirectory(directory: string): { stop: () => Promise<void> } {
  // Not an import: Node 20, which starts services without a directory, has no SQLite.
  const sqlite = process.getBuiltinModule('node:sqlite');
  if (!sqlite) throw new UserError('a data directory needs Node 22.13 or later');
  const database = new sqlite.DatabaseSync(join(directory, 'lock.db'), { timeout: 0 });
  const owner = join(directory, 'lock.pid');
  try {
    // Without a journal file, which the lock itself would leave behind after a kill.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === NOT_A_DATABASE) throw new UserError(`${join(directory, 'lock.db')} is damaged. Remove it.`);
    if (errcode !== BUSY) throw error;
    throw new UserError(
      `the data in ${directory} is in use by ${processIn(owner)}. Stop it, or set GATEHOUSE_DATA to another directory or to memory.`,
    );
  }
  writeFileSync(owner, String(process.pid));
  return { stop: async () => database.close() };
}

function processIn(file: string): string {
  try {
    const pid = /^\d+$/.exec(readFileSync(file, 'utf8'));
    return pid ? `process ${pid}` : 'another process';
  } catch {
    return 'another process';
  }
}
