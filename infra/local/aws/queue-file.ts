// A queue's file: small, written whole, beside the other data.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../user-error.ts';
import type { QueueMessage } from './queue.ts';

export type Stored = { waiting: QueueMessage[]; dead: QueueMessage[] };
export type Store = {
  read: () => Promise<Stored>;
  /** Resolves when a write that began after the call has ended. */
  write: (now: () => Stored) => Promise<void>;
  settled: () => Promise<void>;
};

const fileOf = (directory: string, name: string): string => join(directory, `${name}.json`);

/** For a new table: what was queued about another one means nothing. */
export async function forgetQueue(directory: string | undefined, name: string): Promise<void> {
  if (directory !== undefined) await rm(fileOf(directory, name), { force: true });
}

/** Without a directory nothing is kept. */
export function storeOf(directory: string | undefined, name: string): Store {
  if (directory === undefined) {
    return { read: async () => ({ waiting: [], dead: [] }), write: async () => {}, settled: async () => {} };
  }
  const file = fileOf(directory, name);
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  return {
    read: async () => {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw new UserError(`cannot read ${file}: ${error.code}`);
      });
      try {
        return text === undefined ? { waiting: [], dead: [] } : JSON.parse(text);
      } catch {
        throw new UserError(`${file} is damaged: remove it to begin with an empty queue`);
      }
    },
    write: (now) => {
      // While one write is under way all later changes wait for the same next one.
      next ??= writing
        .catch(() => {})
        .then(async () => {
          next = undefined;
          // Codes and tokens on their way: nobody else's to read.
          await writeFile(`${file}.new`, JSON.stringify(now()), { mode: 0o600 });
          await rename(`${file}.new`, file);
        });
      writing = next;
      return next;
    },
    settled: () => writing.catch(() => {}),
  };
}
