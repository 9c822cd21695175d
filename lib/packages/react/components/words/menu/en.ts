// The texts of buttons and menus in English, the catalogue of all languages.
export const en = {
  signIn: 'Sign in',
  signUp: 'Create an account',
  signOut: 'Sign out',
  userMenu: 'Account menu: {name}',
  organizationMenu: 'Organization: {name}',
  account: 'Your account',
  others: 'Other accounts in this browser',
  anotherAccount: 'Use another account',
  organizations: 'Your organizations in this browser',
  anotherOrganization: 'Another organization',
  manage: 'Manage the organization',
  failed: 'That did not work. Try again.',
  ended: 'That account is signed out. Sign in to it again.',
  offline: 'The service cannot be reached. Try again.',
} as const;

/** The texts of a language. */
export type MenuWords = Readonly<Record<keyof typeof en, string>>;
