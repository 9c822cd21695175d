// Collects what the services of a test file log, at the most verbose level. The lines are kept in files, where
// log-check.ts looks for secrets after a run, and passed to tests that ask for them. Nothing is shown.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from '@jest/globals';
import { LEDGER } from './ledger.ts';

export const LOGS = join(LEDGER, 'logs');
const TESTS = join(import.meta.dirname, '..');
/** Characters that are written at once: ten thousand tests log hundreds of thousands of lines. */
const BUFFER = 64 * 1024;
const LINE = /^\{"(level|_aws)":/;

// biome-ignore lint/suspicious/noExplicitAny: what was logged is what tests look into
export type Line = Record<string, any>;

let file: number | undefined;
let pending = '';
let services = 0;
const listeners = new Set<(line: string) => void>();
const write = process.stdout.write;

/** Starts to collect the lines of one more service. Returns a function that ends this when the service stops. */
export function collectLogs(): () => void {
  services++;
  if (file === undefined) {
    mkdirSync(LOGS, { recursive: true });
    const test = relative(TESTS, expect.getState().testPath ?? 'unknown').replaceAll('/', '__');
    file = openSync(join(LOGS, `${test}.jsonl`), 'a');
    process.stdout.write = divert as typeof write;
  }
  let stopped = false;
  return () => {
    if (stopped) return;
    stopped = true;
    if (--services > 0 || file === undefined) return;
    process.stdout.write = write;
    // No one would read the lines of work that is still under way.
    process.env.GATEHOUSE_LOG_LEVEL = 'none';
    flush();
    closeSync(file);
    file = undefined;
  };
}

function divert(text: string | Uint8Array, ...rest: never[]): boolean {
  if (typeof text !== 'string' || !LINE.test(text)) return write.call(process.stdout, text, ...rest);
  for (const listener of listeners) listener(text);
  pending += text;
  if (pending.length > BUFFER) flush();
  return true;
}

function flush(): void {
  if (file !== undefined) writeSync(file, pending);
  pending = '';
}

/**
 * The lines that are logged until the work, which may ask for them, is done. Each is one line of JSON, or this throws.
 */
export async function logged(work: (soFar: () => readonly string[]) => Promise<unknown>): Promise<Line[]> {
  const lines: string[] = [];
  const listener = (line: string) => lines.push(line);
  listeners.add(listener);
  try {
    await work(() => lines);
  } finally {
    listeners.delete(listener);
  }
  return lines.map((line) => {
    if (line.indexOf('\n') !== line.length - 1) throw new Error(`not one line: ${line}`);
    return JSON.parse(line);
  });
}

/** Those of one kind. */
export const ofEvent = (lines: readonly Line[], event: string): Line[] => lines.filter((line) => line.event === event);
