// The texts of the page that accepts an invitation of an admin, in Italian.
import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Diventa amministratore',
  lead: 'Hai ricevuto un invito alla console di questa installazione, come {role}.',
  for: 'L’invito è per {address}. Il suo link funziona fino al {time}.',
  signedIn:
    'Hai effettuato l’accesso come {email}. Se accetti, in questo browser l’accesso passa al nuovo amministratore.',
  submit: 'Imposta la password e accedi',
  over: 'Questo invito non è più valido',
  overLead:
    'È stato usato o revocato, oppure è troppo vecchio. Chiedi a un proprietario dell’installazione di inviarlo di nuovo.',
  incomplete: 'Questo link è incompleto',
  incompleteLead: 'Aprilo di nuovo dal messaggio, oppure copialo per intero.',
  toConsole: 'Vai alla console',
};
