// A real browser. One comes with `npm ci` (Linux x64); elsewhere, or where it can't be unpacked, an installed Chrome does.
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const PACKAGE = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium');
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/browser');
const FONTS = 'gatehouse-fonts.conf';
const INSTALLED = [
  process.env.CHROME_PATH,
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

type Found = { executablePath: string; env?: Record<string, string> };
const answers = ({ executablePath, env }: Found): boolean =>
  spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).status === 0;

/** Unpacked once, into a directory of its version. With the few system libraries that a bare machine lacks. */
async function bundled(): Promise<Found> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'));
  const directory = join(CACHE, version);
  const found = {
    executablePath: join(directory, 'chromium'),
    env: { LD_LIBRARY_PATH: join(directory, 'al2023/lib'), FONTCONFIG_FILE: join(directory, FONTS) },
  };
  if (answers(found)) return found;
  await mkdir(CACHE, { recursive: true });
  const unpacked = await mkdtemp(join(CACHE, 'new-'));
  const unpack = "import('@sparticuz/chromium').then((each) => each.default.executablePath())";
  // It unpacks into the temporary directory, and its libraries only where it believes to be a Lambda.
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, ['-e', unpack], { env, cwd: import.meta.dirname });
  // The fonts that come with it, wherever they were unpacked: a bare machine has no others, and without any it dies.
  const fonts = `<fontconfig><dir>${directory}</dir><cachedir>${join(directory, 'font-cache')}</cachedir></fontconfig>`;
  await writeFile(join(unpacked, FONTS), `<?xml version="1.0"?>\n${fonts}\n`);
  // Somebody else may have been quicker; either copy is as good.
  await rename(unpacked, directory).catch(() => rm(unpacked, { recursive: true }));
  return found;
}

async function find(): Promise<Found | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const found = await bundled().catch(() => undefined);
    if (found && answers(found)) return found;
  }
  return INSTALLED.flatMap((path) => (path ? [{ executablePath: path }] : [])).find(answers);
}

const found = await find();

/** Why there is none, for the title of what is skipped; `undefined` when there is one. */
export const noBrowser = found ? undefined : 'no browser: install Chrome or Chromium, or set CHROME_PATH';

/** A browser without a window. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  if (!found) throw new Error(noBrowser);
  const env = { ...(process.env as Record<string, string>), ...found.env };
  // Root has no sandbox; the pages are our own.
  return chromium.launch({ executablePath: found.executablePath, env, args: ['--no-sandbox', '--disable-gpu'] });
}
