// Knows which section of a page is shown: the path below the page's own, such as `security` of /account/security.
import { signal } from '@preact/signals';
import { pageUrl } from './api.ts';

/** Returns the section of an address. */
const sectionIn = (page: string, address: string): string =>
  address
    .slice(pageUrl(page).length)
    .replace(/[?#].*/, '')
    .replace(/^\/|\/$/g, '');

/** Returns the shown section as a signal, and the function that shows another one without loading the page again. */
export function routerOf(page: string) {
  const section = signal(sectionIn(page, location.href));
  addEventListener('popstate', () => {
    section.value = sectionIn(page, location.href);
  });
  const urlOf = (next: string): string => pageUrl(next ? `${page}/${next}` : page);
  const show = (next: string): void => {
    if (next === section.value) return;
    history.pushState(null, '', urlOf(next));
    section.value = next;
    scrollTo({ top: 0 });
  };
  return { section, urlOf, show };
}
