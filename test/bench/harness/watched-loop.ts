// Asks a process that loads loop-watch.ts what its event loop did.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoopReport } from './loop-watch.ts';

/** `flags` are for Node, to watch a process. `read` returns what happened since it was called the last time. */
export type WatchedLoop = { flags: string[]; read: (pid: number) => Promise<LoopReport>; stop: () => void };

export function watchLoop(): WatchedLoop {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-loop-'));
  const file = join(folder, 'report.json');
  const script = new URL('loop-watch.ts', import.meta.url);
  script.searchParams.set('file', file);
  return {
    flags: ['--import', script.href],
    read: async (pid) => {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
      return JSON.parse(readFileSync(file, 'utf8')) as LoopReport;
    },
    stop: () => rmSync(folder, { recursive: true }),
  };
}
