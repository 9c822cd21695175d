// The texts of the pages in German.
import type { Words } from './en.ts';

export const de: Words = {
  // Parts
  working: 'Einen Moment …',
  show: 'Anzeigen',
  hide: 'Verbergen',
  showPassword: 'Passwort anzeigen',
  language: 'Sprache',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  support: 'Hilfe',
  back: 'Zurück',
  next: 'Weiter',
  cancel: 'Abbrechen',
  or: 'oder',
  change: 'Ändern',
  done: 'Fertig',

  // Tenant
  tenantTitle: 'Wo möchten Sie sich anmelden?',
  tenantLabel: 'Organisation',
  tenantHint: 'Der Kurzname, zum Beispiel acme. Er steht im Link, den Sie von Ihrer Organisation haben.',
  tenantUnknown: 'Die Organisation „{slug}“ gibt es hier nicht. Prüfen Sie den Namen.',

  // Sign in
  signIn: 'Anmelden',
  signInTo: 'weiter zu {name}',
  identifier: 'E-Mail-Adresse oder Telefonnummer',
  password: 'Passwort',
  rememberMe: 'Auf diesem Gerät angemeldet bleiben',
  forgotPassword: 'Passwort vergessen?',
  useCode: 'Stattdessen mit einem Code anmelden',
  usePassword: 'Stattdessen das Passwort verwenden',
  continueWith: 'Weiter mit {name}',
  noAccount: 'Noch kein Konto?',
  signUp: 'Konto erstellen',
  haveAccount: 'Haben Sie schon ein Konto?',

  // Codes
  code: 'Code',
  checkMail: 'Sehen Sie in Ihre Nachrichten',
  codeSent: 'Wenn {identifier} zu einem Konto gehört, ist ein Code dorthin unterwegs. Er gilt 10 Minuten.',
  codeSentHere: 'Wir haben einen Code an {identifier} gesendet. Er gilt 10 Minuten.',
  sendAgain: 'Neuen Code senden',
  sentAgain: 'Ein neuer Code ist unterwegs.',

  // Sign up
  signUpTitle: 'Konto erstellen',
  email: 'E-Mail-Adresse',
  newPassword: 'Neues Passwort',
  passwordHint: 'Mindestens {min} Zeichen. Mehrere Wörter hintereinander sind leicht zu merken.',
  verifyTitle: 'Adresse bestätigen',
  verifyLater: 'Später',
  signUpClosed: 'Neue Konten gibt es nur auf Einladung. Bitten Sie jemanden in Ihrer Organisation darum.',
  signUpSent: 'Fast geschafft',
  signUpSentLead:
    'Wenn {identifier} registriert werden kann, ist eine Nachricht mit dem nächsten Schritt dorthin unterwegs.',

  // Second factor
  factorTitle: 'Bestätigen Sie, dass Sie es sind',
  factorTotp: 'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
  factorEmail: 'Geben Sie den Code ein, den wir an Ihre E-Mail-Adresse gesendet haben.',
  factorSms: 'Geben Sie den Code ein, den wir an Ihr Telefon gesendet haben.',
  factorRecovery: 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder funktioniert einmal.',
  recoveryCode: 'Wiederherstellungscode',
  confirm: 'Bestätigen',
  trustDevice: 'Auf diesem Gerät 30 Tage lang nicht mehr fragen',
  useTotp: 'Authenticator-App verwenden',
  useEmail: 'Code per E-Mail erhalten',
  useSms: 'Code per SMS erhalten',
  useRecovery: 'Wiederherstellungscode verwenden',

  // Enrolment
  enrolTitle: 'Zwei-Faktor-Anmeldung einrichten',
  enrolRequired:
    'Ihre Organisation verlangt einen zweiten Schritt. Er schützt Ihr Konto, wenn jemand Ihr Passwort erfährt.',
  enrolScan:
    'Scannen Sie diesen Code mit einer Authenticator-App, zum Beispiel Google Authenticator, 1Password oder Aegis.',
  enrolQr: 'QR-Code für Ihre Authenticator-App',
  enrolManual: 'Oder geben Sie diesen Schlüssel in die App ein:',
  enrolCode: 'Die sechs Ziffern, die die App anzeigt',
  recoveryTitle: 'Wiederherstellungscodes sichern',
  recoveryLead:
    'Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem dieser Codes einmal anmelden. Sie werden nicht noch einmal angezeigt.',
  recoveryCodes: 'Wiederherstellungscodes',
  download: 'Herunterladen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  savedThem: 'Ich habe sie gesichert',
  recoveryFile: 'Wiederherstellungscodes von {name}',

  // Passwords
  resetTitle: 'Passwort zurücksetzen',
  resetLead: 'Geben Sie Ihre Adresse ein. Wir senden einen Code dorthin.',
  sendCode: 'Code senden',
  choosePassword: 'Neues Passwort wählen',
  setPassword: 'Passwort festlegen',
  passwordSet: 'Ihr Passwort ist festgelegt',
  passwordSetLead: 'Sie können sich jetzt damit anmelden.',
  mustChangeTitle: 'Eigenes Passwort wählen',
  mustChangeLead: 'Ihr Passwort wurde von der Verwaltung festgelegt. Wählen Sie eines, das nur Sie kennen.',
  currentPassword: 'Aktuelles Passwort',
  invitationTitle: 'Willkommen',
  invitationLead: 'Wählen Sie ein Passwort, um Ihr Konto zu öffnen.',
  linkIncomplete: 'Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht.',

  // Accounts
  chooseTitle: 'Konto wählen',
  chooseLead: 'Diese Konten sind auf diesem Gerät angemeldet.',
  anotherAccount: 'Anderes Konto verwenden',
  signedInAs: 'Angemeldet als {name}',
  signOutTitle: 'Abmelden?',
  signOutLead: 'Sie werden hier und in den Anwendungen abgemeldet, die Sie von hier geöffnet haben.',
  signOut: 'Abmelden',
  staySignedIn: 'Angemeldet bleiben',
  signedOutTitle: 'Sie sind abgemeldet',
  signedOutLead: 'Sie können diese Seite schließen.',
  signInAgain: 'Wieder anmelden',

  // Problems
  problemTitle: 'Das hat nicht geklappt',
  problemLead: 'Gehen Sie zurück zur Anwendung und versuchen Sie es noch einmal.',
  problemNetwork: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  problemOther: 'Etwas ist schiefgegangen. Versuchen Sie es gleich noch einmal.',
  problemWait: 'Das war zu oft. Versuchen Sie es {when} noch einmal.',
  problemReference: 'Referenz: {id}',
  problemExpired: 'Diese Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.',
  problemPage: 'Diese Seite gibt es nicht.',
  problemPasswordShort: 'Das Passwort ist zu kurz.',
  problemPasswordCommon: 'Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes.',
  problemPasswordContains: 'Das Passwort enthält Ihre Adresse oder den Namen der Organisation.',
  problemPasswordSame: 'Das neue Passwort muss sich vom aktuellen unterscheiden.',
  problemCredentials: 'Die Adresse oder das Passwort stimmt nicht.',
  problemCode: 'Dieser Code ist falsch oder nicht mehr gültig.',
  problemCurrent: 'Das aktuelle Passwort stimmt nicht.',
  problemLocked: 'Zu viele Versuche. Warten Sie eine Weile oder setzen Sie Ihr Passwort zurück.',
  problemLink: 'Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.',
  problemInactive: 'Dieses Konto ist nicht aktiv. Wenden Sie sich an Ihre Organisation.',
  problemTaken: 'Mit dieser Adresse gibt es schon ein Konto. Melden Sie sich damit an.',
  problemDomain: 'Adressen dieser Domain können hier nicht verwendet werden.',
  problemInput: 'Prüfen Sie Ihre Eingaben.',
  problemProvider: 'Der andere Dienst hat diese Anmeldung nicht bestätigt. Versuchen Sie es noch einmal.',
  problemLinkAccount:
    'Mit dieser Adresse gibt es schon ein Konto. Melden Sie sich dort an und bestätigen Sie zuerst die Adresse.',
};
