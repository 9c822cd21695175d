// The texts of buttons and menus in Polish.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'Zaloguj się',
  signUp: 'Utwórz konto',
  signOut: 'Wyloguj się',
  userMenu: 'Menu konta: {name}',
  organizationMenu: 'Organizacja: {name}',
  account: 'Twoje konto',
  others: 'Inne konta w tej przeglądarce',
  anotherAccount: 'Użyj innego konta',
  organizations: 'Twoje organizacje w tej przeglądarce',
  anotherOrganization: 'Inna organizacja',
  manage: 'Zarządzaj organizacją',
  failed: 'Nie udało się. Spróbuj ponownie.',
  ended: 'To konto jest wylogowane. Zaloguj się na nie ponownie.',
  offline: 'Nie można połączyć się z usługą. Spróbuj ponownie.',
};
