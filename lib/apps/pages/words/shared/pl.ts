// The texts of the pages in Polish.
import type { Words } from './en.ts';

export const texts: Words = {
  // Parts
  working: 'Chwileczkę…',
  show: 'Pokaż',
  hide: 'Ukryj',
  showPassword: 'Pokaż hasło',
  language: 'Język',
  terms: 'Regulamin',
  privacy: 'Prywatność',
  support: 'Pomoc',
  back: 'Wstecz',
  next: 'Dalej',
  cancel: 'Anuluj',
  or: 'lub',
  change: 'Zmień',
  save: 'Zapisz',
  saved: 'Zapisano.',
  remove: 'Usuń',

  // Sign in
  signIn: 'Zaloguj się',
  identifier: 'Adres e-mail lub numer telefonu',
  password: 'Hasło',

  // Codes
  code: 'Kod',
  codeHint: 'Formularz zostanie wysłany po wpisaniu ostatniej cyfry.',
  codeSentHere: 'Kod został wysłany na {identifier}. Jest ważny 10 minut.',
  sendAgain: 'Wyślij kolejny kod',
  sentAgain: 'Wysłaliśmy kolejny kod.',

  // Sign up
  email: 'Adres e-mail',
  newPassword: 'Nowe hasło',
  passwordHint: 'Minimalna liczba znaków: {min}. Kilka słów razem łatwo zapamiętać.',
  signUpClosed: 'Nowe konta są tylko na zaproszenie. Poproś o nie kogoś ze swojej organizacji.',

  // Second factor
  recoveryCode: 'Kod odzyskiwania',
  confirm: 'Potwierdź',
  useRecovery: 'Użyj kodu odzyskiwania',

  // Enrolment
  enrolScan: 'Zeskanuj ten kod aplikacją uwierzytelniającą, na przykład Google Authenticator, 1Password lub Aegis.',
  enrolQr: 'Kod QR dla aplikacji uwierzytelniającej',
  enrolManual: 'Lub wpisz ten klucz w aplikacji:',
  enrolCode: 'Sześć cyfr z aplikacji',
  recoveryTitle: 'Zapisz kody odzyskiwania',
  recoveryLead: 'Jeśli stracisz telefon, każdym z tych kodów zalogujesz się jeden raz. Nie pokażemy ich ponownie.',
  recoveryCodes: 'Kody odzyskiwania',
  download: 'Pobierz',
  copy: 'Kopiuj',
  copied: 'Skopiowano',
  savedThem: 'Kody są zapisane',
  recoveryFile: 'Kody odzyskiwania: {name}',

  // Passwords
  sendCode: 'Wyślij kod',
  setPassword: 'Ustaw hasło',
  currentPassword: 'Obecne hasło',

  // Accounts
  anotherAccount: 'Użyj innego konta',
  signOut: 'Wyloguj się',
  signedOutTitle: 'Wylogowano',

  // Problems
  problemTitle: 'Nie udało się',
  problemNetwork: 'Nie można połączyć się z usługą. Sprawdź połączenie i spróbuj ponownie.',
  problemOther: 'Coś poszło nie tak. Spróbuj ponownie za chwilę.',
  problemWait: 'Zbyt wiele prób. Spróbuj ponownie {when}.',
  problemReference: 'Numer zgłoszenia: {id}',
  problemExpired: 'Logowanie trwało zbyt długo. Zacznij od nowa.',
  problemPage: 'Nie ma takiej strony.',
  problemPasswordShort: 'Hasło jest za krótkie.',
  problemPasswordCommon: 'To hasło łatwo odgadnąć. Wybierz inne.',
  problemPasswordContains: 'Hasło zawiera Twój adres lub nazwę organizacji.',
  problemPasswordSame: 'Nowe hasło musi różnić się od obecnego.',
  problemCredentials: 'Adres lub hasło są nieprawidłowe.',
  problemCode: 'Ten kod jest nieprawidłowy lub nieważny.',
  problemCurrent: 'Obecne hasło jest nieprawidłowe.',
  problemLocked: 'Zbyt wiele prób. Spróbuj ponownie {when} lub zresetuj hasło.',
  problemLink: 'Ten link jest już nieważny. Poproś o nowy.',
  problemInactive: 'To konto nie jest aktywne. Skontaktuj się ze swoją organizacją.',
  problemTaken: 'Konto z tym adresem już istnieje. Zaloguj się na nie.',
  problemDomain: 'Adresów z tej domeny nie można tu używać.',
  problemSso: 'Z tym adresem logowanie odbywa się przez dostawcę organizacji. Wróć i wybierz go.',
  problemInput: 'Sprawdź wpisane dane.',
  problemProvider: 'Druga usługa nie potwierdziła logowania. Spróbuj ponownie.',
  problemLinkAccount:
    'Konto z tym adresem już istnieje. Zaloguj się na nie i potwierdź adres lub połącz tam to logowanie.',
  problemStepUp: 'Nic nie zmieniono: potrzebne jest niedawne logowanie.',
};
