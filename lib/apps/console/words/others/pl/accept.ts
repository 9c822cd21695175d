// The texts of the page that accepts an invitation of an admin, in Polish.
import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Zostań administratorem',
  lead: 'Masz zaproszenie do konsoli tej instalacji, w roli: {role}.',
  for: 'Zaproszenie jest dla {address}. Link działa do {time}.',
  signedIn:
    'Zalogowano jako {email}. Jeśli przyjmiesz zaproszenie, ta przeglądarka będzie zalogowana jako nowy administrator.',
  submit: 'Ustaw hasło i zaloguj się',
  over: 'To zaproszenie już nie działa',
  overLead: 'Zostało użyte, cofnięte albo jest za stare. Poproś właściciela instalacji o ponowne wysłanie.',
  incomplete: 'Ten link jest niepełny',
  incompleteLead: 'Otwórz go ponownie z wiadomości lub skopiuj go w całości.',
  toConsole: 'Do konsoli',
};
