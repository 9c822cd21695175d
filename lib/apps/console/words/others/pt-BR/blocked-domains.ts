// The texts of the screen of blocked domains in Brazilian Portuguese.
import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Endereços destes domínios e de seus subdomínios não podem ter uma conta.',
  add: 'Bloquear domínios',
  addLead: 'Novas contas não podem usar estes domínios. As contas existentes permanecem.',
  search: 'Buscar domínios',
  domain: 'Domínio',
  domains: 'Domínios',
  domainsHint: 'Um por linha, no máximo 1.000. Os subdomínios estão incluídos.',
  source: 'Origem',
  manual: 'Adicionado por um administrador',
  default: 'Lista integrada',
  remove: 'Desbloquear',
  removed: '{domain} não está mais bloqueado.',
  addedOne: '{count} domínio foi bloqueado.',
  addedOther: '{count} domínios foram bloqueados.',
  none: 'Nenhum domínio está bloqueado',
  noneLead:
    'Bloqueie domínios específicos ou todos os {count} domínios de endereços descartáveis que o Gatehouse conhece.',
  import: 'Bloquear endereços descartáveis',
  importedOne: '{count} domínio foi adicionado.',
  importedOther: '{count} domínios foram adicionados.',
};
