// The texts of the figures of an organization in English. The other languages have the same keys.
export const en = {
  usageLead: 'The figures follow within seconds. Days are in UTC.',
  usageActive: 'Can sign in',
  usageVerified: 'With a verified address',
  usageInvitations: 'Open invitations',
  usageWeek: 'The last seven days',
  usageDay: 'Day',
  usageSignUps: 'Sign-ups',
  usageSignIns: 'Sign-ins',
  usageFailed: 'Failed',
} as const;

/** The texts of figures in a language. */
export type UsageWords = Readonly<Record<keyof typeof en, string>>;
