// The texts of the page that admins come back to from the identity provider, in Dutch.
import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Inloggen',
  lead: 'De identiteitsprovider kent je. Er is nog één stap.',
  stranger: 'Je bent hier geen beheerder',
  strangerLead:
    'Geen beheerder heeft dit account, of de provider heeft het adres niet bevestigd. Vraag een eigenaar van de installatie om je uit te nodigen, accepteer en log dan in met de provider.',
  over: 'Deze inlogpoging is voorbij',
  overLead: 'Ze duurde langer dan tien minuten, is al gebruikt of is in een andere browser begonnen. Begin opnieuw.',
  refused: 'De identiteitsprovider heeft je niet ingelogd',
  refusedLead:
    'Misschien heb je daar geannuleerd. Begin opnieuw; blijft het zo, meld het dan aan wie deze installatie beheert.',
  toSignIn: 'Inloggen met een wachtwoord',
};
