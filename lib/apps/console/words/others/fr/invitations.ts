// The texts of invitations in French.
import type { en } from '../../en/invitations.ts';

export const texts: Record<keyof typeof en, string> = {
  lead: 'Une personne invitée définit un mot de passe avec le lien du message. Un utilisateur a au plus une invitation.',
  'status-pending': 'En attente',
  'status-expired': 'Expirée',
  'status-accepted': 'Acceptée',
  'status-revoked': 'Révoquée',
  person: 'Personne',
  roles: 'Rôles',
  expires: 'Expire',
  sentOne: 'Envoyée une fois',
  sentOther: 'Envoyée {count} fois',
  sent: 'Envoyée',
  closed: 'Close',
  by: 'Invité par',
  'by-admin': 'Administrateur',
  'by-user': 'Utilisateur',
  'by-application': 'Application',
  resend: 'Renvoyer',
  resent: 'Un message avec un nouveau lien est en route vers {name}.',
  revoke: 'Révoquer',
  revokeTitle: 'Révoquer l’invitation de {name}',
  revokeLead:
    'Le lien cesse de fonctionner immédiatement. Le compte reste, sans mot de passe. Vous pourrez renvoyer l’invitation plus tard.',
  revoked: 'L’invitation de {name} est révoquée.',
  none: 'Aucune invitation pour l’instant',
  noneLead:
    'Invitez la première personne : elle reçoit un message avec un lien, définit un mot de passe et obtient ses rôles.',
  noneFound: 'Aucune invitation de ce type',
  noneFoundLead:
    'Une invitation reste dans la liste jusqu’à 90 jours après son acceptation, sa révocation ou son expiration.',
  showAll: 'Tout afficher',
};
