// The texts of passkeys in French.
import type { PasskeyWords } from './en.ts';

export const texts: PasskeyWords = {
  passkeySignIn: 'Se connecter avec une clé d’accès',
  passkeySignUp: 'S’inscrire avec une clé d’accès',
  passkeyUse: 'Utiliser une clé d’accès',
  passkeyOfferTitle: 'Connectez-vous plus vite la prochaine fois',
  passkeyOfferLead:
    'Avec une clé d’accès, votre empreinte, votre visage ou le verrouillage de cet appareil vous connecte. Rien à retenir, et rien à livrer à une fausse page.',
  passkeyCreate: 'Créer une clé d’accès',
  passkeyLater: 'Pas maintenant',
  passkeys: 'Clés d’accès',
  passkeysLead:
    'Connectez-vous avec votre empreinte, votre visage ou le verrouillage de votre appareil. Une fausse page ne peut pas voler la clé.',
  passkeyAdd: 'Ajouter une clé d’accès',
  passkeyAdded: 'La clé d’accès est prête. Vous pouvez maintenant vous connecter avec elle.',
  passkeyName: 'Nom de la clé d’accès',
  passkeyRename: 'Renommer',
  passkeyNeverUsed: 'jamais utilisée',
  passkeySynced: 'Synchronisée',
  passkeyRemoved: '{name} a été retirée. Supprimez-la aussi sur votre appareil s’il la propose encore.',
  problemPasskey: 'Aucune clé d’accès n’a été utilisée. Réessayez ou connectez-vous autrement.',
  problemPasskeyInvalid: 'Cette clé d’accès ne fonctionne pas ici. Réessayez ou connectez-vous autrement.',
  problemPasskeyHere: 'Ce navigateur ne peut pas utiliser de clés d’accès ici. Connectez-vous autrement.',
  problemPasskeyExists: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  problemPasskeyLast: 'Vous avez besoin de cette clé d’accès pour vous connecter. Ajoutez-en d’abord une autre.',
  problemPasskeysFull: 'Votre compte a le nombre maximal de clés d’accès. Retirez-en d’abord une.',
};
