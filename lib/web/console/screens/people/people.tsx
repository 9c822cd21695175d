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

/** The state of a user in a few words. */
export const States = ({ user }: { user: User }) => (
  <span class="states">
    <Badge tone={user.isActive ? 'good' : 'wrong'}>{shared(user.isActive ? 'active' : 'disabled')}</Badge>{' '}
    {!isVerified(user) && <Badge>{shared('unverified')}</Badge>} {user.isMfaEnabled && <Badge>{shared('mfaOn')}</Badge>}{' '}
    {user.mustChangePassword && <Badge>{shared('mustChange')}</Badge>}
  </span>
);
