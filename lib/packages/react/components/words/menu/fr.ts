// The texts of buttons and menus in French.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'Se connecter',
  signUp: 'Créer un compte',
  signOut: 'Se déconnecter',
  userMenu: 'Menu du compte : {name}',
  organizationMenu: 'Organisation : {name}',
  account: 'Votre compte',
  others: 'Autres comptes dans ce navigateur',
  anotherAccount: 'Utiliser un autre compte',
  organizations: 'Vos organisations dans ce navigateur',
  anotherOrganization: 'Autre organisation',
  manage: 'Gérer l’organisation',
  failed: 'Cela n’a pas fonctionné. Réessayez.',
  ended: 'Ce compte est déconnecté. Reconnectez-vous.',
  offline: 'Le service est injoignable. Réessayez.',
};
