// The texts of the sign-in pages in Polish.
import type { SignInWords } from './en.ts';

export const texts: SignInWords = {
  // Tenant
  tenantTitle: 'Gdzie chcesz się zalogować?',
  tenantLabel: 'Organizacja',
  tenantHint: 'Krótka nazwa, na przykład acme. Jest w linku otrzymanym od organizacji.',
  tenantUnknown: 'Nie ma tu organizacji „{slug}”. Sprawdź nazwę.',
  findTenants: 'Znajdź moją organizację',
  findHint: 'Wyślemy Ci linki do stron logowania Twoich organizacji.',
  findSent:
    'Jeśli {identifier} należy do konta, wysłaliśmy wiadomość z linkami do organizacji. Jeśli nie dotrze, spróbuj z innym adresem albo poproś organizację o link.',
  knowShortName: 'Znam krótką nazwę',

  // Sign in
  signInTo: 'aby przejść do {name}',
  rememberMe: 'Nie wylogowuj mnie na tym urządzeniu',
  forgotPassword: 'Nie pamiętasz hasła?',
  useCode: 'Zaloguj się kodem',
  usePassword: 'Użyj hasła',
  continueWith: 'Kontynuuj z {name}',
  noAccount: 'Nie masz jeszcze konta?',
  signUp: 'Utwórz konto',
  getAccount: 'Jak je uzyskać',
  haveAccount: 'Masz już konto?',

  // Codes
  checkMail: 'Sprawdź wiadomości',
  codeSent: 'Jeśli {identifier} należy do konta, wysłaliśmy tam kod. Jest ważny 10 minut.',

  // Sign up
  signUpTitle: 'Utwórz konto',
  verifyTitle: 'Potwierdź swój adres',
  verifyLater: 'Nie teraz',
  signUpSent: 'Już prawie',
  signUpSentLead: 'Jeśli {identifier} można zarejestrować, wysłaliśmy tam kod. Jest ważny 10 minut.',

  // Second factor
  factorTitle: 'Potwierdź, że to Ty',
  factorTotp: 'Wpisz kod z aplikacji uwierzytelniającej.',
  factorEmail: 'Wpisz kod, który wysłaliśmy na Twój adres e-mail.',
  factorSms: 'Wpisz kod, który wysłaliśmy na Twój telefon.',
  factorRecovery: 'Wpisz jeden z kodów odzyskiwania. Każdy działa raz.',
  trustDevice: 'Nie pytaj ponownie na tym urządzeniu przez 30 dni',
  useTotp: 'Użyj aplikacji uwierzytelniającej',
  useEmail: 'Otrzymaj kod e-mailem',
  useSms: 'Otrzymaj kod SMS-em',

  // Enrolment
  enrolTitle: 'Skonfiguruj logowanie dwuetapowe',
  enrolRequired: 'Twoja organizacja wymaga drugiego kroku. Chroni on konto, gdy ktoś pozna Twoje hasło.',

  // Passwords
  resetTitle: 'Zresetuj hasło',
  resetLead: 'Wpisz swój adres. Wyślemy na niego kod.',
  choosePassword: 'Wybierz nowe hasło',
  passwordSet: 'Hasło zostało ustawione',
  passwordSetLead: 'Możesz się teraz nim zalogować.',
  mustChangeTitle: 'Wybierz własne hasło',
  mustChangeLead: 'Twoje hasło ustawił administrator. Wybierz takie, które znasz tylko Ty.',
  invitationTitle: 'Witamy',
  invitationLead: 'Wybierz hasło, aby otworzyć konto {address} w {name}.',
  invitationOver: 'To zaproszenie już nie działa',
  invitationOverLead:
    'Zostało już użyte albo wygasło. Jeśli masz już ustawione hasło, zaloguj się. Jeśli nie, poproś swoją organizację o nowe zaproszenie.',
  linkRecovery: 'Odzyskaj dostęp do konta',
  linkLead: 'Utwórz klucz dostępu lub wybierz hasło, aby otworzyć konto {address} w {name}.',
  linkOver: 'Ten link już nie działa',
  linkOverLead: 'Został już użyty albo wygasł. Poproś swoją organizację o nowy.',
  passkeySet: 'Twój klucz dostępu jest gotowy',
  linkIncomplete: 'Ten link jest niepełny. Otwórz go ponownie z wiadomości.',

  // Accounts
  chooseTitle: 'Wybierz konto',
  chooseLead: 'Te konta są zalogowane na tym urządzeniu.',
  signOutTitle: 'Wylogować?',
  signOutLead: 'Nastąpi wylogowanie tutaj i z aplikacji otwartych z tego miejsca.',
  staySignedIn: 'Nie wylogowuj',
  signedOutLead: 'Możesz zamknąć tę stronę.',
  signInAgain: 'Zaloguj się ponownie',
  continueAs: 'Kontynuuj jako {name}',
  confirmTitle: 'Zalogować się do {tenant} jako {name}?',
  confirmLead: 'To logowanie rozpoczęła inna strona. Bieżące konto: {name}.',
  otherTenant: 'Inna organizacja',
};
