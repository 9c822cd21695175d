// The texts of the list of tenants in French.
import type { en } from '../../en/tenants.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Chaque tenant a ses propres utilisateurs, paramètres et page de connexion.',
  add: 'Créer un tenant',
  addLead: 'Il fonctionne immédiatement, avec les valeurs par défaut. Chaque paramètre peut être modifié plus tard.',
  search: 'Rechercher par nom ou nom court',
  nameHint: 'Les personnes le voient sur la page de connexion.',
  slug: 'Nom court',
  slugHint: 'Les pages de connexion trouvent le tenant grâce à lui : {url}. Minuscules, chiffres et traits d’union.',
  providers: 'Fournisseurs d’identité',
  made: '{name} est créé. Décidez qui peut s’inscrire, et comment les personnes se connectent.',
  none: 'Aucun tenant pour l’instant',
  noneLead:
    'Un tenant est un client, une équipe ou un environnement. Ses utilisateurs n’appartiennent qu’à lui. Créez-en un, et les personnes peuvent s’inscrire.',
  noneOfYours: 'Vos tenants n’existent plus',
  noneOfYoursLead: 'Un propriétaire du déploiement décide quels tenants vous voyez.',
};
