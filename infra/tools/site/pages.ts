// Decides which files of the repository are pages of the site, and at which address each is.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** The index of the documentation is the first page. */
export const INDEX = 'docs/README.md';

/** Where the generator writes. */
export const BUILT = join(ROOT, 'docs/site/.vitepress/dist');

/** The page that shows the documents of the HTTP API, beside the generator's own pages. */
export const API_PAGE = '/api/index.html';

/** Files outside docs/ that belong to the documentation -> their names on the site. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'README.md': 'about.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
};

/** Below docs/: the package of the generator itself. */
const GENERATOR = 'docs/site/';

/** Returns the name of a file on the site, with the ending `.md`, or `undefined` if the file is no page. */
export function pageOf(file: string): string | undefined {
  if (Object.hasOwn(OUTSIDE, file)) return OUTSIDE[file];
  if (!file.startsWith('docs/') || !file.endsWith('.md') || file.startsWith(GENERATOR)) return undefined;
  return file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Returns the address below the root of the site, such as `/guides/passkeys.html`, or `undefined` if the file is no page. */
export const addressOf = (file: string): string | undefined =>
  pageOf(file)
    ?.replace(/(^|\/)index\.md$/, '$1')
    .replace(/\.md$/, '.html')
    .replace(/^/, '/');

/** Returns all files that are pages, sorted. */
export const pageFiles = (): string[] =>
  globSync(['*.md', 'docs/*.md', 'docs/!(site)/**/*.md'], { cwd: ROOT })
    .filter((file) => pageOf(file) !== undefined)
    .sort();

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Returns the first heading of a page. */
export const titleOf = (file: string): string => /^# (.+)$/m.exec(read(file))?.[1] ?? file;
