// The texts of blocked domains in French.
import type { en } from '../../en/blocked-domains.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Les adresses de ces domaines et de leurs sous-domaines ne peuvent pas obtenir de compte.',
  add: 'Bloquer des domaines',
  addLead: 'Les nouveaux comptes ne peuvent pas utiliser ces domaines. Les comptes existants restent.',
  search: 'Rechercher des domaines',
  domain: 'Domaine',
  domains: 'Domaines',
  domainsHint: 'Un par ligne, 1 000 au plus. Les sous-domaines sont inclus.',
  source: 'Source',
  manual: 'Ajouté par un administrateur',
  default: 'Liste intégrée',
  remove: 'Débloquer',
  removed: '{domain} n’est plus bloqué.',
  addedOne: '{count} domaine est maintenant bloqué.',
  addedOther: '{count} domaines sont maintenant bloqués.',
  none: 'Aucun domaine n’est bloqué',
  noneLead: 'Bloquez des domaines un par un, ou les {count} domaines d’adresses jetables que Gatehouse connaît.',
  import: 'Bloquer les adresses jetables',
  importedOne: '{count} domaine a été ajouté.',
  importedOther: '{count} domaines ont été ajoutés.',
};
