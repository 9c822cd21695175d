// The texts of users in Italian.
import type { en } from '../../en/users.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Ogni account appartiene a un solo tenant. Aprine uno per vedere perché non può accedere.',
  search: 'Cerca per indirizzo, nome o ID',
  'status-active': 'Attivo',
  'status-inactive': 'Disattivato',
  'status-verified': 'Indirizzo verificato',
  'status-unverified': 'Non verificato',
  address: 'Indirizzo',
  roles: 'Ruoli',
  foundOne: '{count} utente',
  foundOther: '{count} utenti',
  foundMany: 'Più di {count} utenti',
  add: 'Crea un utente',
  none: 'Ancora nessun utente',
  noneLead: 'Le persone ottengono un account quando si registrano, quando le inviti o quando lo crei tu.',
  nothingLead:
    'La ricerca trova l’inizio di un indirizzo, di un numero di telefono o di una parola del nome, e un ID completo. I filtri la restringono.',
  clear: 'Cancella ricerca e filtri',
  import: 'Importa utenti',

  // Creating
  addLead: 'Per le persone a cui vuoi dare una password, o che accedono con un codice o un provider di identità.',
  how: 'Come accedono la prima volta',
  'how-none': 'Con un codice o un provider di identità',
  'how-password': 'Con una password che imposti tu',
  passwordHint: 'Almeno 8 caratteri. Comunicala in modo sicuro.',
  mustChange: 'Deve cambiarla quando accede',
  verified: 'L’indirizzo è suo: l’ho controllato',
  verifiedHint: 'Altrimenti la persona lo verifica con un codice.',
  created: '{name} ora ha un account.',

  // Many at once
  disable: 'Disattiva',
  enable: 'Riattiva',
  endSessions: 'Termina le sessioni',
  disableTitleOne: 'Disattiva {count} utente',
  disableTitleOther: 'Disattiva {count} utenti',
  disableLead: 'Vengono subito disconnessi ovunque e non possono accedere finché qualcuno non li riattiva.',
  enableTitleOne: 'Riattiva {count} utente',
  enableTitleOther: 'Riattiva {count} utenti',
  enableLead: 'Possono di nuovo accedere. Le sessioni terminate restano terminate.',
  endSessionsTitleOne: 'Termina le sessioni di {count} utente',
  endSessionsTitleOther: 'Termina le sessioni di {count} utenti',
  endSessionsLead:
    'Vengono subito disconnessi ovunque e accedono di nuovo. I loro dispositivi non sono più attendibili, e gli inviti aperti vengono revocati.',
  moreNames: 'e altri {count}',
  bulkProgress: '{done} di {count} completati',
  stop: 'Interrompi',
  stopped: 'Interrotto. Non modificati: {count}.',
  doneOne: 'Fatto per {count} utente.',
  doneOther: 'Fatto per {count} utenti.',
  failedOne: 'Non riuscito per {count} utente:',
  failedOther: 'Non riuscito per {count} utenti:',
  retry: 'Riprova con questi',
};
