// Implements `npm run site`: builds the site of the documentation and serves it, at port 4173 or that of `--port`. With
// `--build` it only builds it, into docs/site/.vitepress/dist.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apiFiles } from './api-page.ts';
import { isPublishedAsFile } from './links.ts';
import { BUILT, ROOT } from './pages.ts';

const GENERATOR = [join(ROOT, 'docs/site/node_modules/vitepress/bin/vitepress.js')];

/** Adds what the generator does not make: the page of the API, the documents that readers fetch, and the icon. */
async function complete(): Promise<void> {
  for (const file of globSync('docs/*.json', { cwd: ROOT }).filter(isPublishedAsFile))
    copyFileSync(join(ROOT, file), join(BUILT, basename(file)));
  copyFileSync(join(ROOT, 'lib/apps/kit/icon.svg'), join(BUILT, 'icon.svg'));
  mkdirSync(join(BUILT, 'api'), { recursive: true });
  for (const [name, text] of Object.entries(await apiFiles())) writeFileSync(join(BUILT, 'api', name), text);
}

const more = process.argv.slice(2).filter((word) => word !== '--build');
const { status } = spawnSync(process.execPath, [...GENERATOR, 'build', 'docs/site'], { cwd: ROOT, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await complete();
if (!process.argv.includes('--build'))
  spawn(process.execPath, [...GENERATOR, 'preview', 'docs/site', ...more], { cwd: ROOT, stdio: 'inherit' });
