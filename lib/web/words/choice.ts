// Chooses the language of the pages, and keeps what the person chose.
import { bestOf, speak } from './index.ts';

const KEPT = 'gatehouse language';
/** What a tenant speaks that chose no language. */
const STANDARD = 'en';

/** Shows a language and keeps it for this browser. */
export function choose(tag: string): Promise<void> {
  localStorage.setItem(KEPT, tag);
  return speak(tag);
}

/**
 * Shows the best language: chosen in this browser, asked for by the application (`ui_locales`), of the account or the
 * tenant, or of the browser.
 */
export function speakBest(ofTenant: string = STANDARD): Promise<void> {
  const asked = new URLSearchParams(location.search).get('ui_locales')?.split(' ') ?? [];
  const own = ofTenant === STANDARD ? [] : [ofTenant];
  return speak(bestOf([localStorage.getItem(KEPT) ?? '', ...asked, ...own, ...navigator.languages]));
}
