// The texts of the pages in German.
import type { Words } from './en.ts';

export const texts: Words = {
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
  save: 'Speichern',
  saved: 'Gespeichert.',
  remove: 'Entfernen',

  // Sign in
  signIn: 'Anmelden',
  identifier: 'E-Mail-Adresse oder Telefonnummer',
  password: 'Passwort',

  // Codes
  code: 'Code',
  codeHint: 'Mit der letzten Ziffer wird das Formular abgeschickt.',
  codeSentHere: 'Wir haben einen Code an {identifier} gesendet. Er gilt 10 Minuten.',
  sendAgain: 'Neuen Code senden',
  sentAgain: 'Ein neuer Code ist unterwegs.',

  // Sign up
  email: 'E-Mail-Adresse',
  newPassword: 'Neues Passwort',
  passwordHint: 'Mindestens {min} Zeichen. Mehrere Wörter hintereinander sind leicht zu merken.',
  signUpClosed: 'Neue Konten gibt es nur auf Einladung. Bitten Sie jemanden in Ihrer Organisation darum.',

  // Second factor
  recoveryCode: 'Wiederherstellungscode',
  confirm: 'Bestätigen',
  useRecovery: 'Wiederherstellungscode verwenden',

  // Enrolment
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
  sendCode: 'Code senden',
  setPassword: 'Passwort festlegen',
  currentPassword: 'Aktuelles Passwort',

  // Accounts
  anotherAccount: 'Anderes Konto verwenden',
  signOut: 'Abmelden',
  signedOutTitle: 'Sie sind abgemeldet',

  // Problems
  problemTitle: 'Das hat nicht geklappt',
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
  problemLocked: 'Zu viele Versuche. Versuchen Sie es {when} noch einmal oder setzen Sie Ihr Passwort zurück.',
  problemLink: 'Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.',
  problemInactive: 'Dieses Konto ist nicht aktiv. Wenden Sie sich an Ihre Organisation.',
  problemTaken: 'Mit dieser Adresse gibt es schon ein Konto. Melden Sie sich damit an.',
  problemDomain: 'Adressen dieser Domain können hier nicht verwendet werden.',
  problemSso:
    'Mit dieser Adresse meldet man sich über den Anbieter der Organisation an. Gehen Sie zurück und wählen Sie ihn.',
  problemInput: 'Prüfen Sie Ihre Eingaben.',
  problemProvider: 'Der andere Dienst hat diese Anmeldung nicht bestätigt. Versuchen Sie es noch einmal.',
  problemLinkAccount:
    'Mit dieser Adresse gibt es schon ein Konto. Melden Sie sich dort an, und bestätigen Sie die Adresse oder verbinden Sie diese Anmeldung.',
  problemStepUp: 'Es wurde nichts geändert: Dafür ist eine frische Anmeldung nötig.',
};
