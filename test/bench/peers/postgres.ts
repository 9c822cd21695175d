// Finds a PostgreSQL server for the peers: that of DATABASE_URL, or one that is started from the PATH.
import { execFile, spawn } from 'node:child_process';
import { accessSync, chownSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Database = { url: string; version: string; pid?: number; stop: () => Promise<void> };
type Ids = { uid?: number; gid?: number };

/** Durability is off, and more connections are allowed than both peers open. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=120'];
const WITHIN_MS = 20_000;

/** Returns a server, or `undefined` if there is none. */
export async function findPostgres(): Promise<Database | undefined> {
  const { DATABASE_URL: url } = process.env;
  if (url) return { url, version: 'PostgreSQL of DATABASE_URL', stop: async () => {} };
  const [postgres, initdb] = [onPath('postgres'), onPath('initdb')];
  return postgres && initdb ? start(postgres, initdb) : undefined;
}

function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** PostgreSQL refuses to run as root, so root starts it as another user. */
async function otherThanRoot(): Promise<Ids> {
  if (process.getuid?.() !== 0) return {};
  const id = async (user: string): Promise<Ids> => {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, user])));
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  };
  return id('postgres').catch(() => id('nobody'));
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

async function start(postgres: string, initdb: string): Promise<Database> {
  const ids = await otherThanRoot();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-postgres-'));
  if (ids.uid !== undefined) chownSync(folder, ids.uid, ids.gid ?? ids.uid);
  const data = join(folder, 'data');
  // Only this machine can connect, and what is in it is worth nothing.
  await run(initdb, ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'], { ...ids, cwd: folder });
  const port = await freePort();
  const flags = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    ...SETTINGS.flatMap((each) => ['-c', each]),
  ];
  const child = spawn(postgres, flags, { ...ids, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    // Ends sessions at once. SIGTERM would wait for them.
    child.kill('SIGINT');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const late = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${output}`)), WITHIN_MS);
    child.stderr.on('data', (part) => {
      output += part;
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(late);
      resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL ended: ${output}`)));
  });
  const { stdout } = await run(postgres, ['--version']);
  const version = /\d+(\.\d+)*/.exec(stdout)?.[0] ?? '';
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: `PostgreSQL ${version}`,
    pid: child.pid as number,
    stop,
  };
}
