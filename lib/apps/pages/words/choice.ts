// Chooses the language of the pages.
import { bestOf, chosen, language, speak } from '../../kit/words.ts';
import { LANGUAGES } from './index.ts';

/** What the service says of a tenant that chose no language. */
const STANDARD = 'en';

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
  return speak(bestOf([chosen(), ...asked.split(' '), account, own, ...navigator.languages], Object.keys(LANGUAGES)));
}

/** Shows texts that were added since in the language that is shown. */
export const speakAgain = (): Promise<void> => speak(language.value);
