// The texts of users in French.
import type { en } from '../../en/users.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Chaque compte appartient à un seul tenant. Ouvrez-en un pour voir pourquoi la connexion échoue.',
  search: 'Rechercher par adresse, nom ou identifiant',
  'status-active': 'Actif',
  'status-inactive': 'Désactivé',
  'status-verified': 'Adresse vérifiée',
  'status-unverified': 'Non vérifié',
  address: 'Adresse',
  roles: 'Rôles',
  foundOne: '{count} utilisateur',
  foundOther: '{count} utilisateurs',
  foundMany: 'Plus de {count} utilisateurs',
  add: 'Créer un utilisateur',
  none: 'Aucun utilisateur pour l’instant',
  noneLead:
    'Les personnes obtiennent un compte quand elles s’inscrivent, quand vous les invitez ou quand vous le créez.',
  nothingLead:
    'La recherche trouve le début d’une adresse, d’un numéro de téléphone ou d’un mot du nom, et un identifiant complet. Les filtres la restreignent.',
  clear: 'Effacer la recherche et les filtres',
  import: 'Importer des utilisateurs',

  // Creating
  addLead:
    'Pour les personnes à qui vous voulez donner un mot de passe, ou qui se connectent avec un code ou un fournisseur d’identité.',
  how: 'Première connexion',
  'how-none': 'Avec un code ou un fournisseur d’identité',
  'how-password': 'Avec un mot de passe que vous définissez',
  passwordHint: 'Au moins 8 caractères. Transmettez-le à la personne de manière sûre.',
  mustChange: 'Changement obligatoire à la connexion',
  verified: 'L’adresse est bien la sienne : je l’ai vérifié',
  verifiedHint: 'Sinon, la personne la vérifie avec un code.',
  created: '{name} a maintenant un compte.',

  // Many at once
  disable: 'Désactiver',
  enable: 'Réactiver',
  endSessions: 'Terminer les sessions',
  disableTitleOne: 'Désactiver {count} utilisateur',
  disableTitleOther: 'Désactiver {count} utilisateurs',
  disableLead:
    'Ils sont déconnectés partout immédiatement, et ne peuvent pas se connecter tant qu’ils ne sont pas réactivés.',
  enableTitleOne: 'Réactiver {count} utilisateur',
  enableTitleOther: 'Réactiver {count} utilisateurs',
  enableLead: 'Ils peuvent de nouveau se connecter. Les sessions terminées le restent.',
  endSessionsTitleOne: 'Terminer les sessions de {count} utilisateur',
  endSessionsTitleOther: 'Terminer les sessions de {count} utilisateurs',
  endSessionsLead:
    'Ils sont déconnectés partout immédiatement et se reconnectent. Leurs appareils ne sont plus de confiance, et les invitations ouvertes sont révoquées.',
  moreNames: 'et {count} de plus',
  bulkProgress: '{done} sur {count}',
  stop: 'Arrêter',
  stopped: 'Arrêté. Non modifiés : {count}.',
  doneOne: 'Terminé pour {count} utilisateur.',
  doneOther: 'Terminé pour {count} utilisateurs.',
  failedOne: 'Échec pour {count} utilisateur :',
  failedOther: 'Échec pour {count} utilisateurs :',
  retry: 'Réessayer pour ceux-ci',
};
