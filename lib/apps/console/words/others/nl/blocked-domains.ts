// The texts of the screen of blocked domains in Dutch.
import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Adressen van deze domeinen en hun subdomeinen kunnen geen account krijgen.',
  add: 'Domeinen blokkeren',
  addLead: 'Nieuwe accounts kunnen deze domeinen niet gebruiken. Bestaande accounts blijven.',
  search: 'Domeinen zoeken',
  domain: 'Domein',
  domains: 'Domeinen',
  domainsHint: 'Eén per regel, hoogstens 1.000. Subdomeinen tellen mee.',
  source: 'Bron',
  manual: 'Toegevoegd door een beheerder',
  default: 'Ingebouwde lijst',
  remove: 'Deblokkeren',
  removed: '{domain} is niet meer geblokkeerd.',
  addedOne: '{count} domein is nu geblokkeerd.',
  addedOther: '{count} domeinen zijn nu geblokkeerd.',
  none: 'Er is geen domein geblokkeerd',
  noneLead: 'Blokkeer losse domeinen, of alle {count} domeinen met wegwerpadressen die Gatehouse kent.',
  import: 'Wegwerpadressen blokkeren',
  importedOne: '{count} domein is toegevoegd.',
  importedOther: '{count} domeinen zijn toegevoegd.',
};
