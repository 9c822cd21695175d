// Times whole processes.
import { type SpawnOptions, spawn } from 'node:child_process';

/** Returns the milliseconds from the start of a Node process to its end. Throws when the process fails. */
export async function timeNode(args: string[], env: Record<string, string | undefined> = {}): Promise<number> {
  const options: SpawnOptions = { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'ignore', 'inherit'] };
  const started = performance.now();
  const child = spawn(process.execPath, args, options);
  const code = await new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`);
  return performance.now() - started;
}

/** Times a Node process that does nothing. */
export const timeBareNode = (): Promise<number> => timeNode(['-e', '']);
