// The texts of the screen of users in Polish.
import type { en } from '../../en/users.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Każde konto należy do jednego tenanta. Otwórz konto, aby zobaczyć, dlaczego logowanie się nie udaje.',
  search: 'Szukaj po adresie, nazwie lub identyfikatorze',
  'status-active': 'Aktywne',
  'status-inactive': 'Wyłączone',
  'status-verified': 'Adres potwierdzony',
  'status-unverified': 'Niepotwierdzone',
  address: 'Adres',
  roles: 'Role',
  foundOne: '{count} użytkownik',
  foundOther: 'Użytkownicy: {count}',
  foundMany: 'Użytkownicy: ponad {count}',
  add: 'Utwórz użytkownika',
  none: 'Nie ma jeszcze użytkowników',
  noneLead: 'Konto powstaje, gdy ktoś się zarejestruje, gdy go zaprosisz albo gdy je utworzysz.',
  nothingLead:
    'Wyszukiwanie znajduje początek adresu, numeru telefonu lub słowa w nazwie oraz cały identyfikator. Filtry zawężają je dalej.',
  clear: 'Wyczyść wyszukiwanie i filtry',
  import: 'Importuj użytkowników',

  // Creating
  addLead: 'Dla osób, którym chcesz nadać hasło lub które logują się kodem albo przez dostawcę tożsamości.',
  how: 'Pierwsze logowanie',
  'how-none': 'Kodem lub przez dostawcę tożsamości',
  'how-password': 'Hasłem, które ustawisz',
  passwordHint: 'Co najmniej 8 znaków. Przekaż je w bezpieczny sposób.',
  mustChange: 'Trzeba je zmienić przy logowaniu',
  verified: 'Adres należy do tej osoby: sprawdzono',
  verifiedHint: 'W przeciwnym razie zostanie potwierdzony kodem.',
  created: '{name} ma teraz konto.',

  // Many at once
  disable: 'Wyłącz',
  enable: 'Włącz',
  endSessions: 'Zakończ sesje',
  disableTitleOne: 'Wyłącz {count} użytkownika',
  disableTitleOther: 'Wyłącz użytkowników: {count}',
  disableLead: 'Są od razu wszędzie wylogowani i nie mogą się zalogować, dopóki ktoś ich nie włączy.',
  enableTitleOne: 'Włącz {count} użytkownika',
  enableTitleOther: 'Włącz użytkowników: {count}',
  enableLead: 'Mogą się znowu zalogować. Zakończone sesje pozostają zakończone.',
  endSessionsTitleOne: 'Zakończ sesje {count} użytkownika',
  endSessionsTitleOther: 'Zakończ sesje użytkowników: {count}',
  endSessionsLead:
    'Są od razu wszędzie wylogowani i logują się ponownie. Ich urządzenia nie są już zaufane, a otwarte zaproszenia zostają cofnięte.',
  moreNames: 'i jeszcze {count}',
  bulkProgress: 'Gotowe: {done} z {count}',
  stop: 'Zatrzymaj',
  stopped: 'Zatrzymano. Niezmienieni użytkownicy: {count}.',
  doneOne: 'Gotowe dla {count} użytkownika.',
  doneOther: 'Gotowe, użytkownicy: {count}.',
  failedOne: 'Nie udało się dla {count} użytkownika:',
  failedOther: 'Nie udało się, użytkownicy: {count}:',
  retry: 'Spróbuj ponownie dla tych',
};
