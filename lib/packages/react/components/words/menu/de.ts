// The texts of buttons and menus in German.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'Anmelden',
  signUp: 'Konto erstellen',
  signOut: 'Abmelden',
  userMenu: 'Kontomenü: {name}',
  organizationMenu: 'Organisation: {name}',
  account: 'Ihr Konto',
  others: 'Andere Konten in diesem Browser',
  anotherAccount: 'Anderes Konto verwenden',
  organizations: 'Ihre Organisationen in diesem Browser',
  anotherOrganization: 'Andere Organisation',
  manage: 'Organisation verwalten',
  failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
  ended: 'Dieses Konto ist abgemeldet. Melden Sie sich dort neu an.',
  offline: 'Der Dienst ist nicht erreichbar. Versuchen Sie es noch einmal.',
};
