// Starts the embedded engine, dynoxide: a program of 7 MB that stores everything in one SQLite file.
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startProcess } from './process.ts';
import { addStreamIndex } from './stream-index.ts';
import { checkTable, tableFile } from './table-file.ts';

const READY_WITHIN_MS = 10_000;
/** A file system in memory. Containers often have one of 64 MB, which a few hundred users would fill. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 30;

/** Returns the path of the engine's program, or `undefined` if there is none for this machine. */
export function binary(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    return undefined;
  }
}

/**
 * Starts the engine on a file in `directory`, or else on one that has no name any more when this returns: it takes no
 * space once the engine has ended, also after a kill. The engine opens its file once, with one connection.
 */
export async function startEmbedded(command: string, directory: string | undefined, port: number): Promise<Engine> {
  if (directory !== undefined) checkTable(directory);
  const own = directory ?? (await mkdtemp(join(await volatile(), 'gatehouse-')));
  try {
    const file = tableFile(own);
    const args = ['serve', '--port', String(port), '--db-path', file];
    const engine = await startProcess({ command, args, readyWithinMs: READY_WITHIN_MS }, port);
    try {
      addStreamIndex(file);
    } catch (error) {
      await engine.stop();
      throw error;
    }
    return engine;
  } finally {
    if (directory === undefined) await rm(own, { recursive: true, force: true });
  }
}

async function volatile(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room < ROOM_BYTES ? tmpdir() : MEMORY;
}
