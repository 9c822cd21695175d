// The texts of blocked domains in Italian.
import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Gli indirizzi di questi domini e dei loro sottodomini non possono ottenere un account.',
  add: 'Blocca domini',
  addLead: 'I nuovi account non possono usare questi domini. Gli account esistenti restano.',
  search: 'Cerca domini',
  domain: 'Dominio',
  domains: 'Domini',
  domainsHint: 'Uno per riga, al massimo 1000. I sottodomini sono inclusi.',
  source: 'Fonte',
  manual: 'Aggiunto da un amministratore',
  default: 'Elenco integrato',
  remove: 'Sblocca',
  removed: '{domain} non è più bloccato.',
  addedOne: '{count} dominio ora è bloccato.',
  addedOther: '{count} domini ora sono bloccati.',
  none: 'Nessun dominio è bloccato',
  noneLead: 'Blocca singoli domini, oppure tutti i {count} domini di indirizzi usa e getta che Gatehouse conosce.',
  import: 'Blocca gli indirizzi usa e getta',
  importedOne: '{count} dominio è stato aggiunto.',
  importedOther: '{count} domini sono stati aggiunti.',
};
