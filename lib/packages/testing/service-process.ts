// Starts and calls the process of a service.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Calls, Request, Response, Started, StartOptions } from './protocol.ts';

export type ServiceProcess = {
  url: string;
  adminSecretKey: string;
  call: <Name extends keyof Calls>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ) => Promise<Awaited<ReturnType<Calls[Name]>>>;
  stop: () => Promise<void>;
};

/** Beside this file, in the repository and in the package. */
const PROGRAM = fileURLToPath(import.meta.url).endsWith('.ts') ? './child.ts' : './child.js';
/** What the service reads. The shell of a developer has values for deployments and for their own application. */
const NOT_PASSED = /^(AWS_|GATEHOUSE_|ADMIN_SECRET_KEY$|PROXY_SECRET$|NODE_|VITEST|JEST)/;
const PASSED = ['GATEHOUSE_ENGINE', 'NODE_EXTRA_CA_CERTS'];

/** The SDK of AWS warns in Node 20. */
const QUIET = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };

/** Starts a process with this environment. It ends with the current process, and does not keep that one alive. */
export async function startProcess(
  settings: Readonly<Record<string, string>>,
  options: StartOptions,
): Promise<ServiceProcess> {
  const child = fork(new URL(PROGRAM, import.meta.url), {
    env: { ...ownEnvironment(), ...QUIET, ...settings },
    // Node 22 warns that its SQLite is experimental.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.send(options);
  const started = await firstMessage(child);
  if ('error' in started) {
    child.kill('SIGKILL');
    throw new Error(`Gatehouse did not start: ${started.error}`);
  }

  const settle = (): void => {
    if (pending.size === 0) child.channel?.unref();
  };
  child.on('message', ({ id, value, error }: Response) => {
    const call = pending.get(id);
    pending.delete(id);
    settle();
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const call of pending.values()) call.reject(new Error('the process of Gatehouse has ended'));
    pending.clear();
  });
  child.unref();
  settle();

  let lastId = 0;
  return {
    ...started,
    call: (name, ...args) => {
      if (!child.connected) return Promise.reject(new Error('Gatehouse was stopped'));
      const id = ++lastId;
      const call = resolvers<unknown>();
      pending.set(id, call);
      child.channel?.ref();
      child.send({ id, name, args } satisfies Request);
      return call.promise as Promise<never>;
    },
    stop: () => {
      child.ref();
      if (child.connected) child.disconnect();
      return exited;
    },
  };
}

function firstMessage(child: ChildProcess): Promise<Started> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Started));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Gatehouse did not start: its process ended with ${code}`)));
  });
}

function ownEnvironment(): Record<string, string | undefined> {
  const passed = Object.entries(process.env).filter(([name]) => PASSED.includes(name) || !NOT_PASSED.test(name));
  return Object.fromEntries(passed);
}

/** As `Promise.withResolvers`, which Node 20 lacks. */
function resolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}
