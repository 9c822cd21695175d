// What a user is called, and the words about their state.
import { Badge, type ReplyOf } from '../../kit.ts';
import { shared } from './words.ts';

export type User = ReplyOf<'adminUsers.list'>['data'][number];

/** Returns the address that identifies the user. */
export const addressOf = ({ email, phone, id }: Pick<User, 'email' | 'phone' | 'id'>): string => email ?? phone ?? id;

/** Returns the name, or the address of a user without one. */
export const titleOf = (user: Pick<User, 'name' | 'email' | 'phone' | 'id'>): string => user.name || addressOf(user);

const isVerified = (user: User): boolean =>
  (user.email === null || user.emailVerifiedAt !== null) && (user.phone === null || user.phoneVerifiedAt !== null);

type State = { word: Parameters<typeof shared>[0]; tone?: 'good' | 'wrong' };

const states = (user: User): State[] => [
  user.isActive ? { word: 'active', tone: 'good' } : { word: 'disabled', tone: 'wrong' },
  ...(isVerified(user) ? [] : [{ word: 'unverified' } as const]),
  ...(user.isMfaEnabled ? [{ word: 'mfaOn' } as const] : []),
  ...(user.mustChangePassword ? [{ word: 'mustChange' } as const] : []),
];

/** Returns the state of a user in a few words. */
export const statesOf = (user: User): string =>
  states(user)
    .map(({ word }) => shared(word))
    .join(', ');

/** The state of a user in a few words. */
export const States = ({ user }: { user: User }) => (
  <span class="states">
    {states(user).map(({ word, tone }) => (
      <Badge key={word} tone={tone}>
        {shared(word)}
      </Badge>
    ))}
  </span>
);
