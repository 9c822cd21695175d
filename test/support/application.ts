// Makes an application that uses our packages: an empty folder in which the tarballs of `npm run packages` are installed.
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from '@jest/globals';
import { PACKAGES } from '../../infra/tools/packing/packages.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** Returns the folder of an installed package, by its name or path: the tests have packages of their own. */
const installedAt = (name: string): string =>
  [join(ROOT, 'test/node_modules', name), join(ROOT, 'node_modules', name), join(ROOT, name)].find((folder) =>
    existsSync(folder),
  ) ?? name;

/** Without the folders that npm adds: `node` is then the machine's own. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** How the file of `npm pack` begins. */
const tarballOf = (name: string): string => name.replace('@', '').replace('/', '-');

export type Application = {
  folder: string;
  /** The folder of all tarballs. */
  tarballs: string;
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
 * installed packages of this repository that they depend on. `linked` are such packages too, too large to be packed.
 * `published` come from npm, as `name@version`.
 */
export function useApplication(
  names: readonly string[],
  others: readonly string[] = [],
  linked: readonly string[] = [],
  published: readonly string[] = [],
): Application {
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
    // What `create` makes takes the tarballs of all packages.
    const wanted = names.includes('create') ? PACKAGES.map(({ name }) => name) : names;
    await run(process.execPath, [join(ROOT, 'infra/tools/packing/main.ts'), tarballs, ...wanted]);
    for (const other of others) {
      await run('npm', ['pack', '--ignore-scripts', '--pack-destination', tarballs, installedAt(other)]);
    }
    write('package.json', '{ "name": "application", "private": true, "type": "module" }');
    // npm names the tarball of `@types/react` types-react-19.3.0.tgz. Some packages are installed under another name.
    const isWanted = (file: string) =>
      !file.startsWith('gatehouse-auth-') ||
      [...names.map((name) => `-${name}-`), ...others.map(tarballOf)].some((each) => file.includes(each));
    const packed = readdirSync(tarballs)
      .filter(isWanted)
      .map((file) => join(tarballs, file));
    const source = published.length ? '--prefer-offline' : '--offline';
    const peers = linked.length ? ['--legacy-peer-deps'] : [];
    await run('npm', ['install', source, '--no-audit', '--no-fund', ...peers, ...packed, ...published]);
    for (const each of linked) {
      const link = join(folder, 'node_modules', each);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(installedAt(each), link);
    }
  }, 600_000);
  afterAll(() => {
    for (const each of [folder, tarballs]) rmSync(each, { recursive: true });
  });
  return {
    folder,
    tarballs,
    run,
    write,
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    remove: (name) => rmSync(join(folder, name)),
    compile: (file, options) => {
      const strict = { noEmit: true, strict: true, target: 'es2022', lib: ['es2022', 'dom'], types: [] };
      write('tsconfig.json', JSON.stringify({ compilerOptions: { ...strict, ...options }, files: [file] }));
      return run(process.execPath, [join(ROOT, 'test/node_modules/typescript/lib/tsc.js'), '-p', '.']);
    },
    installed: (name, file) => readFileSync(join(folder, 'node_modules/@gatehouse-auth', name, file), 'utf8'),
  };
}
