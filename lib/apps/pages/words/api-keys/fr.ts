// The texts of the API keys of an account in French.
import type { ApiKeyWords } from './en.ts';

export const texts: ApiKeyWords = {
  keys: 'Clés d’API',
  keysLead:
    'Avec une clé, des programmes agissent pour vous. Elle ne permet que ce que vous avez choisi pour elle, et rien de plus que ce que vous pouvez faire.',
  keysNoScopes: 'Vous n’avez aucune autorisation qu’une clé pourrait avoir.',
  keysFull: 'Vous avez 10 clés d’API, le maximum. Révoquez-en une avant d’en créer une autre.',
  keyCreate: 'Créer une clé d’API',
  keyPurpose: 'À quoi sert la clé',
  keyScopes: 'Ce qu’elle permet',
  keyScopesNone: 'Choisissez-en au moins une et au plus 20.',
  keyDays: 'Nombre de jours avant son expiration',
  keyNetworks: 'Réseaux qui peuvent l’utiliser (facultatif)',
  keyNetworksHint:
    'Par exemple 203.0.113.0/24, séparés par des virgules. Si le champ est vide, elle fonctionne partout.',
  keyNetworksWrong: 'Saisissez au plus 10 adresses IP ou réseaux, séparés par des virgules.',
  keyNew: 'Votre nouvelle clé d’API',
  keyNewLead: 'Copiez-la maintenant et gardez-la en lieu sûr. Elle ne sera plus affichée.',
  keyKept: 'Je l’ai enregistrée',
  keyNeverUsed: 'jamais utilisée',
  keyExpired: 'Expirée',
  keyRename: 'Renommer',
  keyRenameTitle: 'Renommer {name}',
  keyRevoke: 'Révoquer',
  keyRevokeTitle: 'Révoquer {name} ?',
  keyRevokeLead: 'Les programmes qui utilisent cette clé sont refusés immédiatement.',
  keyRevoked: '{name} : clé révoquée.',
  keyRotate: 'Remplacer',
  keyRotateTitle: 'Remplacer {name}',
  keyRotateLead: 'Vous recevez une nouvelle clé. L’ancienne fonctionne encore 24 heures.',
  keyRotateNow: 'L’ancienne clé cesse de fonctionner immédiatement',
  keyRotateBoth:
    'Vous avez déjà remplacé cette clé, et l’ancienne fonctionne encore. Une nouvelle met fin aux deux immédiatement.',
};
