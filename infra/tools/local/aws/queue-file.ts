// Keeps a queue in one small file beside the other data, rewritten as a whole.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../user-error.ts';

export type QueueMessage = { id: string; body: string; sentAt: string; receives: number };
export type Stored = { waiting: QueueMessage[]; dead: QueueMessage[] };
export type Store = {
  read: () => Promise<Stored>;
  /** Resolves when a write that began after the call has finished. */
  write: (now: () => Stored) => Promise<void>;
  settled: () => Promise<void>;
};

const fileOf = (directory: string, name: string): string => join(directory, `${name}.json`);

/** Removes the file. Call it for a new table: messages about another table mean nothing. */
export async function forgetQueue(directory: string | undefined, name: string): Promise<void> {
  if (directory !== undefined) await rm(fileOf(directory, name), { force: true });
}

function storedIn(text: string): Stored | undefined {
  const isMessage = (each: QueueMessage | null): boolean =>
    typeof each?.id === 'string' && typeof each.body === 'string' && Number.isInteger(each.receives);
  try {
    const { waiting, dead } = JSON.parse(text) as Stored;
    return [waiting, dead].every((all) => all.every(isMessage)) ? { waiting, dead } : undefined;
  } catch {
    return undefined;
  }
}

/** Without a directory, nothing is stored. */
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
      if (text === undefined) return { waiting: [], dead: [] };
      const stored = storedIn(text);
      if (!stored) throw new UserError(`${file} is damaged. Remove it to start with an empty queue.`);
      return stored;
    },
    write: (now) => {
      // While one write is in progress, all later changes share the next one.
      next ??= writing
        .catch(() => {})
        .then(async () => {
          next = undefined;
          // Queued messages contain codes and tokens, so only the owner may read the file.
          await writeFile(`${file}.new`, JSON.stringify(now()), { mode: 0o600 });
          await rename(`${file}.new`, file);
        });
      writing = next;
      return next;
    },
    settled: () => writing.catch(() => {}),
  };
}
