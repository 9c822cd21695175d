// Installs a peer into a folder of the system's temporary directory. Nothing of it enters this repository.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGES, type PeerName } from './packages.ts';

const run = promisify(execFile);
const SERVERS = join(import.meta.dirname, 'servers');
const WITHIN_MS = 300_000;

/** Returns the folder for everything that is installed. Throws if it belongs to another user, whose code would run. */
async function scratch(): Promise<string> {
  const own = process.getuid?.();
  const folder = join(tmpdir(), `gatehouse-bench-peers-${own ?? 'user'}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory() || (own !== undefined && found.uid !== own)) throw new Error(`${folder} is not ours`);
  return folder;
}

/**
 * Installs a peer and returns its folder, with the scripts of the servers in it. A folder is named after what is in it,
 * so the second run finds it. Throws when npm fails, for instance without a network.
 */
export async function install(name: PeerName, database: 'postgres' | 'sqlite'): Promise<string> {
  const { packages, sqlite } = PACKAGES[name];
  const dependencies = { ...packages, ...(database === 'sqlite' && sqlite) };
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies });
  const id = createHash('sha256').update(manifest).update(process.version).digest('hex').slice(0, 12);
  const parent = await scratch();
  const folder = join(parent, `${name}-${id}`);
  const isThere = (await readdir(parent)).includes(`${name}-${id}`);
  if (!isThere) {
    const unfinished = `${folder}-${process.pid}`;
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'package.json'), manifest);
    // Only the driver of SQLite has to build something.
    const scripts = Object.keys(sqlite).some((each) => each in dependencies) ? [] : ['--ignore-scripts'];
    const flags = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error', ...scripts];
    try {
      await run('npm', flags, { cwd: unfinished, timeout: WITHIN_MS });
      await rename(unfinished, folder);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  for (const script of await readdir(SERVERS)) await copyFile(join(SERVERS, script), join(folder, script));
  return folder;
}
