// The texts of buttons and menus in Italian.
import type { MenuWords } from './en.ts';

export const texts: MenuWords = {
  signIn: 'Accedi',
  signUp: 'Crea un account',
  signOut: 'Esci',
  userMenu: 'Menu dell’account: {name}',
  organizationMenu: 'Organizzazione: {name}',
  account: 'Il tuo account',
  others: 'Altri account in questo browser',
  anotherAccount: 'Usa un altro account',
  organizations: 'Le tue organizzazioni in questo browser',
  anotherOrganization: 'Un’altra organizzazione',
  manage: 'Gestisci l’organizzazione',
  failed: 'Non ha funzionato. Riprova.',
  ended: 'Non hai più effettuato l’accesso a quell’account. Accedi di nuovo.',
  offline: 'Il servizio non è raggiungibile. Riprova.',
};
