// Runs the process of a DynamoDB engine: starts it, waits until it responds, and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { UserError } from '../../../user-error.ts';
import { get } from '../ports.ts';

/** `pid` is that of a process of this engine alone. `died` resolves, to how, if it ends before `stop`. */
export type Engine = { endpoint: string; pid: number | undefined; died?: Promise<string>; stop: () => Promise<void> };
export type Program = { command: string; args: readonly string[]; cwd?: string; readyWithinMs: number };

const POLL_MS = 5;

/**
 * Becomes the program, and leaves a child behind that kills it once file 3 ends without a line: when the process that
 * holds the other end is gone, also after `kill -9`. Both have the program's process id from the first instruction on.
 * Windows needs no guard: libuv puts children into a job object that ends with its process.
 */
const GUARD = '(read -r _ <&3 || kill -9 $$) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

/**
 * Starts the program, which must listen on `port`. It never outlives this process. Throws `UserError`, with its last
 * words, if it does not start.
 */
export async function startProcess(program: Program, port: number): Promise<Engine> {
  const child = process.platform === 'win32' ? unguarded(program) : guarded(program);
  return startChild(child, port, program.readyWithinMs);
}

/** Waits until the child responds on `port`. Throws `UserError`, with its last words, if it does not. */
export async function startChild(child: ChildProcess, port: number, readyWithinMs: number): Promise<Engine> {
  const endpoint = `http://127.0.0.1:${port}`;
  await ready(child, endpoint, readyWithinMs);
  const { promise: died, resolve } = Promise.withResolvers<string>();
  const onExit = (code: number | null, signal: string | null): void => resolve(signal ?? `exit code ${code}`);
  child.once('exit', onExit);
  const stopAll = (): Promise<void> => {
    child.off('exit', onExit);
    return stop(child);
  };
  return { endpoint, pid: child.pid, died, stop: stopAll };
}

const unguarded = ({ command, args, cwd }: Program): ChildProcess =>
  spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });

function guarded({ command, args, cwd }: Program): ChildProcess {
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', command, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const guard = child.stdio[3] as Writable;
  guard.on('error', () => {}); // It may be gone already.
  // The line tells the guard to leave the process id alone: it may belong to another process soon.
  child.once('exit', () => guard.end('\n', () => guard.destroy()));
  return child;
}

async function ready(child: ChildProcess, endpoint: string, withinMs: number): Promise<void> {
  let output = '';
  let hasExited = false;
  child.stderr?.on('data', (data) => {
    output = (output + data).slice(-400);
  });
  child.once('error', (error) => {
    output = error.message;
    hasExited = true;
  });
  child.once('exit', () => {
    hasExited = true;
  });
  for (const started = Date.now(); Date.now() - started < withinMs; ) {
    if (await responds(endpoint)) return;
    if (hasExited) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill('SIGKILL');
  throw new UserError(`the DynamoDB engine did not start: ${output.trim().split('\n').at(-1) || 'no response'}`);
}

/** Whether something responds over HTTP. Not an API call, for which an engine may require a signature. */
export function responds(endpoint: string): Promise<boolean> {
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
