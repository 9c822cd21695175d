// The texts of the domains of an organization in Italian.
import type { DomainWords } from './en.ts';

export const texts: DomainWords = {
  domainsLead:
    'Dimostra con un record DNS che un dominio è tuo. Chi ha un indirizzo su quel dominio trova così questa organizzazione.',
  noDomains: 'Ancora nessun dominio. Aggiungi quello dei tuoi indirizzi e-mail.',
  addDomain: 'Aggiungi un dominio',
  domainName: 'Dominio',
  domainHint: 'Per esempio example.com. Un sottodominio è un dominio a sé.',
  domainAdded: '{name} è stato aggiunto. Crea il suo record DNS, poi controllalo.',
  domainPending: 'In attesa del record',
  domainVerified: 'Verificato',
  domainLost: 'Perso',
  domainLostLead: 'Questo dominio era verificato e non lo è più. Crea di nuovo il record: il suo valore è cambiato.',
  recordLead: 'Crea questo record TXT dove si gestisce il DNS del dominio.',
  recordWait: 'Nella prima settimana lo cerchiamo anche ogni ora.',
  recordName: 'Nome del record TXT',
  recordValue: 'Valore del record TXT',
  recordShow: 'Record DNS',
  recordKeep: 'Lascialo dov’è: lo cerchiamo ogni giorno.',
  checkNow: 'Controlla ora',
  checkedFound: 'Controllato {at}: il record c’è.',
  checkedMissing:
    'Controllato {at}: il record non c’è. Un nuovo record può impiegare fino a un’ora per apparire. Confronta nome e valore: alcuni provider aggiungono da soli il dominio al nome. Poi controlla di nuovo.',
  checkedUnreachable:
    'Controllato {at}: i server dei nomi del dominio non hanno dato una risposta utilizzabile. Riprova più tardi o chiedi a chi li gestisce.',
  domainIsVerified: '{name} è verificato.',
  domainFailing: 'Controlli giornalieri di fila senza il record: {count}. Al settimo il dominio è perso.',
  joinTitle: 'Come si entra',
  joinAsAny: 'Come tutti gli altri',
  joinRole: 'Si registrano e ricevono il ruolo {name}',
  joinRoleOther: 'Si registrano e ricevono un ruolo',
  joinSso: 'Accedono con {name}',
  joinRequest: 'Lo chiedono, e una persona decide',
  joinSignUpOpen: 'La registrazione è aperta, quindi non serve chiedere. Un amministratore del servizio può chiuderla.',
  joinLead: 'Per chi ha un indirizzo su {name} e nessun account qui. Gli account esistenti restano come sono.',
  joinHint:
    'Vale finché il dominio è verificato. Per un ruolo la registrazione deve essere aperta; un provider deve essere attivo.',
  joinSaved: 'La scelta per {name} è salvata.',
  joinGone: 'Questa scelta non c’è più. Scegline un’altra.',
  domainRemove: 'Rimuovi…',
  domainRemoveTitle: 'Rimuovere {name}?',
  domainRemoveLead:
    'Chi ha un indirizzo su quel dominio entra di nuovo come tutti gli altri. Gli account esistenti restano come sono.',
  domainRemoved: '{name} è stato rimosso.',
  domainGone: '{name} nel frattempo è stato modificato o rimosso.',
  domainRefused: 'Nessuna organizzazione può avere questo dominio: lì chiunque ottiene caselle o nomi.',
  domainTaken: 'Questo dominio è già nell’elenco.',
  domainLimit: 'Ci sono venti domini. Rimuovine prima uno.',
  domainWrong: 'Inserisci un dominio come example.com.',
};
