// Installs what only the tests of packages need: bundlers, other versions of Node, the sources of React Native. They would
// double the size of `npm ci`, so npm fetches them at first use. Versions are fixed here.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './application.ts';

const DEPENDENCIES = {
  '@rollup/plugin-node-resolve': '16.0.3',
  rollup: '4.68.7',
  vite: '8.3.8',
  webpack: '5.112.2',
  node20: `npm:node-${process.platform}-${process.arch}@20.20.2`,
  node22: `npm:node-${process.platform}-${process.arch}@22.23.3`,
};
const REACT_NATIVE = 'react-native-0.79.0';

/** Returns the folder whose `node_modules` has the tools. The sources of React Native are in `package`. */
export async function tools(): Promise<string> {
  const wanted = JSON.stringify({ private: true, dependencies: DEPENDENCIES });
  const key = createHash('sha256')
    .update(wanted + REACT_NATIVE)
    .digest('hex')
    .slice(0, 12);
  const folder = join(ROOT, 'node_modules/.cache/tools', key);
  if (existsSync(folder)) return folder;
  mkdirSync(join(folder, '..'), { recursive: true });
  const made = mkdtempSync(join(folder, '../new-'));
  const run = (program: string, ...args: string[]) => promisify(execFile)(program, args, { cwd: made });
  writeFileSync(join(made, 'package.json'), wanted);
  await run('npm', 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  // Without its dependencies: two files are needed.
  await run('npm', 'pack', '--ignore-scripts', '--prefer-offline', REACT_NATIVE.replace(/-(?=\d)/, '@'));
  const files = ['URL.js', 'URLSearchParams.js'].map((file) => `package/Libraries/Blob/${file}`);
  await run('tar', '-xzf', `${REACT_NATIVE}.tgz`, ...files);
  rmSync(join(made, `${REACT_NATIVE}.tgz`));
  // Another process may have been quicker. Both copies are equal.
  try {
    renameSync(made, folder);
  } catch {
    rmSync(made, { recursive: true });
  }
  return folder;
}
