// The texts of the screen of users in Dutch.
import type { en } from '../../en/users.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Elk account hoort bij één tenant. Open er een om te zien waarom inloggen niet lukt.',
  search: 'Zoeken op adres, naam of id',
  'status-active': 'Actief',
  'status-inactive': 'Uitgeschakeld',
  'status-verified': 'Adres bevestigd',
  'status-unverified': 'Niet bevestigd',
  address: 'Adres',
  roles: 'Rollen',
  foundOne: '{count} gebruiker',
  foundOther: '{count} gebruikers',
  foundMany: 'Meer dan {count} gebruikers',
  add: 'Gebruiker maken',
  none: 'Nog geen gebruikers',
  noneLead: 'Mensen krijgen een account als ze zich registreren, als je ze uitnodigt of als je het maakt.',
  nothingLead:
    'De zoekfunctie vindt het begin van een adres, van een telefoonnummer of van een woord in de naam, en een volledige id. Filters beperken dit verder.',
  clear: 'Zoekopdracht en filters wissen',
  import: 'Gebruikers importeren',

  // Creating
  addLead: 'Voor mensen die je een wachtwoord wilt geven, of die met een code of identiteitsprovider inloggen.',
  how: 'Eerste keer inloggen',
  'how-none': 'Met een code of identiteitsprovider',
  'how-password': 'Met een wachtwoord dat je instelt',
  passwordHint: 'Minstens 8 tekens. Geef het op een veilige manier door.',
  mustChange: 'Moet bij het inloggen worden gewijzigd',
  verified: 'Het adres is van deze persoon: ik heb het gecontroleerd',
  verifiedHint: 'Anders wordt het met een code bevestigd.',
  created: '{name} heeft nu een account.',

  // Many at once
  disable: 'Uitschakelen',
  enable: 'Inschakelen',
  endSessions: 'Sessies beëindigen',
  disableTitleOne: '{count} gebruiker uitschakelen',
  disableTitleOther: '{count} gebruikers uitschakelen',
  disableLead: 'Ze worden meteen overal uitgelogd en kunnen pas weer inloggen als iemand ze inschakelt.',
  enableTitleOne: '{count} gebruiker inschakelen',
  enableTitleOther: '{count} gebruikers inschakelen',
  enableLead: 'Ze kunnen weer inloggen. Beëindigde sessies blijven beëindigd.',
  endSessionsTitleOne: 'De sessies van {count} gebruiker beëindigen',
  endSessionsTitleOther: 'De sessies van {count} gebruikers beëindigen',
  endSessionsLead:
    'Ze worden meteen overal uitgelogd en loggen opnieuw in. Hun apparaten worden niet meer vertrouwd en open uitnodigingen worden ingetrokken.',
  moreNames: 'en nog {count}',
  bulkProgress: '{done} van {count} klaar',
  stop: 'Stoppen',
  stopped: 'Gestopt. {count} zijn niet gewijzigd.',
  doneOne: 'Klaar voor {count} gebruiker.',
  doneOther: 'Klaar voor {count} gebruikers.',
  failedOne: 'Mislukt voor {count} gebruiker:',
  failedOther: 'Mislukt voor {count} gebruikers:',
  retry: 'Deze opnieuw proberen',
};
