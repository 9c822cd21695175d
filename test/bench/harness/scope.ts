// Stops everything that a section started: when the section ends or throws, and when the benchmark itself is stopped.
type Running = { stop: () => unknown; pid?: number | undefined };
/** Registers something that runs, so that it is stopped later, and returns it. */
export type Own = <T extends Running>(running: T) => T;

const pids = new Set<number>();
process.once('exit', () => {
  for (const pid of pids) kill(pid);
});

/** Runs `use` and stops everything it registered, in reverse order. */
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
    // The process has ended already.
  }
}
