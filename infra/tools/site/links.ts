// Leads the links of a page to where their targets are on the site. The files keep links that a code host understands.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { API_PAGE, addressOf, ROOT } from './pages.ts';

/** Where files are that are not on the site. */
export const REPOSITORY = 'https://github.com/gatehouse-auth/gatehouse';

/** A document of an API -> its part of the page that shows it. */
const API_DOCUMENTS: Readonly<Record<string, string>> = {
  'docs/openapi.json': API_PAGE,
  'docs/resources.json': `${API_PAGE}?api=resources`,
};

/** Files that are published as they are, because pages or scripts of readers use them. */
export const isPublishedAsFile = (file: string): boolean => /^docs\/[^/]+\.json$/.test(file);

/** An address of the site, which the generator completes, or a whole one that is opened without it. */
export type Target = { href: string; outside?: true };

/**
 * Returns where `href`, a link in `file`, leads on the site: to a page, a document of the API, a published file, or else to
 * the file in the repository. Links to other sites and within the page stay as they are. Throws if the file does not exist.
 */
export function targetOf(file: string, href: string): Target {
  if (/^([a-z]+:|#|\/)/i.test(href)) return { href };
  const [path = '', fragment] = href.split('#');
  const target = join(dirname(file), path);
  const anchor = fragment === undefined ? '' : `#${fragment}`;
  const page = addressOf(target);
  const isThere = existsSync(join(ROOT, target));
  if (!isThere) throw new Error(`${file} links to ${href}, which does not exist`);
  if (page !== undefined) return { href: page + anchor };
  const api = API_DOCUMENTS[target];
  if (api !== undefined) return { href: api, outside: true };
  if (isPublishedAsFile(target)) return { href: `/${target.slice('docs/'.length)}`, outside: true };
  const kind = statSync(join(ROOT, target)).isDirectory() ? 'tree' : 'blob';
  return { href: `${REPOSITORY}/${kind}/main/${target}${anchor}` };
}

/** Returns the anchor that a code host makes of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

type Token = {
  type: string;
  content: string;
  children: Token[] | null;
  attrGet: (name: string) => string | null;
  attrSet: (name: string, value: string) => void;
};
type Markdown = {
  core: { ruler: { push: (name: string, rule: (state: State) => void) => void } };
};
type State = { tokens: Token[]; env: { realPath?: string; path?: string } };

/** The generator tells the file relative to the repository, or as a whole path. */
const fileOf = ({ realPath, path = '' }: State['env']): string => (realPath ?? path).replace(`${ROOT}/`, '');

/** Adds a step to the parser of Markdown that leads links as `targetOf` says. `base` is where the site begins. */
export function leadLinks(markdown: Markdown, base: string): void {
  const lead = (token: Token, file: string): void => {
    if (token.type === 'link_open') {
      const { href, outside } = targetOf(file, token.attrGet('href') ?? '');
      token.attrSet('href', outside ? base.replace(/\/$/, '') + href : href);
      // The generator would take it for a page of its own.
      if (outside) token.attrSet('target', '_self');
    }
    // Vite takes images without a dot before them for packages.
    if (token.type.startsWith('html_'))
      token.content = token.content.replace(/\b(src|srcset)="(?![a-z]+:|[./])/g, '$1="./');
    for (const child of token.children ?? []) lead(child, file);
  };
  markdown.core.ruler.push('lead_links', ({ tokens, env }) => {
    const file = fileOf(env);
    for (const token of tokens) lead(token, file);
  });
}
