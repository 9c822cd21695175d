// Lists the pages that are documents of their own. A shell serves its path and all paths below it.
import type { PageName } from '../../lib/contract/page-paths.ts';

/** The styles of the pages for everyone. */
const STYLE = 'lib/apps/pages/pages.css';

/**
 * Shell -> its script, its styles, and its title until the script has run. Shells of one `site` share files; the pages
 * for everyone load nothing that only admins need, nor the pages of consent and of organizations, which few people see.
 */
export const SHELLS = {
  login: { site: 'pages', script: 'lib/apps/pages/login.tsx', styles: [STYLE], title: 'Sign in' },
  account: { site: 'pages', script: 'lib/apps/pages/account.tsx', styles: [STYLE], title: 'Account' },
  organization: {
    site: 'organization',
    script: 'lib/apps/pages/organization.tsx',
    styles: [STYLE],
    title: 'Organization',
  },
  setup: { site: 'organization', script: 'lib/apps/pages/setup.tsx', styles: [STYLE], title: 'Set up' },
  consent: { site: 'consent', script: 'lib/apps/pages/consent.tsx', styles: [STYLE], title: 'Allow access' },
  device: { site: 'consent', script: 'lib/apps/pages/device.tsx', styles: [STYLE], title: 'Connect a device' },
  console: {
    site: 'console',
    script: 'lib/apps/console/console.tsx',
    styles: ['lib/apps/console/console.css'],
    title: 'Console',
  },
} as const satisfies Partial<Record<PageName, object>>;
export type ShellName = keyof typeof SHELLS;
export const shellNames = Object.keys(SHELLS) as ShellName[];

export const SITES = ['pages', 'organization', 'consent', 'console'] as const;
export type Site = (typeof SITES)[number];
