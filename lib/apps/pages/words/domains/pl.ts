// The texts of the domains of an organization in Polish.
import type { DomainWords } from './en.ts';

export const texts: DomainWords = {
  domainsLead:
    'Udowodnij rekordem DNS, że domena należy do was. Osoby z adresem w tej domenie znajdą wtedy tę organizację.',
  noDomains: 'Nie ma jeszcze domeny. Dodaj domenę swoich adresów e-mail.',
  addDomain: 'Dodaj domenę',
  domainName: 'Domena',
  domainHint: 'Na przykład example.com. Subdomena jest osobną domeną.',
  domainAdded: 'Dodano {name}. Utwórz rekord DNS, a potem go sprawdź.',
  domainPending: 'Czeka na rekord',
  domainVerified: 'Potwierdzona',
  domainLost: 'Utracona',
  domainLostLead: 'Ta domena była potwierdzona i już nie jest. Utwórz rekord ponownie: jego wartość się zmieniła.',
  recordLead: 'Utwórz ten rekord TXT tam, gdzie zarządza się DNS domeny.',
  recordWait: 'W pierwszym tygodniu szukamy go też co godzinę.',
  recordName: 'Nazwa rekordu TXT',
  recordValue: 'Wartość rekordu TXT',
  recordShow: 'Rekord DNS',
  recordKeep: 'Pozostaw go na miejscu: szukamy go codziennie.',
  checkNow: 'Sprawdź teraz',
  checkedFound: 'Sprawdzono {at}: rekord istnieje.',
  checkedMissing:
    'Sprawdzono {at}: rekordu nie ma. Nowy rekord może pojawić się dopiero po godzinie. Porównaj nazwę i wartość: niektórzy dostawcy sami dodają domenę do nazwy. Potem sprawdź ponownie.',
  checkedUnreachable:
    'Sprawdzono {at}: serwery nazw domeny nie dały użytecznej odpowiedzi. Spróbuj później lub zapytaj osobę, która nimi zarządza.',
  domainIsVerified: 'Domena {name} jest potwierdzona.',
  domainFailing: 'Codzienne sprawdzenia z rzędu bez rekordu: {count}. Po siódmym domena jest utracona.',
  joinTitle: 'Jak się dołącza',
  joinAsAny: 'Jak wszyscy inni',
  joinRole: 'Rejestracja, z rolą {name}',
  joinRoleOther: 'Rejestracja, z rolą',
  joinSso: 'Logowanie przez {name}',
  joinRequest: 'Proszą, a osoba decyduje',
  joinSignUpOpen: 'Rejestracja jest otwarta, więc nie trzeba prosić. Administrator usługi może ją zamknąć.',
  joinLead: 'Dla osób z adresem w {name}, które nie mają tu konta. Istniejące konta pozostają bez zmian.',
  joinHint:
    'Obowiązuje, dopóki domena jest potwierdzona. Rola wymaga otwartej rejestracji, a dostawca musi być włączony.',
  joinSaved: 'Zapisano wybór dla {name}.',
  joinGone: 'Tego wyboru już nie ma. Wybierz inny.',
  domainRemove: 'Usuń…',
  domainRemoveTitle: 'Usunąć {name}?',
  domainRemoveLead:
    'Osoby z adresem w tej domenie dołączają znów jak wszyscy inni. Istniejące konta pozostają bez zmian.',
  domainRemoved: 'Usunięto {name}.',
  domainGone: 'Domenę {name} w międzyczasie zmieniono lub usunięto.',
  domainRefused: 'Żadna organizacja nie może mieć tej domeny: każdy dostaje tam skrzynki lub nazwy.',
  domainTaken: 'Ta domena jest już na liście.',
  domainLimit: 'Jest dwadzieścia domen. Najpierw usuń jedną.',
  domainWrong: 'Wpisz domenę, na przykład example.com.',
};
