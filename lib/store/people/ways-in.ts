// Recognises a change of what opens an account: it ends the links of the account.
import type { User } from './user.ts';

/** What opens an account. Its identities have records of their own: see `withIdentity`. */
export const WAYS_IN = [
  'email',
  'phone',
  'emailVerifiedAt',
  'phoneVerifiedAt',
  'emailLoginEnabled',
  'phoneLoginEnabled',
  'passwordHash',
] as const satisfies readonly (keyof User)[];

/** Returns the user with an identity more, which is a way in to the account. */
export const withIdentity = (user: User, now: number): User => ({
  ...user,
  hasIdentity: true,
  linkEpoch: user.linkEpoch + 1,
  updatedAt: now,
});

/** Whether the change adds or replaces a way in to the account. */
export const changesWaysIn = (before: User, after: User): boolean =>
  after.linkEpoch > before.linkEpoch || WAYS_IN.some((field) => before[field] !== after[field]);
