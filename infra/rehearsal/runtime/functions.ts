// All functions of the stack, each in a runtime of its own; and what is noted of them.
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
  /** Processes that were started. */
  starts: number;
  /** The most memory one of them had, MB; 0 where the system doesn't say. */
  peakMb: number;
  /** What the role allows, and what of it was used: `action resource`. */
  granted: string[];
  used: string[];
};
export type Functions = {
  invoke: Invoke;
  /** The last event that each function answered, for those who want to ask again. */
  samples: () => ReadonlyMap<string, unknown>;
  report: (used: (name: string) => ReadonlySet<string>) => FunctionReport[];
  stop: () => Promise<void>;
};

/** Writing the log is the runtime's business, not that of the code. */
const LOG = 'logs:';

/** `log` gets every line that a function writes. */
export function startFunctions(
  specs: readonly DeployedFunction[],
  findings: Findings,
  log: (name: string, line: string) => void,
): Functions {
  const runtimes = new Map<string, Runtime>();
  const samples = new Map<string, unknown>();
  let stopping = false;
  for (const spec of specs) {
    const heard = (line: string): void => {
      const complaint = complaintIn(line);
      if (complaint) findings.add('log', spec.name, complaint);
      log(spec.name, line);
    };
    runtimes.set(spec.name, startRuntime(spec, { log: heard }));
  }

  return {
    invoke: async (name, event) => {
      try {
        const answer = await (runtimes.get(name) as Runtime).invoke(event);
        samples.set(name, event);
        return answer;
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

/** What a line of the log says, if it is one of those that somebody should look at. */
function complaintIn(line: string): string | undefined {
  try {
    const { level, event, message, reason, code } = JSON.parse(line);
    if (String(level).toLowerCase() !== 'error') return undefined;
    return [event ?? message, code, reason].filter(Boolean).join(': ');
  } catch {
    return undefined; // not a line of ours
  }
}
