// Shows what a login by an identity provider would bring, before it is switched on: no session, no account, nothing stored. It
// does not say whether an account has the address: a person with a setup link could ask for any.
import type { Tenant } from '../../store/tenants/tenants.ts';
import type { Profile } from './profile.ts';

/** The effects of a login, and the claims that are missing. `lib/apps/pages` has a sentence for each. */
export type Finding =
  | 'opens-account'
  | 'no-new-accounts'
  | 'no-email'
  | 'email-unverified'
  | 'email-untrusted'
  | 'no-name';

export type Trial = {
  provider: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  findings: Finding[];
};

/** Returns what this service reads of the person, and what a login of a person without an account here would do. */
export function trialOf({ settings }: Pick<Tenant, 'settings'>, profile: Profile): Trial {
  const { provider, subject, email, isEmailVerified, name } = profile;
  const isOpen = provider.allowSignup && settings.signup?.mode !== 'closed';
  const ofAddress: Finding[] =
    email === null
      ? ['no-email']
      : !isEmailVerified
        ? ['email-unverified']
        : provider.trustEmail
          ? []
          : ['email-untrusted'];
  const findings: Finding[] = [
    isOpen ? 'opens-account' : 'no-new-accounts',
    ...ofAddress,
    ...(name === null ? (['no-name'] as const) : []),
  ];
  return { provider: provider.name, subject, email, isEmailVerified, name, findings };
}
