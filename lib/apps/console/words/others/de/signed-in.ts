import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Anmeldung',
  lead: 'Der Anbieter kennt Sie. Ein Schritt fehlt noch.',
  stranger: 'Sie sind hier kein Admin',
  strangerLead:
    'Kein Admin hat dieses Konto, oder der Anbieter hat die Adresse nicht bestätigt. Lassen Sie sich von einem Owner der Installation einladen, nehmen Sie an, und melden Sie sich dann mit dem Anbieter an.',
  over: 'Diese Anmeldung gilt nicht mehr',
  overLead:
    'Sie hat länger als zehn Minuten gedauert, wurde schon benutzt oder in einem anderen Browser begonnen. Beginnen Sie neu.',
  refused: 'Der Anbieter hat Sie nicht angemeldet',
  refusedLead: 'Vielleicht haben Sie dort abgebrochen. Beginnen Sie neu; bleibt es so, sagen Sie es dem Betreiber.',
  toSignIn: 'Mit Passwort anmelden',
};
