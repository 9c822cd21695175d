// Runs `npm start`'s program in a process of its own, as a developer does.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../infra/tools/local/main.ts');

export type Run = {
  child: ChildProcess;
  /** Everything printed until now. */
  printed: () => { stdout: string; stderr: string };
  /** Resolves to the address when it is ready; `undefined` if it ends before. */
  ready: Promise<string | undefined>;
  /** Resolves to the exit code; `null` after a signal. */
  ended: Promise<number | null>;
};

/** Starts it on a free port, without the settings of the tests. */
export function start(env: Record<string, string>): Run {
  // The machine may reach npm through certificates of its own.
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH,
      HOME,
      ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
      PORT: '0',
      GATEHOUSE_FAST_HASH: '1',
      GATEHOUSE_SEED: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  const ready = Promise.withResolvers<string | undefined>();
  const ended = Promise.withResolvers<number | null>();
  child.stdout.on('data', (data) => {
    printed.stdout += data;
    const url = /is ready at (\S+)\n/.exec(printed.stdout)?.[1];
    if (url) ready.resolve(url);
  });
  child.stderr.on('data', (data) => {
    printed.stderr += data;
  });
  child.once('close', (code) => {
    ready.resolve(undefined);
    ended.resolve(code);
  });
  return { child, printed: () => printed, ready: ready.promise, ended: ended.promise };
}
