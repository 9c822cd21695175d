// The texts of the sign-in pages in German.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: 'Wo möchten Sie sich anmelden?',
  tenantLabel: 'Organisation',
  tenantHint: 'Der Kurzname, zum Beispiel acme. Er steht im Link, den Sie von Ihrer Organisation haben.',
  tenantUnknown: 'Die Organisation „{slug}“ gibt es hier nicht. Prüfen Sie den Namen.',
  findTenants: 'Meine Organisation finden',
  findHint: 'Wir schicken Ihnen Links zu den Anmeldeseiten Ihrer Organisationen.',
  findSent:
    'Wenn zu {identifier} ein Konto gehört, ist eine Nachricht mit Links zu den Organisationen unterwegs. Wenn keine kommt, versuchen Sie eine andere Adresse, oder fragen Sie Ihre Organisation nach ihrem Link.',
  knowShortName: 'Ich kenne den Kurznamen',

  // Sign in
  signInTo: 'weiter zu {name}',
  rememberMe: 'Auf diesem Gerät angemeldet bleiben',
  forgotPassword: 'Passwort vergessen?',
  useCode: 'Stattdessen mit einem Code anmelden',
  usePassword: 'Stattdessen das Passwort verwenden',
  continueWith: 'Weiter mit {name}',
  noAccount: 'Noch kein Konto?',
  signUp: 'Konto erstellen',
  getAccount: 'So bekommen Sie eins',
  haveAccount: 'Haben Sie schon ein Konto?',

  // Codes
  checkMail: 'Sehen Sie in Ihre Nachrichten',
  codeSent: 'Wenn {identifier} zu einem Konto gehört, ist ein Code dorthin unterwegs. Er gilt 10 Minuten.',

  // Sign up
  signUpTitle: 'Konto erstellen',
  verifyTitle: 'Adresse bestätigen',
  verifyLater: 'Später',
  signUpSent: 'Fast geschafft',
  signUpSentLead: 'Wenn {identifier} registriert werden kann, ist ein Code dorthin unterwegs. Er gilt 10 Minuten.',

  // Second factor
  factorTitle: 'Bestätigen Sie, dass Sie es sind',
  factorTotp: 'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
  factorEmail: 'Geben Sie den Code ein, den wir an Ihre E-Mail-Adresse gesendet haben.',
  factorSms: 'Geben Sie den Code ein, den wir an Ihr Telefon gesendet haben.',
  factorRecovery: 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder funktioniert einmal.',
  trustDevice: 'Auf diesem Gerät 30 Tage lang nicht mehr fragen',
  useTotp: 'Authenticator-App verwenden',
  useEmail: 'Code per E-Mail erhalten',
  useSms: 'Code per SMS erhalten',

  // Enrolment
  enrolTitle: 'Zwei-Faktor-Anmeldung einrichten',
  enrolRequired:
    'Ihre Organisation verlangt einen zweiten Schritt. Er schützt Ihr Konto, wenn jemand Ihr Passwort erfährt.',

  // Passwords
  resetTitle: 'Passwort zurücksetzen',
  resetLead: 'Geben Sie Ihre Adresse ein. Wir senden einen Code dorthin.',
  choosePassword: 'Neues Passwort wählen',
  passwordSet: 'Ihr Passwort ist festgelegt',
  passwordSetLead: 'Sie können sich jetzt damit anmelden.',
  mustChangeTitle: 'Eigenes Passwort wählen',
  mustChangeLead: 'Ihr Passwort wurde von der Verwaltung festgelegt. Wählen Sie eines, das nur Sie kennen.',
  invitationTitle: 'Willkommen',
  invitationLead: 'Wählen Sie ein Passwort, um das Konto {address} bei {name} zu öffnen.',
  invitationOver: 'Diese Einladung gilt nicht mehr',
  invitationOverLead:
    'Sie wurde schon benutzt oder ist abgelaufen. Wenn Sie ein Passwort gesetzt haben, melden Sie sich an. Wenn nicht, bitten Sie Ihre Organisation um eine neue Einladung.',
  linkRecovery: 'Zurück in Ihr Konto',
  linkLead: 'Erstellen Sie einen Passkey oder wählen Sie ein Passwort, um das Konto {address} bei {name} zu öffnen.',
  linkOver: 'Dieser Link gilt nicht mehr',
  linkOverLead: 'Er wurde schon benutzt oder ist abgelaufen. Bitten Sie Ihre Organisation um einen neuen.',
  passkeySet: 'Ihr Passkey ist bereit',
  linkIncomplete: 'Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht.',

  // Accounts
  chooseTitle: 'Konto wählen',
  chooseLead: 'Diese Konten sind auf diesem Gerät angemeldet.',
  signOutTitle: 'Abmelden?',
  signOutLead: 'Sie werden hier und in den Anwendungen abgemeldet, die Sie von hier geöffnet haben.',
  staySignedIn: 'Angemeldet bleiben',
  signedOutLead: 'Sie können diese Seite schließen.',
  signInAgain: 'Wieder anmelden',
  continueAs: 'Weiter als {name}',
  confirmTitle: 'Bei {tenant} als {name} anmelden?',
  confirmLead: 'Eine andere Seite hat diese Anmeldung begonnen. Sie sind als {name} angemeldet.',
  otherTenant: 'Andere Organisation',
};
