// A function as Lambda runs it: a process for each event that is being worked on, kept for the next one, replaced when it
// has died.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FunctionSpec, RuntimeFailure, type Sandbox, startSandbox } from './process.ts';

export { type FunctionSpec, RuntimeFailure };

export type Figures = {
  invocations: number;
  /** Process start to first answer, ms, one for each process that gave one. */
  cold: readonly number[];
  /** Event to answer of all further ones, ms. */
  warm: readonly number[];
  /** The most memory a process had resident, MB; 0 where the system doesn't say. */
  peakMb: number;
};

export type Runtime = {
  /** The handler's answer. Throws `RuntimeFailure`, with what Lambda would report. */
  invoke: (event: unknown) => Promise<unknown>;
  /** Ids of the processes that are alive, for whoever wants to kill them. */
  pids: () => number[];
  figures: () => Figures;
  /** Kills what is running; whoever waits for an answer gets a failure. */
  stop: () => Promise<void>;
};

export type RuntimeOptions = {
  /** Processes at a time; further events wait. */
  concurrency?: number;
  /** Gets each line that a process writes. */
  log?: (line: string) => void;
};

const CONCURRENCY = 10;

/** Processes start with the first events, not before. */
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
  /** The one that was used last is taken first, so that no more than needed stay warm. */
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
      const answer = await sandbox.invoke(event);
      (kept ? warm : cold).push(performance.now() - started);
      return answer;
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
 * A copy of the code, below a package.json that says nothing: Lambda finds none above /var/task, and the one of this
 * repository would make modules of what are scripts there.
 */
function unpack(code: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-task-'));
  writeFileSync(join(directory, 'package.json'), '{}');
  cpSync(code, taskIn(directory), { recursive: true });
  return directory;
}

const taskIn = (directory: string): string => join(directory, 'task');
