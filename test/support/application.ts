// Makes an application that uses our packages: an empty folder in which the tarballs of `npm run packages` are installed.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from '@jest/globals';

export const ROOT = join(import.meta.dirname, '../..');

/** Without the folders that npm adds: `node` is then the machine's own. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

export type Application = {
  folder: string;
  /** Asynchronous, because a service may run in this process. Returns what the program printed. */
  run: (program: string, args: readonly string[], env?: Record<string, string>) => Promise<string>;
  write: (name: string, text: string) => void;
  read: (name: string) => string;
  remove: (name: string) => void;
  /** Compiles one file. Returns what the compiler printed, and throws it if there are errors. */
  compile: (file: string, options: Record<string, unknown>) => Promise<string>;
  /** Returns the text of a file of an installed package of ours. */
  installed: (name: string, file: string) => string;
};

/**
 * Installs these packages of ours before the tests of a file, without the network, and removes them after. `others` are
 * installed packages of this repository that they depend on.
 */
export function useApplication(names: readonly string[], others: readonly string[] = []): Application {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-application-'));
  const tarballs = mkdtempSync(join(tmpdir(), 'gatehouse-tarballs-'));
  const run: Application['run'] = async (program, args, env = {}) => {
    try {
      const options = { cwd: folder, env: { ...process.env, PATH, ...env } };
      return (await promisify(execFile)(program, args, options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${stdout}${stderr}`, { cause: error });
    }
  };
  const write: Application['write'] = (name, text) => writeFileSync(join(folder, name), text);
  beforeAll(async () => {
    await run(process.execPath, [join(ROOT, 'infra/packages/main.ts'), tarballs]);
    for (const other of others) {
      const source = join(ROOT, 'node_modules', other);
      await run('npm', ['pack', '--ignore-scripts', '--pack-destination', tarballs, source]);
    }
    write('package.json', '{ "name": "application", "private": true, "type": "module" }');
    // npm names the tarball of `@types/react` types-react-19.3.0.tgz. Some packages are installed under another name.
    const isWanted = (file: string) =>
      !file.startsWith('gatehouse-auth-') || names.some((name) => file.includes(`-${name}-`));
    const packed = readdirSync(tarballs)
      .filter(isWanted)
      .map((file) => join(tarballs, file));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packed]);
  }, 120_000);
  afterAll(() => {
    for (const each of [folder, tarballs]) rmSync(each, { recursive: true });
  });
  return {
    folder,
    run,
    write,
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    remove: (name) => rmSync(join(folder, name)),
    compile: (file, options) => {
      const strict = { noEmit: true, strict: true, target: 'es2022', lib: ['es2022', 'dom'], types: [] };
      write('tsconfig.json', JSON.stringify({ compilerOptions: { ...strict, ...options }, files: [file] }));
      return run(process.execPath, [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', '.']);
    },
    installed: (name, file) => readFileSync(join(folder, 'node_modules/@gatehouse-auth', name, file), 'utf8'),
  };
}
