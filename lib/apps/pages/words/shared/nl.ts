// The texts of the pages in Dutch.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: 'Een ogenblik…',
  show: 'Tonen',
  hide: 'Verbergen',
  showPassword: 'Wachtwoord tonen',
  language: 'Taal',
  terms: 'Voorwaarden',
  privacy: 'Privacy',
  support: 'Hulp',
  back: 'Terug',
  next: 'Doorgaan',
  cancel: 'Annuleren',
  or: 'of',
  change: 'Wijzigen',
  save: 'Opslaan',
  saved: 'Opgeslagen.',
  remove: 'Verwijderen',

  // Sign in
  signIn: 'Inloggen',
  identifier: 'E-mailadres of telefoonnummer',
  password: 'Wachtwoord',

  // Codes
  code: 'Code',
  codeHint: 'Met het laatste cijfer wordt het formulier verzonden.',
  codeSentHere: 'We hebben een code naar {identifier} gestuurd. De code is 10 minuten geldig.',
  sendAgain: 'Nieuwe code sturen',
  sentAgain: 'Er is een nieuwe code verzonden.',

  // Sign up
  email: 'E-mailadres',
  newPassword: 'Nieuw wachtwoord',
  passwordHint: 'Minstens {min} tekens. Een paar woorden achter elkaar zijn makkelijk te onthouden.',
  signUpClosed: 'Een nieuw account kan alleen op uitnodiging. Vraag iemand in je organisatie om je uit te nodigen.',

  // Second factor
  recoveryCode: 'Herstelcode',
  confirm: 'Bevestigen',
  useRecovery: 'Herstelcode gebruiken',

  // Enrolment
  enrolScan: 'Scan deze code met een authenticator-app, zoals Google Authenticator, 1Password of Aegis.',
  enrolQr: 'QR-code voor je authenticator-app',
  enrolManual: 'Of typ deze sleutel in de app:',
  enrolCode: 'De zes cijfers die de app toont',
  recoveryTitle: 'Bewaar je herstelcodes',
  recoveryLead:
    'Als je je telefoon kwijtraakt, kun je met elk van deze codes één keer inloggen. Ze worden niet opnieuw getoond.',
  recoveryCodes: 'Herstelcodes',
  download: 'Downloaden',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  savedThem: 'Ik heb ze bewaard',
  recoveryFile: 'Herstelcodes van {name}',

  // Passwords
  sendCode: 'Code sturen',
  setPassword: 'Wachtwoord instellen',
  currentPassword: 'Huidig wachtwoord',

  // Accounts
  anotherAccount: 'Ander account gebruiken',
  signOut: 'Uitloggen',
  signedOutTitle: 'Je bent uitgelogd',

  // Problems
  problemTitle: 'Dat is niet gelukt',
  problemNetwork: 'De dienst is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
  problemOther: 'Er ging iets mis. Probeer het zo opnieuw.',
  problemWait: 'Dat was te vaak. Probeer het {when} opnieuw.',
  problemReference: 'Referentie: {id}',
  problemExpired: 'Het inloggen duurde te lang. Begin opnieuw.',
  problemPage: 'Deze pagina bestaat niet.',
  problemPasswordShort: 'Het wachtwoord is te kort.',
  problemPasswordCommon: 'Dit wachtwoord is makkelijk te raden. Kies een ander.',
  problemPasswordContains: 'Het wachtwoord bevat je adres of de naam van de organisatie.',
  problemPasswordSame: 'Het nieuwe wachtwoord moet anders zijn dan het huidige.',
  problemCredentials: 'Het adres of het wachtwoord klopt niet.',
  problemCode: 'Deze code klopt niet of is niet meer geldig.',
  problemCurrent: 'Het huidige wachtwoord klopt niet.',
  problemLocked: 'Te veel pogingen. Probeer het {when} opnieuw of stel je wachtwoord opnieuw in.',
  problemLink: 'Deze link is niet meer geldig. Vraag een nieuwe aan.',
  problemInactive: 'Dit account is niet actief. Neem contact op met je organisatie.',
  problemTaken: 'Er is al een account met dit adres. Log daarmee in.',
  problemDomain: 'Adressen van dit domein kunnen hier niet worden gebruikt.',
  problemSso: 'Met dit adres logt u in via de provider van uw organisatie. Ga terug en kies die.',
  problemInput: 'Controleer wat je hebt ingevuld.',
  problemProvider: 'De andere dienst heeft deze inlogpoging niet bevestigd. Probeer het opnieuw.',
  problemLinkAccount:
    'Er is al een account met dit adres. Log daarop in en bevestig het adres of koppel daar deze inlogmethode.',
  problemStepUp: 'Er is niets gewijzigd: hiervoor moet je kort geleden zijn ingelogd.',
};
