// Lists the pages that are documents of their own. A shell serves its path and all paths below it.

/** Shell -> its script, and its title until the script has run. */
export const SHELLS = {
  login: { script: 'lib/web/pages/login.tsx', title: 'Sign in' },
  account: { script: 'lib/web/pages/account.tsx', title: 'Account' },
} as const;
export type ShellName = keyof typeof SHELLS;
export const shellNames = Object.keys(SHELLS) as ShellName[];
