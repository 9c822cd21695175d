// Whatever a section starts is stopped again: when it ends, when it throws, and when the benchmark itself is stopped.
type Running = { stop: () => unknown; pid?: number | undefined };
/** Takes charge of something that runs and hands it back. */
export type Own = <T extends Running>(running: T) => T;

const pids = new Set<number>();
process.once('exit', () => {
  for (const pid of pids) kill(pid);
});

/** Runs `use` and stops what it owned, the last one first. */
export async function scoped<T>(use: (own: Own) => Promise<T>): Promise<T> {
  const owned: Running[] = [];
  try {
    return await use((running) => {
      owned.push(running);
      if (running.pid !== undefined) pids.add(running.pid);
      return running;
    });
  } finally {
    for (const { stop, pid } of owned.reverse()) {
      await stop();
      if (pid !== undefined) pids.delete(pid);
    }
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // it is gone already
  }
}
