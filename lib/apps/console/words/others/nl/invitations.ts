// The texts of the screen of invitations in Dutch.
import type { en } from '../../en/invitations.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Wie is uitgenodigd, stelt met de link in het bericht een wachtwoord in. Een gebruiker heeft hoogstens één uitnodiging.',
  'status-pending': 'Open',
  'status-expired': 'Verlopen',
  'status-accepted': 'Geaccepteerd',
  'status-revoked': 'Ingetrokken',
  person: 'Persoon',
  roles: 'Rollen',
  expires: 'Verloopt',
  sentOne: 'Eén keer verstuurd',
  sentOther: '{count} keer verstuurd',
  sent: 'Verstuurd',
  closed: 'Afgesloten',
  by: 'Uitgenodigd door',
  'by-admin': 'Beheerder',
  'by-user': 'Gebruiker',
  'by-application': 'Applicatie',
  resend: 'Opnieuw versturen',
  resent: 'Een bericht met een nieuwe link is onderweg naar {name}.',
  revoke: 'Intrekken',
  revokeTitle: 'De uitnodiging van {name} intrekken',
  revokeLead:
    'De link werkt meteen niet meer. Het account blijft, zonder wachtwoord. Je kunt de uitnodiging later opnieuw versturen.',
  revoked: 'De uitnodiging van {name} is ingetrokken.',
  none: 'Nog geen uitnodigingen',
  noneLead:
    'Nodig de eerste persoon uit: die krijgt een bericht met een link, stelt een wachtwoord in en heeft dan de rollen.',
  noneFound: 'Geen uitnodigingen gevonden',
  noneFoundLead: 'Een uitnodiging staat hier tot 90 dagen nadat ze is geaccepteerd, ingetrokken of verlopen.',
  showAll: 'Alle tonen',
};
