// The texts of buttons and menus in Dutch.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'Inloggen',
  signUp: 'Account aanmaken',
  signOut: 'Uitloggen',
  userMenu: 'Accountmenu: {name}',
  organizationMenu: 'Organisatie: {name}',
  account: 'Je account',
  others: 'Andere accounts in deze browser',
  anotherAccount: 'Een ander account gebruiken',
  organizations: 'Je organisaties in deze browser',
  anotherOrganization: 'Een andere organisatie',
  manage: 'Organisatie beheren',
  failed: 'Dat is niet gelukt. Probeer het opnieuw.',
  ended: 'Dat account is uitgelogd. Log er opnieuw in.',
  offline: 'De dienst is niet bereikbaar. Probeer het opnieuw.',
};
