// The texts of the page that admins come back to from the identity provider, in Polish.
import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Logowanie',
  lead: 'Dostawca tożsamości Cię zna. Pozostał jeden krok.',
  stranger: 'Nie jesteś tu administratorem',
  strangerLead:
    'Żaden administrator nie ma tego konta albo dostawca nie potwierdził adresu. Poproś właściciela instalacji o zaproszenie, przyjmij je, a potem zaloguj się przez dostawcę.',
  over: 'To logowanie jest już nieważne',
  overLead:
    'Trwało dłużej niż dziesięć minut, zostało już użyte albo rozpoczęto je w innej przeglądarce. Zacznij od nowa.',
  refused: 'Dostawca tożsamości Cię nie zalogował',
  refusedLead:
    'Być może anulowano tam logowanie. Zacznij od nowa; jeśli problem się powtarza, powiadom osobę prowadzącą tę instalację.',
  toSignIn: 'Zaloguj się hasłem',
};
