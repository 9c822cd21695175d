// Tells admins why a user cannot sign in, by the rules that logins apply, and lets them unlock the account. Reading counts
// no attempt.
import { ADDRESSES, addressKinds } from '../../contract/channels.ts';
import type { Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { type Item, transact } from '../../store/dynamo/table.ts';
import { asIdentity } from '../../store/people/identities.ts';
import { asInvitation } from '../../store/people/invitations.ts';
import { asPasskey } from '../../store/people/passkeys.ts';
import type { User } from '../../store/people/users.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import type { AuditActor } from '../audit.ts';
import { type Guessed, type Lock, locksOf } from '../credentials/account-locks.ts';
import { accountObstacles, codeObstacles, passwordObstacles } from '../credentials/admission.ts';
import * as limits from '../credentials/limits.ts';
import { usableOf } from '../passkeys/view.ts';
import { factorObstacle, methodsOf } from '../sessions/mfa-policy.ts';
import {
  hasPasskeyFactor,
  hasPasskeys,
  isOfDomain,
  isPasskeyLoginOn,
  mustProveFirst,
  passkeyModeOf,
} from '../sessions/passkey-policy.ts';
import { eventsWrite, userAuditEvent } from './events.ts';
import { statusOf } from './invitations-for-admins.ts';
import { load } from './users.ts';

type Status = Reply<'GET /auth/admin/api/users/{id}/sign-in-status'>;
type Obstacle = Status['obstacles'][number];
type Code = Obstacle['code'];
type Way = Pick<Obstacle, 'method' | 'address'>;

const UNLOCK = 'POST /auth/admin/api/users/{id}/unlock';
const UPDATE = 'PATCH /auth/admin/api/users/{id}';
const RECOVER = 'POST /auth/admin/api/users/{id}/recovery-links';
const TENANT = 'PATCH /auth/admin/api/tenants/{id}';
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
  TENANT_INACTIVE: { message: 'The tenant is inactive.', remedy: TENANT },
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
  PASSKEYS_OFF: { message: 'The tenant or the deployment has switched passkeys off.', remedy: TENANT },
  PASSKEY_NO_FIRST_FACTOR: { message: 'The tenant takes passkeys as second factors only.', remedy: TENANT },
  PASSKEY_UNVERIFIED_USER: {
    message: 'No passkey of the user has verified a PIN or a biometric. They are second factors only.',
    remedy: null,
  },
  PASSKEY_OF_ANOTHER_DOMAIN: {
    message: 'The passkeys of the user are of a domain that the deployment had before.',
    remedy: RECOVER,
  },
  PASSKEY_NEEDED: {
    message: 'Only a passkey of the user completes this way. Without one, they do not get in.',
    remedy: RECOVER,
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
  const withFactor = ways.filter((way) => needsFactor(user, tenant, way));
  const obstacles = [
    ...accountObstacles(user, tenant).map((code) => obstacle(code, EVERY)),
    ...locks.flatMap((lock) => lockObstacle(lock, ways, withFactor)),
    ...ways.flatMap((way) => obstaclesOf(user, tenant, way, items)),
    ...invitationObstacles(user, items),
    ...(user.mustChangePassword ? [obstacle('MUST_CHANGE_PASSWORD', EVERY)] : []),
  ];
  const open = ways.map((way) => ({
    ...way,
    isOpen: !obstacles.some((each) => each.isBlocking && concerns(each, way)),
  }));
  const passkeys = {
    count: passkeysIn(user, items).length,
    mode: passkeyModeOf(tenant),
    isFirstFactor: isPasskeyLoginOn(tenant),
  };
  return { canSignIn: open.some(({ isOpen }) => isOpen), obstacles, ways: open, passkeys, checkedAt: iso(now()) };
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
    ...(passkeysIn(user, items).length ? [{ method: 'passkey' as const, address: null }] : []),
  ];
}

const passkeysIn = (user: User, items: readonly Item[]) =>
  usableOf(
    items.flatMap((item) => asPasskey(item) ?? []),
    user,
  );

/** A passkey that logs in alone is both factors. */
const needsFactor = (user: User, tenant: Tenant, way: UserWay): boolean =>
  way.method !== 'passkey' && factorObstacle(user, tenant, channelOf(way)) !== 'NOT_NEEDED';

/** The channel of the first factor, which the second one cannot use. */
const channelOf = ({ method, address }: Way) => (method === 'code' && address ? ADDRESSES[address].channel : null);

function lockObstacle(
  { guessed, address, until }: Lock,
  ways: readonly UserWay[],
  withFactor: readonly UserWay[],
): Obstacle[] {
  if (guessed === 'password' || guessed === 'code')
    return [obstacle(LOCKED[guessed], { method: guessed, address }, { until })];
  if (!withFactor.length) return [];
  const concerned = withFactor.length === ways.length ? [EVERY] : withFactor;
  return concerned.map((way) => obstacle(LOCKED[guessed], way, { until }));
}

/** Returns what is in the way of this way alone. */
function obstaclesOf(user: User, tenant: Tenant, way: UserWay, items: readonly Item[]): Obstacle[] {
  const ofAccount: readonly string[] = accountObstacles(user, tenant);
  return [
    ...firstFactorObstacles(user, tenant, way, items).filter((code) => !ofAccount.includes(code)),
    ...secondFactorObstacles(user, tenant, way),
  ].map((code) => obstacle(code, way));
}

function secondFactorObstacles(user: User, tenant: Tenant, way: UserWay): Code[] {
  const factor = factorObstacle(user, tenant, channelOf(way));
  if (!needsFactor(user, tenant, way) || factor === 'NOT_NEEDED') return [];
  if (factor) return [factor];
  const isAlone = hasPasskeyFactor(user, tenant) && !methodsOf(user, tenant, channelOf(way)).length;
  return isAlone ? ['PASSKEY_NEEDED'] : [];
}

function firstFactorObstacles(
  user: User,
  tenant: Tenant,
  { method, address }: UserWay,
  items: readonly Item[],
): Code[] {
  if (method === 'password') return passwordObstacles(user, tenant, address ?? 'email');
  if (method === 'code') return codeObstacles(user, address ?? 'email');
  if (method === 'passkey') return passkeyObstacles(user, tenant, items);
  const isLinked = items.some((item) => asIdentity(item)?.epoch === user.identityEpoch);
  return isLinked ? [] : ['IDENTITY_UNLINKED'];
}

/** By the rules of `POST /auth/passkeys/login`. */
function passkeyObstacles(user: User, tenant: Tenant, items: readonly Item[]): Code[] {
  if (!hasPasskeys(tenant)) return ['PASSKEYS_OFF'];
  if (!isPasskeyLoginOn(tenant)) return ['PASSKEY_NO_FIRST_FACTOR'];
  const ofDomain = passkeysIn(user, items).filter(({ rpId }) => isOfDomain(rpId));
  if (!ofDomain.length) return ['PASSKEY_OF_ANOTHER_DOMAIN'];
  if (!ofDomain.some(({ verifiesUser }) => verifiesUser)) return ['PASSKEY_UNVERIFIED_USER'];
  return mustProveFirst(user, tenant) ? ['ADDRESS_UNVERIFIED'] : [];
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
