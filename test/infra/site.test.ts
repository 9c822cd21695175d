// Checks what the site of the documentation is made from: its pages, its navigation, and where its links lead.
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY, targetOf } from '../../infra/tools/site/links.ts';
import { flat, navigation } from '../../infra/tools/site/navigation.ts';
import { API_PAGE, addressOf, pageFiles, pageOf, read } from '../../infra/tools/site/pages.ts';

const FRONT = ['README.md', 'docs/README.md'];

describe('the navigation of the site', () => {
  test('has the sections of the index in its order', () => {
    const sections = [...read('docs/README.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(navigation().map(({ text }) => text)).toEqual(sections);
    expect(sections).toEqual(['Tutorial', 'Guides', 'Reference', 'Explanation']);
  });

  test('leads to every page once', () => {
    const links = flat(navigation()).flatMap(({ link }) => link ?? []);
    const pages = pageFiles().filter((file) => !FRONT.includes(file));
    expect(links.toSorted()).toEqual(pages.map(addressOf).toSorted());
  });

  test('groups the guides by task', () => {
    const guides = navigation().find(({ text }) => text === 'Guides');
    expect(guides?.items?.map(({ text }) => text)).toContain('Protect an API');
    for (const { items, text } of guides?.items ?? [])
      expect({ text, pages: items?.length }).not.toEqual({ text, pages: 0 });
  });

  test('shows no Markdown and no lower-case beginnings', () => {
    const texts = flat(navigation()).map(({ text }) => text);
    expect(texts.filter((text) => /[`*[\]]/.test(text) || /^[a-z]/.test(text))).toEqual([]);
  });
});

describe('the addresses of pages', () => {
  test('are unique, and those of the files without docs/', () => {
    const addresses = pageFiles().map(addressOf);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addressOf('docs/README.md')).toBe('/');
    expect(addressOf('docs/tour/README.md')).toBe('/tour/');
    expect(addressOf('docs/guides/passkeys.md')).toBe('/guides/passkeys.html');
    expect(addressOf('SECURITY.md')).toBe('/security.html');
  });

  test.each(['lib/packages/react/README.md', 'docs/site/node_modules/vite/README.md', 'docs/openapi.json'])(
    '%s is no page',
    (file) => expect(pageOf(file)).toBeUndefined(),
  );
});

describe('a link', () => {
  const GUIDE = 'docs/guides/console.md';

  test.each([
    ['../operations.md#upgrade', { href: '/operations.html#upgrade' }],
    ['passkeys.md', { href: '/guides/passkeys.html' }],
    ['../../SECURITY.md', { href: '/security.html' }],
    ['#the-first-admin', { href: '#the-first-admin' }],
    ['https://example.com/a.md', { href: 'https://example.com/a.md' }],
    ['../openapi.json', { href: API_PAGE, outside: true }],
    ['../errors.json', { href: '/errors.json', outside: true }],
    ['../../lib/http/guard.ts', { href: `${REPOSITORY}/blob/main/lib/http/guard.ts` }],
    ['../../lib/http', { href: `${REPOSITORY}/tree/main/lib/http` }],
  ])('%s leads to the page, the document or the file in the repository', (href, target) => {
    expect(targetOf(GUIDE, href)).toEqual(target);
  });

  test('to a file that does not exist stops the build', () => {
    expect(() => targetOf(GUIDE, 'missing.md')).toThrow(
      'docs/guides/console.md links to missing.md, which does not exist',
    );
  });
});
