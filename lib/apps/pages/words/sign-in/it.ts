// The texts of the sign-in pages in Italian.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: 'Dove vuoi accedere?',
  tenantLabel: 'Organizzazione',
  tenantHint: 'Il nome breve, per esempio acme. È nel link che ti ha dato la tua organizzazione.',
  tenantUnknown: 'Qui non esiste l’organizzazione “{slug}”. Controlla il nome.',
  findTenants: 'Trova la mia organizzazione',
  findHint: 'Ti inviamo i link alle pagine di accesso delle tue organizzazioni.',
  findSent:
    'Se {identifier} appartiene a un account, riceverai un messaggio con i link alle sue organizzazioni. Se non arriva, prova un altro indirizzo o chiedi il link alla tua organizzazione.',
  knowShortName: 'Conosco il nome breve',

  // Sign in
  signInTo: 'per continuare su {name}',
  rememberMe: 'Mantieni l’accesso su questo dispositivo',
  forgotPassword: 'Hai dimenticato la password?',
  useCode: 'Accedi con un codice',
  usePassword: 'Usa la password',
  continueWith: 'Continua con {name}',
  noAccount: 'Non hai ancora un account?',
  signUp: 'Crea un account',
  getAccount: 'Come ottenerne uno',
  haveAccount: 'Hai già un account?',

  // Codes
  checkMail: 'Controlla i tuoi messaggi',
  codeSent: 'Se {identifier} corrisponde a un account, abbiamo inviato un codice. È valido per 10 minuti.',

  // Sign up
  signUpTitle: 'Crea il tuo account',
  verifyTitle: 'Verifica il tuo indirizzo',
  verifyLater: 'Non ora',
  signUpSent: 'Ci siamo quasi',
  signUpSentLead: 'Se {identifier} può essere registrato, abbiamo inviato un codice. È valido per 10 minuti.',

  // Second factor
  factorTitle: 'Conferma la tua identità',
  factorTotp: 'Inserisci il codice mostrato dalla tua app di autenticazione.',
  factorEmail: 'Inserisci il codice che abbiamo inviato al tuo indirizzo email.',
  factorSms: 'Inserisci il codice che abbiamo inviato al tuo telefono.',
  factorRecovery: 'Inserisci uno dei tuoi codici di recupero. Funziona una sola volta.',
  trustDevice: 'Non chiedere più su questo dispositivo per 30 giorni',
  useTotp: 'Usa l’app di autenticazione',
  useEmail: 'Ricevi un codice via email',
  useSms: 'Ricevi un codice via SMS',

  // Enrolment
  enrolTitle: 'Configura l’accesso in due passaggi',
  enrolRequired:
    'La tua organizzazione richiede un secondo passaggio. Protegge il tuo account se qualcuno scopre la tua password.',

  // Passwords
  resetTitle: 'Reimposta la password',
  resetLead: 'Inserisci il tuo indirizzo. Ti invieremo un codice.',
  choosePassword: 'Scegli una nuova password',
  passwordSet: 'La password è impostata',
  passwordSetLead: 'Ora puoi usarla per accedere.',
  mustChangeTitle: 'Scegli la tua password',
  mustChangeLead: 'La tua password è stata impostata da un amministratore. Scegline una che conosci solo tu.',
  invitationTitle: 'Ti diamo il benvenuto',
  invitationLead: 'Scegli una password per aprire l’account {address} presso {name}.',
  invitationOver: 'Questo invito non è più valido',
  invitationOverLead:
    'È già stato usato o è scaduto. Se hai impostato una password, accedi. Altrimenti chiedi un nuovo invito alla tua organizzazione.',
  linkRecovery: 'Recupera l’accesso al tuo account',
  linkLead: 'Crea una passkey o scegli una password per aprire l’account {address} presso {name}.',
  linkOver: 'Questo link non è più valido',
  linkOverLead: 'È già stato usato o è scaduto. Chiedine uno nuovo alla tua organizzazione.',
  passkeySet: 'La tua passkey è pronta',
  linkIncomplete: 'Questo link è incompleto. Aprilo di nuovo dal messaggio.',

  // Accounts
  chooseTitle: 'Scegli un account',
  chooseLead: 'Su questo dispositivo è stato effettuato l’accesso con questi account.',
  signOutTitle: 'Vuoi uscire?',
  signOutLead: 'Uscirai da qui e dalle applicazioni che hai aperto da qui.',
  staySignedIn: 'Resta connesso',
  signedOutLead: 'Puoi chiudere questa pagina.',
  signInAgain: 'Accedi di nuovo',
  continueAs: 'Continua come {name}',
  confirmTitle: 'Accedere a {tenant} come {name}?',
  confirmLead: 'Un’altra pagina ha avviato questo accesso. L’account in uso è {name}.',
  otherTenant: 'Altra organizzazione',
};
