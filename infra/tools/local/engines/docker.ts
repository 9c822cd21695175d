// Starts DynamoDB Local in a container of its own, for machines without Java.
import { spawn, spawnSync } from 'node:child_process';
import { type Engine, startChild } from './process.ts';
import { warmUp } from './warm-up.ts';

const IMAGE = 'amazon/dynamodb-local';
/** The first start pulls the image. */
const READY_WITHIN_MS = 300_000;
/**
 * The input of the container ends with this process, also after a kill: then the engine ends, and the container with it.
 */
const PROGRAM = [
  'java -jar DynamoDBLocal.jar -disableTelemetry -sharedDb "$@" & engine=$!',
  'trap "kill $engine" TERM',
  // A command in the background has no input of its own.
  'exec 3<&0; (read -r _ <&3; kill $engine) &',
  'wait $engine',
].join('\n');

/** Whether there is a Docker whose daemon responds. */
export const hasDocker = (): boolean => spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;

/** Starts the engine on files in `directory` or in memory. Throws `UserError` if it does not start. */
export async function startInDocker(directory: string | undefined, port: number): Promise<Engine> {
  const args = ['run', '--rm', '--interactive', '--publish', `127.0.0.1:${port}:8000`, '--entrypoint', 'sh'];
  // The files belong to the user of this process, as others in the directory.
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.()}`] : [];
  const volume = directory === undefined ? [] : ['--volume', `${directory}:/data`, ...user];
  const storage = directory === undefined ? ['-inMemory'] : ['-dbPath', '/data'];
  const child = spawn('docker', [...args, ...volume, IMAGE, '-c', PROGRAM, 'sh', ...storage], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {}); // It may be gone already.
  const engine = await startChild(child, port, READY_WITHIN_MS);
  await warmUp(engine.endpoint);
  return engine;
}
