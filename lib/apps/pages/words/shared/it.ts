// The texts of the pages in Italian.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: 'Un attimo…',
  show: 'Mostra',
  hide: 'Nascondi',
  showPassword: 'Mostra la password',
  language: 'Lingua',
  terms: 'Termini',
  privacy: 'Privacy',
  support: 'Assistenza',
  back: 'Indietro',
  next: 'Continua',
  cancel: 'Annulla',
  or: 'oppure',
  change: 'Modifica',
  save: 'Salva',
  saved: 'Salvato.',
  remove: 'Rimuovi',

  // Sign in
  signIn: 'Accedi',
  identifier: 'Indirizzo email o numero di telefono',
  password: 'Password',

  // Codes
  code: 'Codice',
  codeHint: 'Il modulo viene inviato con l’ultima cifra.',
  codeSentHere: 'Abbiamo inviato un codice a {identifier}. È valido per 10 minuti.',
  sendAgain: 'Invia un altro codice',
  sentAgain: 'Abbiamo inviato un altro codice.',

  // Sign up
  email: 'Indirizzo email',
  newPassword: 'Nuova password',
  passwordHint: 'Almeno {min} caratteri. Alcune parole di seguito sono facili da ricordare.',
  signUpClosed: 'I nuovi account sono solo su invito. Chiedilo a qualcuno della tua organizzazione.',

  // Second factor
  recoveryCode: 'Codice di recupero',
  confirm: 'Conferma',
  useRecovery: 'Usa un codice di recupero',

  // Enrolment
  enrolScan: 'Scansiona questo codice con un’app di autenticazione, come Google Authenticator, 1Password o Aegis.',
  enrolQr: 'Codice QR per la tua app di autenticazione',
  enrolManual: 'Oppure inserisci questa chiave nell’app:',
  enrolCode: 'Le sei cifre mostrate dall’app',
  recoveryTitle: 'Salva i codici di recupero',
  recoveryLead:
    'Se perdi il telefono, con ciascuno di questi codici puoi accedere una volta. Non verranno mostrati di nuovo.',
  recoveryCodes: 'Codici di recupero',
  download: 'Scarica',
  copy: 'Copia',
  copied: 'Copiato',
  savedThem: 'Li ho salvati',
  recoveryFile: 'Codici di recupero di {name}',

  // Passwords
  sendCode: 'Invia un codice',
  setPassword: 'Imposta la password',
  currentPassword: 'Password attuale',

  // Accounts
  anotherAccount: 'Usa un altro account',
  signOut: 'Esci',
  signedOutTitle: 'Hai effettuato l’uscita',

  // Problems
  problemTitle: 'Qualcosa non ha funzionato',
  problemNetwork: 'Il servizio non è raggiungibile. Controlla la connessione e riprova.',
  problemOther: 'Si è verificato un errore. Riprova tra poco.',
  problemWait: 'Troppi tentativi. Riprova {when}.',
  problemReference: 'Riferimento: {id}',
  problemExpired: 'Questo accesso ha richiesto troppo tempo. Ricomincia.',
  problemPage: 'Questa pagina non esiste.',
  problemPasswordShort: 'La password è troppo corta.',
  problemPasswordCommon: 'Questa password è facile da indovinare. Scegline un’altra.',
  problemPasswordContains: 'La password contiene il tuo indirizzo o il nome dell’organizzazione.',
  problemPasswordSame: 'La nuova password deve essere diversa da quella attuale.',
  problemCredentials: 'L’indirizzo o la password non è corretta.',
  problemCode: 'Questo codice non è corretto o non è più valido.',
  problemCurrent: 'La password attuale non è corretta.',
  problemLocked: 'Troppi tentativi. Riprova {when} o reimposta la password.',
  problemLink: 'Questo link non è più valido. Richiedine uno nuovo.',
  problemInactive: 'Questo account non è attivo. Contatta la tua organizzazione.',
  problemTaken: 'Esiste già un account con questo indirizzo. Accedi con quello.',
  problemDomain: 'Gli indirizzi di questo dominio non si possono usare qui.',
  problemSso: 'Con questo indirizzo si accede tramite il provider dell’organizzazione. Torna indietro e sceglilo.',
  problemInput: 'Controlla i dati inseriti.',
  problemProvider: 'L’altro servizio non ha confermato questo accesso. Riprova.',
  problemLinkAccount:
    'Esiste già un account con questo indirizzo. Accedi con quello, poi verifica l’indirizzo o collega lì questo accesso.',
  problemStepUp: 'Non è cambiato nulla: serve un accesso recente.',
};
