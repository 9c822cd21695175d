// Starts a program of the repository with its environment and flags: `npm start`, `npm test` and others. It runs on every
// platform, where a shell would need another syntax on each, and on old versions of Node.js, which it refuses in a line.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** The first version that runs TypeScript as it is used here. */
const NODE = 24;
const JEST = 'node_modules/jest/bin/jest.js';
// The loader of the tests resolves packages as the file that imports them does.
const TEST_FLAGS = ['--max-old-space-size=700', '--max-semi-space-size=16', '--experimental-import-meta-resolve'];
/** Fewer arenas of glibc keep memory low. Other C libraries ignore it. */
const ARENAS = { MALLOC_ARENA_MAX: '2' };

/** Name -> what runs: settings of the environment, flags of Node.js, file and arguments. */
export const PROGRAMS = {
  start: {
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'), MALLOC_ARENA_MAX: '1' },
    flags: ['--max-semi-space-size=4'],
    args: ['infra/tools/local/main.ts'],
  },
  test: { env: ARENAS, flags: TEST_FLAGS, args: [JEST] },
  faults: {
    env: { ...ARENAS, GATEHOUSE_FAULT_KILLS: '1000', GATEHOUSE_STORE_FAULTS: 'all' },
    flags: TEST_FLAGS,
    args: [JEST, '--config', 'jest.slow.config.js', 'test/faults/(kill|store|scim)'],
  },
  'pictures:pages': {
    env: { ...ARENAS, GATEHOUSE_PICTURES: 'docs/images/pages' },
    flags: TEST_FLAGS,
    args: [JEST, '--config', 'jest.slow.config.js', 'test/journeys/sign-in-pages'],
  },
  // The CDK's command may run on another Node.js than the one of the repository.
  synth: { env: {}, flags: [], args: ['infra/app.ts'] },
  'release:pack': { env: {}, flags: [], args: ['test/upgrade/main.ts'] },
  'lint:openapi': {
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    flags: [],
    args: [
      'test/node_modules/@redocly/cli/bin/cli.js',
      ...['lint', 'docs/openapi.json', 'docs/resources.json', '--config', 'infra/tools/docs/redocly.yaml'],
    ],
  },
};

/** Returns why this version of Node.js cannot run the repository, or `undefined` if it can. */
export function problemOf(version, platform) {
  if (Number(version.split('.')[0]) >= NODE) return undefined;
  return `this needs Node.js ${NODE} or newer, not ${version}. npm ci installs it on Linux, Windows x64 and Intel Macs; on ${platform}, install it from https://nodejs.org`;
}

/** Runs the program in place of this process where the system can do that, and else as its child. */
export function launch(name, more, platform = process.platform) {
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (!program) return end(`there is no program ${name}: ${Object.keys(PROGRAMS).join(', ')}`);
  const problem = problemOf(process.versions.node, `${platform}-${process.arch}`);
  if (problem) return end(problem);
  const args = [...program.flags, ...program.args, ...more];
  const env = { ...process.env, ...program.env };
  process.chdir(ROOT);
  if (platform !== 'win32' && process.execve) {
    // The same process: signals, and the end of the terminal, reach the program. No warning about an experiment is shown.
    process.removeAllListeners('warning');
    return process.execve(process.execPath, [process.execPath, ...args], env);
  }
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
  // Ctrl+C reaches both. The program ends in its own time, and this process with it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

function end(message) {
  process.stderr.write(`gatehouse: ${message}\n`);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) launch(process.argv[2] ?? '', process.argv.slice(3));
