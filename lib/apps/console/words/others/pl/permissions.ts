// The texts of the screen of permissions in Polish.
import type { en } from '../../en/permissions.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Uprawnienie nazywa jedno dozwolone działanie. Role mają uprawnienia, a użytkownicy i maszyny mają role.',
  create: 'Utwórz uprawnienie',
  createLead: 'Nie pozwala na nic, dopóki nie ma go jakaś rola.',
  created: 'Utworzono: {name}. Dodaj je do roli.',
  edit: 'Zmień: {name}',
  nameHint: 'W postaci zasób.działanie, na przykład posts.edit. Małe litery, cyfry i łączniki.',
  renameHint:
    'Każda rola z tym uprawnieniem od razu dostaje nową nazwę. Inne usługi mogą decydować na podstawie starej.',
  description: 'Opis',
  category: 'Kategoria',
  categoryHint: 'Nagłówek, pod którym łatwo je znaleźć.',
  noCategory: 'Brak',
  guard: 'Guard',
  guardHint: 'Przestrzeń nazw. Użytkownicy mają role i uprawnienia guarda web.',
  roles: 'Role',
  search: 'Szukaj nazw i opisów',
  saved: 'Zmieniono: {name}.',
  delete: 'Usuń: {name}',
  deleteLead: 'Tego uprawnienia nie można przywrócić.',
  losesOne: '{count} rola od razu je traci: {names}.',
  losesOther: 'Liczba ról, które od razu je tracą: {count} ({names}).',
  deleted: 'Usunięto: {name}.',
  none: 'Nie ma jeszcze uprawnień',
  noneLead:
    'Utwórz je dla każdego działania, o którym decyduje Twoja aplikacja, na przykład posts.edit lub invoices.read.',
};
