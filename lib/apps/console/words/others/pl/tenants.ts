// The texts of the list of tenants in Polish.
import type { en } from '../../en/tenants.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Każdy tenant ma własnych użytkowników, ustawienia i stronę logowania.',
  add: 'Utwórz tenant',
  addLead: 'Działa od razu, z ustawieniami domyślnymi. Każde ustawienie można później zmienić.',
  search: 'Szukaj nazwy lub krótkiej nazwy',
  nameHint: 'Widzą ją użytkownicy na stronie logowania.',
  slug: 'Krótka nazwa',
  slugHint: 'Strony logowania znajdują po niej tenant: {url}. Małe litery, cyfry i łączniki.',
  providers: 'Dostawcy tożsamości',
  made: 'Utworzono: {name}. Określ, kto może się zarejestrować i jak się loguje.',
  none: 'Nie ma jeszcze tenantów',
  noneLead:
    'Tenant to klient, zespół lub środowisko. Jego użytkownicy należą tylko do niego. Utwórz go, a będzie można się rejestrować.',
  noneOfYours: 'Twoich tenantów już nie ma',
  noneOfYoursLead: 'O tym, które tenanty widzisz, decyduje właściciel instalacji.',
};
