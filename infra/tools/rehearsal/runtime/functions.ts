// Runs all functions of the stack, each in its own runtime, and records what they did.
import type { Findings } from '../findings.ts';
import { grantsOf, type Statement } from '../iam/policy.ts';
import { type FunctionSpec, type Runtime, RuntimeFailure, startRuntime } from './runtime.ts';

/** A function with its identity, the statements of its role, and the size of its package. */
export type DeployedFunction = FunctionSpec & { arn: string; statements: Statement[]; bundleKb: number };
/** Throws `RuntimeFailure`. */
export type Invoke = (name: string, event: unknown) => Promise<unknown>;
export type FunctionReport = {
  name: string;
  memoryMb: number;
  bundleKb: number;
  invocations: number;
  /** Processes started. */
  starts: number;
  /** The most memory that one process used, in MB; 0 if the system does not report it. */
  peakMb: number;
  /** What the role allows, and what was used, as `action resource`. */
  granted: string[];
  used: string[];
};
export type Functions = {
  invoke: Invoke;
  /** The last event that each function served, to repeat it. */
  samples: () => ReadonlyMap<string, unknown>;
  report: (used: (name: string) => ReadonlySet<string>) => FunctionReport[];
  stop: () => Promise<void>;
};

/** The runtime writes the log, not the code. */
const LOG = 'logs:';

/** `log` receives every line that a function writes. */
export function startFunctions(
  specs: readonly DeployedFunction[],
  findings: Findings,
  log: (name: string, line: string) => void,
): Functions {
  const runtimes = new Map<string, Runtime>();
  const samples = new Map<string, unknown>();
  let stopping = false;
  for (const spec of specs) {
    const onLine = (line: string): void => {
      const reported = errorIn(line);
      if (reported) findings.add('log', spec.name, reported);
      log(spec.name, line);
    };
    runtimes.set(spec.name, startRuntime(spec, { log: onLine }));
  }

  return {
    invoke: async (name, event) => {
      try {
        const reply = await (runtimes.get(name) as Runtime).invoke(event);
        samples.set(name, event);
        return reply;
      } catch (error) {
        if (error instanceof RuntimeFailure && !stopping)
          findings.add('failure', name, `${error.kind}: ${error.message}`);
        throw error;
      }
    },
    samples: () => samples,
    report: (used) =>
      specs.map(({ name, memoryMb, bundleKb, statements }) => {
        const { invocations, cold, peakMb } = (runtimes.get(name) as Runtime).figures();
        if (peakMb > memoryMb) findings.add('memory', name, `${Math.ceil(peakMb)} MB resident of ${memoryMb}`);
        const granted = grantsOf(statements).flatMap(({ key }) => (key.startsWith(LOG) ? [] : [key]));
        return { name, memoryMb, bundleKb, invocations, starts: cold.length, peakMb, granted, used: [...used(name)] };
      }),
    stop: async () => {
      stopping = true;
      await Promise.all([...runtimes.values()].map((each) => each.stop()));
    },
  };
}

/** Returns what a log line at level `error` says; `undefined` for any other line. */
function errorIn(line: string): string | undefined {
  try {
    const { level, event, message, reason, code } = JSON.parse(line);
    if (String(level).toLowerCase() !== 'error') return undefined;
    return [event ?? message, code, reason].filter(Boolean).join(': ');
  } catch {
    return undefined; // not a structured line
  }
}
