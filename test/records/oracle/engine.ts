// PostgreSQL for the oracle: PGlite in a process of its own.
// V8 of Node 24 may abort the process while it compiles WebAssembly on several threads (nodejs/node#64500). One thread
// avoids that, and Jest's worker keeps its threads.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Reply, Request } from './engine-child.ts';

export type Engine = {
  /** Returns the rows of a statement. Throws what PostgreSQL refuses. Without `values`, `sql` may hold several. */
  run: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  stop: () => Promise<void>;
};

/** Starts an empty database. Throws if the process ends before it is ready. */
export async function startEngine(): Promise<Engine> {
  const child = fork(join(import.meta.dirname, 'engine-child.ts'), {
    execArgv: ['--single-threaded'],
    serialization: 'advanced',
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  const wait = (id: number) => new Promise<Reply>((resolve) => waiting.set(id, resolve));
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      for (const [id, resolveReply] of waiting) resolveReply({ id, error: `its process ended: ${signal ?? code}` });
      resolve();
    });
  });
  const rowsOf = (reply: Reply) => {
    if ('error' in reply) throw new Error(reply.error);
    return reply.rows;
  };

  let last = 0;
  rowsOf(await wait(last));
  return {
    run: async (sql, values) => {
      last += 1;
      const reply = wait(last);
      child.send({ id: last, sql, values } satisfies Request);
      return rowsOf(await reply);
    },
    stop: () => {
      child.disconnect();
      return ended;
    },
  };
}
