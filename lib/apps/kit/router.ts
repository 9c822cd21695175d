// Knows what the address of a page says: the path below the page's own, such as `security` of /account/security.
import { computed, signal } from '@preact/signals';
import { pageUrl, pathBelow } from './base.ts';

/** Returns the router of a page: what the address says, and how to change it without loading the page again. */
export function routerOf(page: string) {
  const address = signal(location.href);
  addEventListener('popstate', () => {
    address.value = location.href;
  });
  const path = computed(() => pathBelow(page, address.value));
  const urlOf = (to: string): string => pageUrl(to ? `${page}/${to}` : page);
  const go = (url: string, isReplaced = false, state: unknown = null): void => {
    if (url === location.href) return;
    history[isReplaced ? 'replaceState' : 'pushState'](state, '', url);
    address.value = location.href;
  };
  const navigate = (to: string): void => {
    go(urlOf(to));
    scrollTo({ top: 0 });
  };
  return { address, path, urlOf, go, navigate };
}
