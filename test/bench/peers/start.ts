// Starts the server of a peer as a process of its own.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './install.ts';
import type { PeerName } from './packages.ts';
import type { Database } from './postgres.ts';

/** `tenantId` is the tenant of a peer that has tenants. */
export type PeerServer = { baseUrl: string; tenantId?: string; pid: number; stop: () => Promise<void> };

/** Installs and starts a peer. Throws an error that says why it is not there. */
export async function startPeer(name: PeerName, database: Database | undefined): Promise<PeerServer> {
  const cwd = await install(name, database ? 'postgres' : 'sqlite');
  const files = await mkdtemp(join(tmpdir(), 'gatehouse-bench-sqlite-'));
  const where = database ? { DATABASE_URL: database.url } : { SQLITE_FILE: join(files, 'data.sqlite') };
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', ...where };
  const child = spawn(process.execPath, [`${name}.mjs`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
    await rm(files, { recursive: true, force: true });
  };
  let errors = '';
  child.stderr.on('data', (part) => {
    errors = `${errors}${part}`.slice(-2000);
  });
  const ready = new Promise<{ port: number; tenantId?: string }>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (part) => {
      output += part;
      const line = /^\{"port".*\}$/m.exec(output)?.[0];
      if (line) resolve(JSON.parse(line));
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${errors}`)));
  });
  const { port, tenantId } = await ready.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { baseUrl: `http://127.0.0.1:${port}`, tenantId, pid: child.pid as number, stop };
}
