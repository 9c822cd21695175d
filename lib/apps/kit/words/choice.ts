// Chooses the language of the pages, and keeps what the person chose.

import { inBrowser } from '../storage.ts';
import { bestOf, speak } from './index.ts';

const KEPT = 'gatehouse language';
/** What the service says of a tenant that chose no language. */
const STANDARD = 'en';

/** Shows a language and keeps it for this browser. */
export function choose(tag: string): Promise<void> {
  inBrowser.setItem(KEPT, tag);
  return speak(tag);
}

type Wishes = {
  /** The parameter of an application (OpenID Connect Core, 3.1.2.1): tags with spaces between. */
  uiLocales?: string | null | undefined;
  account?: string | null | undefined;
  tenant?: string | undefined;
};

/**
 * Shows the best language: chosen in this browser, asked for by the application, of the account, of the tenant, or of
 * the browser.
 */
export function speakBest({ uiLocales, account, tenant }: Wishes): Promise<void> {
  const asked = uiLocales ?? new URLSearchParams(location.search).get('ui_locales') ?? '';
  const own = tenant === STANDARD ? undefined : tenant;
  const wanted = [inBrowser.getItem(KEPT), ...asked.split(' '), account, own, ...navigator.languages];
  return speak(bestOf(wanted.filter((tag) => tag != null)));
}
