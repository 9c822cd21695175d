// The texts of invitations in Italian.
import type { en } from '../../en/invitations.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Una persona invitata imposta una password con il link nel messaggio. Un utente ha al massimo un invito.',
  'status-pending': 'In attesa',
  'status-expired': 'Scaduto',
  'status-accepted': 'Accettato',
  'status-revoked': 'Revocato',
  person: 'Persona',
  roles: 'Ruoli',
  expires: 'Scade',
  sentOne: 'Inviato una volta',
  sentOther: 'Inviato {count} volte',
  sent: 'Inviato',
  closed: 'Chiuso',
  by: 'Invitato da',
  'by-admin': 'Amministratore',
  'by-user': 'Utente',
  'by-application': 'Applicazione',
  resend: 'Invia di nuovo',
  resent: 'Un messaggio con un nuovo link è in arrivo a {name}.',
  revoke: 'Revoca',
  revokeTitle: 'Revoca l’invito di {name}',
  revokeLead:
    'Il link smette subito di funzionare. L’account resta, senza password. Puoi inviare di nuovo l’invito più tardi.',
  revoked: 'L’invito di {name} è stato revocato.',
  none: 'Ancora nessun invito',
  noneLead: 'Invita la prima persona: riceve un messaggio con un link, imposta una password e ha i suoi ruoli.',
  noneFound: 'Nessun invito di questo tipo',
  noneFoundLead: 'Un invito resta nell’elenco fino a 90 giorni dopo l’accettazione, la revoca o la scadenza.',
  showAll: 'Mostra tutti',
};
