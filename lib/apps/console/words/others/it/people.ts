// Texts that the screens of users and invitations share, in Italian.
import type { en } from '../../en/people.ts';

export const texts: Record<keyof typeof en, string> = {
  chooseTenant: 'Scegli un tenant',
  tenantHint: 'Ogni account appartiene a un solo tenant.',
  role: 'Ruolo',
  addRole: 'Aggiungi un ruolo',
  rolesHint: 'Al massimo 20. I loro permessi valgono dalla prossima richiesta.',
  noRoles: 'Ancora nessun ruolo.',
  rolesOfTenant: 'Di questo tenant',
  rolesOfAll: 'Di tutti i tenant',
  phoneHint: 'Con il prefisso del paese, per esempio +39 312 345 6789.',
  invite: 'Invita una persona',
  inviteLead:
    'La persona riceve un messaggio con un link, imposta una password ed entra. Nessun altro conosce la password.',
  inviteSubmit: 'Invia l’invito',
  invited: '{name} è stato invitato.',
  inviteTo: 'Invia a',
  toEmail: 'Un indirizzo email',
  toPhone: 'Un numero di telefono',
  expires: 'Il link funziona per',
  'expires-default': 'Il tempo consueto',
  'expires-3600': '1 ora',
  'expires-86400': '1 giorno',
  'expires-259200': '3 giorni',
  'expires-604800': '7 giorni',
  active: 'Attivo',
  disabled: 'Disattivato',
  unverified: 'Non verificato',
  mfaOn: 'Secondo fattore',
  mustChange: 'Nuova password richiesta',
};
