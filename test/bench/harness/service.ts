// Starts the local run as a process of its own, as `npm start` does.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Service = { baseUrl: string; adminSecretKey: string; pid: number; stop: () => Promise<void> };
type Settings = Record<string, string>;

/** The same folder as in the start script. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));
const MAIN = fileURLToPath(new URL('../../../infra/tools/local/main.ts', import.meta.url));
/** Settings without the slow hash and limits, to measure everything else. */
export const FAST: Settings = { GATEHOUSE_FAST_HASH: '1', GATEHOUSE_LIMITS: 'off' };
const ADMIN_SECRET_KEY = 'only-for-the-benchmark-0123456789abcdef';

/** Starts the local run in memory on a free port and returns when it is ready. `flags` are options for Node. */
export async function startService(settings: Settings = {}, flags: string[] = []): Promise<Service> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    MALLOC_ARENA_MAX: '1',
    PORT: '0',
    GATEHOUSE_DATA: 'memory',
    GATEHOUSE_SEED: 'off',
    ADMIN_SECRET_KEY,
    ...settings,
  };
  const child = spawn(process.execPath, ['--max-semi-space-size=4', ...flags, MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill();
    await exited;
  };
  const ready = new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      const port = /ready at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', () => reject(new Error('the service did not start')));
  });
  return { baseUrl: await ready, adminSecretKey: ADMIN_SECRET_KEY, pid: child.pid as number, stop };
}
