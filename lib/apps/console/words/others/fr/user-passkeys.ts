// The texts of a user's passkeys, in French.
import type { en } from '../../en/user-passkeys.ts';

export const texts: Record<keyof typeof en, string> = {
  passkeys: 'Clés d’accès',
  passkeysLead: 'Clés sur les téléphones, ordinateurs portables ou clés USB de l’utilisateur.',
  passkeysNone: 'L’utilisateur n’a pas de clé d’accès.',
  'passkeys-off': 'Les clés d’accès sont désactivées pour ce tenant.',
  'passkeys-optional': 'Le tenant permet les clés d’accès.',
  'passkeys-second': 'Le tenant permet les clés d’accès, uniquement comme second facteur.',
  'passkeys-required': 'Le tenant exige des clés d’accès.',
  recovery: 'Lien de récupération',
  recoveryHint: 'Pour une personne qui a perdu toutes ses clés d’accès.',
  recoveryLead:
    'Assurez-vous de l’identité de la personne, puis remettez-lui le lien vous-même : quiconque l’a peut entrer. Il fonctionne une fois, pendant 30 minutes, et permet à la personne de créer une clé d’accès ou de définir un mot de passe. Toutes ses sessions prennent alors fin. Elle est informée que vous l’avez créé.',
  recoveryRemoves: 'Retirer les clés d’accès précédentes lors de son utilisation',
  recoveryRemovesHint: 'Laissez cette option activée si un appareil a été perdu ou volé.',
  recoveryMake: 'Créer le lien',
  recoveryMade:
    'Il est affiché une seule fois. Remettez-le à la personne, sans passer par un message que d’autres lisent.',
  recoveryCopy: 'Copier le lien',
  recoveryDone: 'Terminé',
  kind: 'Type',
  synced: 'Synchronisée',
  deviceBound: 'Liée à l’appareil',
  added: 'Ajoutée',
  removePasskeyLead:
    'Elle n’ouvre plus ce compte, toutes les sessions prennent fin, et l’utilisateur en est informé. Avec la dernière, le second facteur est désactivé s’il n’y en a pas d’autre.',
  lastUsed: 'Dernière utilisation',
  remove: 'Retirer',
  removeTitle: 'Retirer {name}',
  removed: '{name} a été retirée.',
};
