// Runs a function as Lambda does: one process per concurrent event, reused for the next event, replaced when it has
// died.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FunctionSpec, RuntimeFailure, type Sandbox, startSandbox } from './process.ts';

export { type FunctionSpec, RuntimeFailure };

export type Figures = {
  invocations: number;
  /** From process start to first result, in ms, one for each process that returned one. */
  cold: readonly number[];
  /** From event to result of all later invocations, in ms. */
  warm: readonly number[];
  /** The most resident memory of a process, in MB; 0 if the system does not report it. */
  peakMb: number;
};

export type Runtime = {
  /** Returns the handler's result. Throws `RuntimeFailure` with what Lambda would report. */
  invoke: (event: unknown) => Promise<unknown>;
  /** Ids of the live processes, for tests that kill them. */
  pids: () => number[];
  figures: () => Figures;
  /** Kills all processes; pending invocations reject. */
  stop: () => Promise<void>;
};

export type RuntimeOptions = {
  /** Concurrent processes; further events wait. */
  concurrency?: number;
  /** Receives each line that a process writes. */
  log?: (line: string) => void;
};

const CONCURRENCY = 10;

/** Processes start with the first events. */
export function startRuntime(spec: FunctionSpec, options: RuntimeOptions = {}): Runtime {
  const { concurrency = CONCURRENCY, log = () => {} } = options;
  const sandboxes = new Set<Sandbox>();
  const idle: Sandbox[] = [];
  const waiting: (() => void)[] = [];
  const [cold, warm]: [number[], number[]] = [[], []];
  let [invocations, busy, peakMb] = [0, 0, 0];
  let directory: string | undefined;
  let stopped = false;

  const start = async (): Promise<Sandbox> => {
    directory ??= unpack(spec.directory);
    const sandbox = await startSandbox(spec, taskIn(directory), log);
    sandboxes.add(sandbox);
    if (stopped) await sandbox.stop();
    return sandbox;
  };
  /** Takes the process used last, so that no more than needed stay warm. */
  const reusable = (): Sandbox | undefined => {
    for (;;) {
      const sandbox = idle.pop();
      if (!sandbox || sandbox.alive()) return sandbox;
      sandboxes.delete(sandbox);
    }
  };
  const work = async (event: unknown): Promise<unknown> => {
    const started = performance.now();
    const kept = reusable();
    const sandbox = kept ?? (await start());
    try {
      const result = await sandbox.invoke(event);
      (kept ? warm : cold).push(performance.now() - started);
      return result;
    } finally {
      peakMb = Math.max(peakMb, sandbox.peakMb());
      if (sandbox.alive()) idle.push(sandbox);
      else sandboxes.delete(sandbox);
    }
  };

  return {
    invoke: async (event) => {
      while (busy >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
      if (stopped) throw new RuntimeFailure('crash', `${spec.name} was stopped`);
      busy++;
      invocations++;
      try {
        return await work(event);
      } finally {
        busy--;
        waiting.shift()?.();
      }
    },
    pids: () => [...sandboxes].filter((each) => each.alive()).flatMap((each) => each.pid() ?? []),
    figures: () => ({ invocations, cold, warm, peakMb }),
    stop: async () => {
      stopped = true;
      await Promise.all([...sandboxes].map((each) => each.stop()));
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the code below an empty package.json. Lambda has none above /var/task, and that of this repository would turn
 * scripts into modules.
 */
function unpack(code: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-task-'));
  writeFileSync(join(directory, 'package.json'), '{}');
  cpSync(code, taskIn(directory), { recursive: true });
  return directory;
}

const taskIn = (directory: string): string => join(directory, 'task');
