// Starts a real browser: the one that comes with `npm ci` (Linux x64), or an installed Chrome on other systems or where
// that one can't be unpacked.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const PACKAGE = join(import.meta.dirname, '../node_modules/@sparticuz/chromium');
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

/** Playwright looks for a file, and not in the path. */
function addressOf(name: string): string {
  const { stdout } = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' });
  return stdout?.trim() || name;
}

/** Checked while a file loads, because tests are declared with it. */
const installed = INSTALLED.flatMap((path) => (path ? [{ executablePath: addressOf(path) }] : [])).find(answers);

/** Unpacked once, into a directory of its version. With the few system libraries that a bare machine lacks. */
function bundled(): Found {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const directory = join(CACHE, version);
  const found = {
    executablePath: join(directory, 'chromium'),
    env: { LD_LIBRARY_PATH: join(directory, 'al2023/lib'), FONTCONFIG_FILE: join(directory, FONTS) },
  };
  if (answers(found)) return found;
  mkdirSync(CACHE, { recursive: true });
  const unpacked = mkdtempSync(join(CACHE, 'new-'));
  const unpack = "import('@sparticuz/chromium').then((each) => each.default.executablePath())";
  // It unpacks into the temporary directory, and its libraries only where it believes to be a Lambda.
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  execFileSync(process.execPath, ['-e', unpack], { env, cwd: import.meta.dirname, stdio: 'ignore' });
  // Use the fonts that come with it, in the directory they were unpacked to. A bare machine has no others, and the
  // browser crashes without any.
  const fonts = `<fontconfig><dir>${directory}</dir><cachedir>${join(directory, 'font-cache')}</cachedir></fontconfig>`;
  writeFileSync(join(unpacked, FONTS), `<?xml version="1.0"?>\n${fonts}\n`);
  // Another process may have been quicker. Both copies are equal.
  try {
    renameSync(unpacked, directory);
  } catch {
    rmSync(unpacked, { recursive: true });
  }
  return found;
}

function find(): Found | undefined {
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      const found = bundled();
      if (answers(found)) return found;
    } catch {
      // An installed one does as well.
    }
  }
  return installed;
}

/** Looked for while a file loads, because tests are declared with it. */
const found = find();

/** Why there is none, for the title of what is skipped; `undefined` when there is one. */
export const noBrowser = found ? undefined : 'no browser: install Chrome or Chromium, or set CHROME_PATH';

/** A browser without a window. The caller closes it. `args`: further options of the command line. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  if (!found) throw new Error(noBrowser);
  const env = { ...(process.env as Record<string, string>), ...found.env };
  // Root has no sandbox; the pages are our own.
  return chromium.launch({
    executablePath: found.executablePath,
    env,
    args: ['--no-sandbox', '--disable-gpu', ...args],
  });
}

/** Why no test of a whole browser can run, for its title. The one that comes with `npm ci` is a part of Chromium. */
export const noWholeBrowser = installed
  ? undefined
  : 'no whole browser: install Chrome or Chromium, or set CHROME_PATH';

/** An installed browser without a window, with these switches. The caller closes it. */
export async function openInstalledBrowser(args: readonly string[]): Promise<Browser> {
  if (!installed) throw new Error(noWholeBrowser);
  return chromium.launch({ ...installed, args: ['--no-sandbox', '--disable-gpu', ...args] });
}
