// Tells admins why a user cannot sign in, by the rules that logins apply, and lets them unlock the account. Reading counts
// no attempt.
import { ADDRESSES, addressKinds } from '../../contract/channels.ts';
import type { Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { type Item, transact } from '../../store/dynamo/table.ts';
import { asIdentity } from '../../store/people/identities.ts';
import { asInvitation } from '../../store/people/invitations.ts';
import type { User } from '../../store/people/users.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import type { AuditActor } from '../audit.ts';
import { type Guessed, type Lock, locksOf } from '../credentials/account-locks.ts';
import { accountObstacles, codeObstacles, passwordObstacles } from '../credentials/admission.ts';
import * as limits from '../credentials/limits.ts';
import { factorObstacle } from '../sessions/mfa-policy.ts';
import { eventsWrite, userAuditEvent } from './events.ts';
import { statusOf } from './invitations-for-admins.ts';
import { load } from './users.ts';

type Status = Reply<'GET /auth/admin/api/users/{id}/sign-in-status'>;
type Obstacle = Status['obstacles'][number];
type Code = Obstacle['code'];
type Way = Pick<Obstacle, 'method' | 'address'>;

const UNLOCK = 'POST /auth/admin/api/users/{id}/unlock';
const UPDATE = 'PATCH /auth/admin/api/users/{id}';
const INVITE = 'POST /auth/admin/api/invitations';
const RESEND = 'POST /auth/admin/api/invitations/{id}/resend';
const LOCKED: Readonly<Record<Guessed, Code>> = {
  password: 'PASSWORD_LOCKED',
  code: 'CODE_GUESSES_USED',
  secondFactor: 'SECOND_FACTOR_LOCKED',
  recoveryCode: 'RECOVERY_CODES_LOCKED',
};

/** What an admin reads about each obstacle, and the operation that helps. `passes`: it does not close the way. */
const ABOUT: Readonly<Record<Code, { message: string; remedy: string | null; passes?: true }>> = {
  ACCOUNT_DISABLED: { message: 'The account is disabled.', remedy: UPDATE },
  TENANT_INACTIVE: { message: 'The tenant is inactive.', remedy: 'PATCH /auth/admin/api/tenants/{id}' },
  PASSWORD_LOCKED: {
    message: 'There were too many wrong passwords. Only devices and networks that the user knows still get in.',
    remedy: UNLOCK,
  },
  CODE_GUESSES_USED: {
    message: 'There were too many wrong codes. The next code that the user asks for is longer and works.',
    remedy: UNLOCK,
    passes: true,
  },
  SECOND_FACTOR_LOCKED: { message: 'There were too many wrong codes of the second factor.', remedy: UNLOCK },
  RECOVERY_CODES_LOCKED: { message: 'There were too many wrong recovery codes.', remedy: UNLOCK, passes: true },
  NO_PASSWORD: { message: 'The account has no password.', remedy: INVITE },
  INVITATION_OPEN: { message: 'The user has an invitation that they have not accepted.', remedy: RESEND, passes: true },
  INVITATION_EXPIRED: { message: 'The invitation of the user has expired.', remedy: RESEND, passes: true },
  ADDRESS_SWITCHED_OFF: { message: 'Signing in with this address is switched off.', remedy: UPDATE },
  ADDRESS_UNVERIFIED: { message: 'The tenant requires that the address is verified first.', remedy: UPDATE },
  ADDRESS_UNPROVED: {
    message: 'The address was never verified, and another one identifies the user.',
    remedy: UPDATE,
  },
  IDENTITY_UNLINKED: { message: 'The account at the identity provider was unlinked.', remedy: null },
  SECOND_FACTOR_MISSING: { message: 'A second factor is required, and the user has none that works.', remedy: UPDATE },
  SECOND_FACTOR_TO_SET_UP: {
    message: 'The tenant requires a second factor. The user sets one up when they sign in.',
    remedy: null,
    passes: true,
  },
  MUST_CHANGE_PASSWORD: {
    message: 'The user must change the password when they sign in.',
    remedy: UPDATE,
    passes: true,
  },
};

/** DynamoDB allows 100 writes in a transaction. Few accounts have more than ten buckets. */
const MAX_RESETS = 90;

type Times = { since?: number | null; until?: number | null };

const obstacle = (code: Code, { method, address }: Way, { since = null, until = null }: Times = {}): Obstacle => {
  const { message, remedy, passes = false } = ABOUT[code];
  return { code, message, method, address, isBlocking: !passes, since: iso(since), until: iso(until), remedy };
};
const EVERY: Way = { method: null, address: null };

/** Returns what is in the way of the user. Limits of networks are not part of it. Throws USER_NOT_FOUND. */
export async function signInStatus(id: string): Promise<Status> {
  const { user, tenant, items } = await load(id);
  const { locks } = await locksOf(user, items);
  const ways = waysOf(user, items);
  const needsFactor = ways.some((way) => factorObstacle(user, tenant, channelOf(way)) !== 'NOT_NEEDED');
  const obstacles = [
    ...accountObstacles(user, tenant).map((code) => obstacle(code, EVERY)),
    ...locks.flatMap((lock) => lockObstacle(lock, needsFactor)),
    ...ways.flatMap((way) => obstaclesOf(user, tenant, way, items)),
    ...invitationObstacles(user, items),
    ...(user.mustChangePassword ? [obstacle('MUST_CHANGE_PASSWORD', EVERY)] : []),
  ];
  const open = ways.map((way) => ({
    ...way,
    isOpen: !obstacles.some((each) => each.isBlocking && concerns(each, way)),
  }));
  return { canSignIn: open.some(({ isOpen }) => isOpen), obstacles, ways: open, checkedAt: iso(now()) };
}

const concerns = (obstacle: Way, way: Way): boolean =>
  (obstacle.method === null || obstacle.method === way.method) &&
  (obstacle.address === null || obstacle.address === way.address);

type UserWay = Omit<Status['ways'][number], 'isOpen'>;

/** Each address is a way with a password and with a code. A provider is one if the account ever had an identity. */
function waysOf(user: User, items: readonly Item[]): UserWay[] {
  const addresses = addressKinds.filter((kind) => user[kind] !== null);
  return [
    ...addresses.flatMap((address) => [
      { method: 'password' as const, address },
      { method: 'code' as const, address },
    ]),
    ...(items.some(asIdentity) ? [{ method: 'provider' as const, address: null }] : []),
  ];
}

/** The channel of the first factor, which the second one cannot use. */
const channelOf = ({ method, address }: Way) => (method === 'code' && address ? ADDRESSES[address].channel : null);

function lockObstacle({ guessed, address, until }: Lock, needsFactor: boolean): Obstacle[] {
  if (guessed === 'password' || guessed === 'code')
    return [obstacle(LOCKED[guessed], { method: guessed, address }, { until })];
  return needsFactor ? [obstacle(LOCKED[guessed], EVERY, { until })] : [];
}

/** Returns what is in the way of this way alone. */
function obstaclesOf(user: User, tenant: Tenant, way: UserWay, items: readonly Item[]): Obstacle[] {
  const ofAccount: readonly string[] = accountObstacles(user, tenant);
  const factor = factorObstacle(user, tenant, channelOf(way));
  return [
    ...firstFactorObstacles(user, tenant, way, items).filter((code) => !ofAccount.includes(code)),
    ...(factor === 'NOT_NEEDED' || factor === undefined ? [] : [factor]),
  ].map((code) => obstacle(code, way));
}

function firstFactorObstacles(
  user: User,
  tenant: Tenant,
  { method, address }: UserWay,
  items: readonly Item[],
): Code[] {
  if (method === 'password') return passwordObstacles(user, tenant, address ?? 'email');
  if (method === 'code') return codeObstacles(user, address ?? 'email');
  const isLinked = items.some((item) => asIdentity(item)?.epoch === user.identityEpoch);
  return isLinked ? [] : ['IDENTITY_UNLINKED'];
}

/** An invitation that the user has not accepted. */
function invitationObstacles(user: User, items: readonly Item[]): Obstacle[] {
  const invitation = items.map(asInvitation).find(Boolean);
  const status = invitation && statusOf(invitation, user);
  if (!invitation || (status !== 'pending' && status !== 'expired')) return [];
  const code = status === 'pending' ? 'INVITATION_OPEN' : 'INVITATION_EXPIRED';
  const times = { since: invitation.sentAt, until: invitation.expiresAt };
  return [obstacle(code, { method: 'password', address: null }, times)];
}

/**
 * Forgets the wrong guesses at the user's password, codes and second factors. Limits of networks stay, because they
 * protect others. Returns what was locked. Throws USER_NOT_FOUND and RATE_LIMITED.
 */
export async function unlock(actor: AuditActor, id: string): Promise<Reply<typeof UNLOCK>> {
  const { user, items } = await load(id);
  await limits.consume('unlock-account', user.tenantId, user.id);
  const { locks, resets } = await locksOf(user, items);
  const unlocked = [...new Set(locks.map(({ guessed }) => guessed))];
  const events = eventsWrite(user, [userAuditEvent(actor, 'user.unlocked', user, { locked: unlocked })]);
  await transact({ resets: resets.slice(0, MAX_RESETS), events });
  for (let at = MAX_RESETS; at < resets.length; at += MAX_RESETS)
    await transact({ resets: resets.slice(at, at + MAX_RESETS) });
  return { message: 'The account is unlocked.', unlocked };
}
