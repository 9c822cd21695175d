// Texts that the screens of users and invitations share, in French.
import type { en } from '../../en/people.ts';

export const texts: Record<keyof typeof en, string> = {
  chooseTenant: 'Choisir un tenant',
  tenantHint: 'Chaque compte appartient à un seul tenant.',
  role: 'Rôle',
  addRole: 'Ajouter un rôle',
  rolesHint: '20 au plus. Leurs permissions s’appliquent dès la prochaine requête.',
  noRoles: 'Aucun rôle pour l’instant.',
  rolesOfTenant: 'De ce tenant',
  rolesOfAll: 'De tous les tenants',
  phoneHint: 'Avec l’indicatif du pays, par exemple +33 6 12 34 56 78.',
  invite: 'Inviter une personne',
  inviteLead:
    'La personne reçoit un message avec un lien, définit un mot de passe et accède à son compte. Personne d’autre ne connaît le mot de passe.',
  inviteSubmit: 'Envoyer l’invitation',
  invited: '{name} est invité.',
  inviteTo: 'Envoyer à',
  toEmail: 'Une adresse e-mail',
  toPhone: 'Un numéro de téléphone',
  expires: 'Durée de validité du lien',
  'expires-default': 'La durée habituelle',
  'expires-3600': '1 heure',
  'expires-86400': '1 jour',
  'expires-259200': '3 jours',
  'expires-604800': '7 jours',
  active: 'Actif',
  disabled: 'Désactivé',
  unverified: 'Non vérifié',
  mfaOn: 'Second facteur',
  mustChange: 'Nouveau mot de passe requis',
};
