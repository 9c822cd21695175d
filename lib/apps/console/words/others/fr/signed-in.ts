// The texts of the page that admins come back to from the identity provider, in French.
import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Connexion en cours',
  lead: 'Le fournisseur d’identité vous connaît. Il reste une étape.',
  stranger: 'Vous n’êtes pas administrateur ici',
  strangerLead:
    'Aucun administrateur n’a ce compte, ou le fournisseur n’a pas vérifié son adresse. Demandez à un propriétaire du déploiement de vous inviter, acceptez, puis connectez-vous avec le fournisseur.',
  over: 'Cette connexion n’est plus valable',
  overLead: 'Elle a pris plus de dix minutes, a déjà été utilisée ou a commencé dans un autre navigateur. Recommencez.',
  refused: 'Le fournisseur d’identité ne vous a pas connecté',
  refusedLead:
    'Vous avez peut-être annulé là-bas. Recommencez ; si cela persiste, prévenez la personne qui exploite ce déploiement.',
  toSignIn: 'Se connecter avec un mot de passe',
};
