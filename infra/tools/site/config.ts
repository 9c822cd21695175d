// Configures the generator of the documentation's site, VitePress. `npm run site` runs it.
import { anchorOf, leadLinks, REPOSITORY } from './links.ts';
import { navigation } from './navigation.ts';
import { API_PAGE, pageFiles, pageOf, ROOT } from './pages.ts';

/** Where the site begins on its host: `/` or, for a project's pages on GitHub, `/gatehouse/`. */
const base = process.env.SITE_BASE || '/';

const DESCRIPTION = 'Multi-tenant authentication and administration that runs in your own AWS account';

const api = { text: 'HTTP API', link: API_PAGE, target: '_self' };

/** Returns the sections of the navigation, with the page of the API before the other references. */
const sidebar = () => [
  { text: 'What it is', link: '/about.html' },
  ...navigation().map((section) =>
    section.text === 'Reference' ? { ...section, items: [api, ...(section.items ?? [])] } : section,
  ),
];

/*
 * Both functions are parts of the search in the browser. The generator writes their source into the site, so they refer to
 * nothing else.
 */

/** Weighs a page that search found: people look for guides first, then for facts, and rarely for reasons. */
function weightOf(id: string): number {
  if (/\/(guides|tour)\//.test(id)) return 1.2;
  if (/\/(decisions|measurements)\/|\/(changelog|contributing|style)\.html/.test(id)) return 0.2;
  return /\/explanation\/|\/security\.html/.test(id) ? 0.4 : 1;
}

/** Leaves out the words of a question that are on every page. */
function termOf(word: string): string | null {
  const term = word.toLowerCase();
  return /^(a|an|and|are|can|do|does|for|get|how|i|in|is|my|of|the|to|what|where|why|with)$/.test(term) ? null : term;
}

type PageData = { relativePath: string; frontmatter: Record<string, unknown> };

/** The first page has a head of its own above the index of the documentation. */
const hero = {
  name: 'Gatehouse',
  text: 'Authentication for products sold to companies',
  tagline: 'Each customer is a tenant. It runs in your own AWS account: one API, one table, one CDK stack.',
  image: { src: '/icon.svg', alt: '' },
  actions: [
    { theme: 'brand', text: 'Take the tour', link: '/tour/' },
    { theme: 'alt', text: 'What it is', link: '/about.html' },
    { theme: 'alt', text: 'HTTP API', link: API_PAGE, target: '_self' },
  ],
};

export default {
  title: 'Gatehouse',
  titleTemplate: ':title · Gatehouse',
  description: DESCRIPTION,
  lang: 'en',
  base,
  srcDir: ROOT,
  // Only the pages are read. The generator looks for Markdown below the whole repository.
  srcExclude: ['{functions,infra,lib,test,node_modules,.*,docs/site}/**'],
  cacheDir: '../../node_modules/.cache/site',
  rewrites: Object.fromEntries(pageFiles().map((file) => [file, pageOf(file) as string])),
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { name: 'theme-color', content: '#3347d6' }],
  ],
  // Guides lead to the reader's own local run.
  ignoreDeadLinks: 'localhostLinks',
  // The generator's esbuild does not know the target of the repository's tsconfig.json, and needs none.
  vite: { esbuild: { tsconfigRaw: '{}' } },
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown: Parameters<typeof leadLinks>[0]) => leadLinks(markdown, base),
  },
  transformPageData: ({ relativePath }: PageData) =>
    relativePath === 'index.md' ? { frontmatter: { layout: 'home', hero }, title: 'Documentation' } : undefined,
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Tour', link: '/tour/', activeMatch: '^/tour/' },
      { text: 'Guides', link: '/#guides', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/#reference' },
      { text: 'Explanation', link: '/#explanation', activeMatch: '^/explanation/' },
      api,
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    editLink: { pattern: `${REPOSITORY}/blob/main/:path`, text: 'This page in the repository' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions: { boostDocument: weightOf, processTerm: termOf } } },
    },
    footer: { message: 'Apache-2.0' },
  },
};
