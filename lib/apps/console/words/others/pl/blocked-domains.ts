// The texts of the screen of blocked domains in Polish.
import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Adresy w tych domenach i ich subdomenach nie mogą otrzymać konta.',
  add: 'Zablokuj domeny',
  addLead: 'Nowe konta nie mogą używać tych domen. Istniejące konta pozostają.',
  search: 'Szukaj domen',
  domain: 'Domena',
  domains: 'Domeny',
  domainsHint: 'Po jednej w wierszu, najwyżej 1000. Obejmuje subdomeny.',
  source: 'Źródło',
  manual: 'Dodana przez administratora',
  default: 'Wbudowana lista',
  remove: 'Odblokuj',
  removed: 'Domena {domain} nie jest już zablokowana.',
  addedOne: 'Zablokowano {count} domenę.',
  addedOther: 'Zablokowane teraz domeny: {count}.',
  none: 'Żadna domena nie jest zablokowana',
  noneLead:
    'Zablokuj pojedyncze domeny albo wszystkie domeny adresów jednorazowych, które zna Gatehouse (łącznie {count}).',
  import: 'Zablokuj adresy jednorazowe',
  importedOne: 'Dodano {count} domenę.',
  importedOther: 'Dodane domeny: {count}.',
};
