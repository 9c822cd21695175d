// The texts of the page that accepts an invitation of an admin, in French.
import type { en } from '../../en/accept.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Devenir administrateur',
  lead: 'Vous êtes invité à la console de ce déploiement, avec le rôle {role}.',
  for: 'L’invitation est destinée à {address}. Son lien fonctionne jusqu’au {time}.',
  signedIn:
    'Vous êtes connecté en tant que {email}. Si vous acceptez, ce navigateur sera connecté avec le nouveau compte d’administrateur.',
  submit: 'Définir le mot de passe et se connecter',
  over: 'Cette invitation n’est plus valable',
  overLead:
    'Elle a été utilisée ou révoquée, ou elle est trop ancienne. Demandez à un propriétaire du déploiement de la renvoyer.',
  incomplete: 'Ce lien est incomplet',
  incompleteLead: 'Ouvrez-le de nouveau depuis le message, ou copiez-le en entier.',
  toConsole: 'Vers la console',
};
