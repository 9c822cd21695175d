import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Mit einer Adresse dieser Domains oder ihrer Subdomains bekommt niemand ein Konto.',
  add: 'Domains sperren',
  addLead: 'Neue Konten können diese Domains nicht verwenden. Bestehende Konten bleiben.',
  search: 'Domains suchen',
  domain: 'Domain',
  domains: 'Domains',
  domainsHint: 'Eine pro Zeile, höchstens 1 000. Subdomains gehören dazu.',
  source: 'Herkunft',
  manual: 'Von einem Admin',
  default: 'Mitgelieferte Liste',
  remove: 'Freigeben',
  removed: '{domain} ist nicht mehr gesperrt.',
  addedOne: '{count} Domain ist jetzt gesperrt.',
  addedOther: '{count} Domains sind jetzt gesperrt.',
  none: 'Keine Domain ist gesperrt',
  noneLead: 'Sperren Sie einzelne Domains oder alle {count} Domains von Wegwerfadressen, die Gatehouse kennt.',
  import: 'Wegwerfadressen sperren',
  importedOne: '{count} Domain wurde hinzugefügt.',
  importedOther: '{count} Domains wurden hinzugefügt.',
};
