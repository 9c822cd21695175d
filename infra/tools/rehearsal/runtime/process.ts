// Runs one execution environment: a process with the function's code and environment, and the Runtime API that it
// polls.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { arn, REGION } from '../../local/aws/account.ts';
import { close, createServer, listen } from '../../local/ports.ts';

export type FunctionSpec = {
  name: string;
  /** The directory of the deployment package. */
  directory: string;
  /** `file.export`. */
  handler: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
};

/**
 * `init`: the code does not load. `crash`: the process died. `error`: the handler threw. `timeout`: it took too long.
 */
export type FailureKind = 'init' | 'crash' | 'error' | 'timeout';

/** What Lambda reports instead of a result. */
export class RuntimeFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export type Sandbox = {
  pid: () => number | undefined;
  alive: () => boolean;
  /** One call at a time. Throws `RuntimeFailure`; the process is gone unless its kind is `error`. */
  invoke: (event: unknown) => Promise<unknown>;
  /** The most resident memory so far, in MB; 0 if the system does not report it. */
  peakMb: () => number;
  stop: () => Promise<void>;
};

type Deferred<T> = ReturnType<typeof Promise.withResolvers<T>>;
type Invocation = { id: string; event: unknown; deadline: number; result: Deferred<unknown> };
type Reported = { errorType?: string; errorMessage?: string; trace?: string[] };

const BOOTSTRAP = fileURLToPath(new URL('bootstrap.cjs', import.meta.url));
/** The limit for code outside of handlers (AWS Lambda developer guide, "Lambda execution environment lifecycle"). */
const INIT_TIMEOUT_MS = 10_000;
/** The fractions of the memory that Lambda's own start script gives to the old generation and to a semi-space. */
const OLD_SPACE = 0.9;
const SEMI_SPACE = 0.05;

/** Starts the process. `directory` has a copy of the code. */
export async function startSandbox(
  spec: FunctionSpec,
  directory: string,
  log: (line: string) => void,
): Promise<Sandbox> {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {}); // `invoke` rejects with it
  const gone = Promise.withResolvers<void>();
  let current: Invocation | undefined;
  let polling: ServerResponse | undefined;
  let peak = 0;
  let dead = false;

  const deliver = (): void => {
    if (!current || !polling) return;
    polling.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': current.id,
      'lambda-runtime-deadline-ms': String(current.deadline),
      'lambda-runtime-invoked-function-arn': arn('lambda', `function:${spec.name}`),
      'lambda-runtime-trace-id': `Root=1-${current.id.slice(0, 8)}-${current.id.replaceAll('-', '').slice(8)};Sampled=0`,
    });
    polling.end(JSON.stringify(current.event));
    polling = undefined;
  };
  const settle = (id: string, end: (result: Deferred<unknown>) => void): void => {
    if (current?.id !== id) return;
    const { result } = current;
    current = undefined;
    peak = Math.max(peak, residentPeakMb(child.pid));
    end(result);
  };
  /** Fails the current invocation and kills the process. */
  const fail = (kind: FailureKind, message: string): void => {
    const failure = new RuntimeFailure(kind, message);
    if (current) settle(current.id, ({ reject }) => reject(failure));
    ready.reject(failure);
    dead = true;
    child.kill('SIGKILL');
  };

  const server = createServer(async (request, response) => {
    const [, kind, id = '', end = ''] =
      /^\/2018-06-01\/runtime\/(invocation|init)\/([^/]+)(?:\/(\w+))?$/.exec(request.url ?? '') ?? [];
    if (kind === 'invocation' && id === 'next') {
      polling = response;
      ready.resolve();
      return deliver();
    }
    const body = await textOf(request);
    response.writeHead(202).end();
    if (kind === 'init') return fail('init', describeReport(body));
    if (end === 'response') return settle(id, ({ resolve }) => resolve(JSON.parse(body)));
    if (end === 'error') settle(id, ({ reject }) => reject(new RuntimeFailure('error', describeReport(body))));
  });
  const port = await listen(server, 0);
  const child = startProcess(spec, directory, `127.0.0.1:${port}`, log);
  const end = (): Promise<void> => close(server).then(gone.resolve);
  child.once('error', (error) => {
    fail('init', error.message);
    if (child.pid === undefined) end();
  });
  child.once('exit', (code, signal) => {
    fail('crash', `the process ended with ${signal ?? `exit code ${code}`}`);
    end();
  });

  const within = async <T>(ms: number, what: Promise<T>, kind: FailureKind, message: string): Promise<T> => {
    const timer = setTimeout(() => fail(kind, message), ms);
    return what.finally(() => clearTimeout(timer));
  };
  const limit = spec.timeoutSeconds * 1000;
  return {
    pid: () => child.pid,
    alive: () => !dead,
    invoke: async (event) => {
      await within(INIT_TIMEOUT_MS, ready.promise, 'init', `not ready after ${INIT_TIMEOUT_MS} ms`);
      if (dead) throw new RuntimeFailure('crash', 'the process had ended');
      const result = Promise.withResolvers<unknown>();
      current = { id: randomUUID(), event, deadline: Date.now() + limit, result };
      deliver();
      return within(limit, result.promise, 'timeout', `no result after ${spec.timeoutSeconds} s`);
    },
    peakMb: () => peak,
    stop: () => {
      fail('crash', 'it was stopped');
      return gone.promise;
    },
  };
}

function startProcess(spec: FunctionSpec, directory: string, api: string, log: (line: string) => void): ChildProcess {
  const fraction = (part: number): number => Math.max(1, Math.floor(spec.memoryMb * part));
  const flags = [`--max-old-space-size=${fraction(OLD_SPACE)}`, `--max-semi-space-size=${fraction(SEMI_SPACE)}`];
  const child = spawn(process.execPath, ['--expose-gc', ...flags, BOOTSTRAP], {
    cwd: directory,
    env: { ...environmentOf(spec, directory, api), ...spec.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', log);
  }
  return child;
}

/** The variables that Lambda sets (AWS Lambda developer guide, "Defined runtime environment variables"). */
const environmentOf = ({ name, handler, memoryMb }: FunctionSpec, directory: string, api: string) => ({
  _HANDLER: handler,
  LAMBDA_TASK_ROOT: directory,
  AWS_LAMBDA_RUNTIME_API: api,
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: `local/[$LATEST]${randomUUID().replaceAll('-', '')}`,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  // The IAM proxy reads the caller from the signature, so every function has its own id.
  AWS_ACCESS_KEY_ID: name,
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'local',
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  PATH: '/usr/local/bin:/usr/bin:/bin',
});

/** The peak resident memory of a live process, which Linux reports. */
function residentPeakMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function describeReport(body: string): string {
  const { errorType, errorMessage, trace }: Reported = JSON.parse(body);
  const at = trace?.find((line) => line.trim().startsWith('at '))?.trim();
  return `${errorType}: ${errorMessage}${at ? ` (${at})` : ''}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
