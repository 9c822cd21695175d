// Starts the embedded DynamoDB, a child process that speaks the real protocol, in memory or on a file.
// AWS_ENDPOINT_URL_DYNAMODB selects another engine instead.
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';
import { freePort, get } from './ports.ts';

export type Engine = { endpoint: string; pid: number | undefined; stop: () => Promise<void> };

const READY_WITHIN_MS = 10_000;
const POLL_MS = 5;

/** Starts the engine, or uses `endpoint`. Throws `UserError` if there is none for this machine or it does not start. */
export async function startEngine(
  directory: string | undefined,
  endpoint: string | undefined,
  port?: number,
): Promise<Engine> {
  if (endpoint) {
    if (!(await responds(endpoint))) throw new UserError(`no DynamoDB engine responds at ${endpoint}`);
    return { endpoint, pid: undefined, stop: async () => {} };
  }
  const at = port ?? (await freePort());
  const file = directory === undefined ? [] : ['--db-path', join(directory, 'table.db')];
  const child = spawn(binary(), ['serve', '--port', String(at), ...file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const local = `http://127.0.0.1:${at}`;
  await ready(child, local);
  return { endpoint: local, pid: child.pid, stop: () => stop(child) };
}

/** Returns the path of the engine's program. Throws `UserError` if there is none for this machine. */
export function binary(): string {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    throw new UserError(
      `there is no embedded DynamoDB engine for ${process.platform}-${process.arch}. Start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its address.`,
    );
  }
}

async function ready(child: ChildProcess, endpoint: string): Promise<void> {
  let output = '';
  let hasExited = false;
  child.stderr?.on('data', (data) => {
    output = (output + data).slice(-400);
  });
  child.once('error', () => {
    hasExited = true;
  });
  child.once('exit', () => {
    hasExited = true;
  });
  for (const started = Date.now(); Date.now() - started < READY_WITHIN_MS; ) {
    if (await responds(endpoint)) return;
    if (hasExited) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill('SIGKILL');
  throw new UserError(`the DynamoDB engine did not start: ${output.trim().split('\n').at(-1) || 'no response'}`);
}

/** Whether something responds over HTTP. Not an API call, for which an engine may require a signature. */
function responds(endpoint: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = get(endpoint, { agent: false, timeout: 1000 }, (response) => {
    response.resume();
    resolve(true);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(false));
  return promise;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 2000);
  await exited;
  clearTimeout(timer);
}
