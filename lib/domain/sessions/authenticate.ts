// Authenticates callers by their session and ends sessions. Every call reads session, user and the head of the tenant
// from the table, so one write ends a session at once. `start.ts` starts sessions, `refresh.ts` rotates their tokens.
import { ApiError, fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import type { AccessClaims, PendingClaims, RefreshClaims } from '../../crypto/jwt.ts';
import { sameSecret } from '../../crypto/secrets.ts';
import { clientId, isUnregistered } from '../../platform/client-ids.ts';
import { iso, now } from '../../platform/clock.ts';
import { type ApplicationId, sessionId, slotOf, tenantId, userId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import { type Application, applicationFrom, applicationKey } from '../../store/applications/applications.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import type { Account } from '../../store/people/account-links.ts';
import * as store from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { asUser, type User, userKey } from '../../store/people/users.ts';
import { findWhole } from '../../store/tenants/tenant-cache.ts';
import { headFrom, headKey, type Tenant, type TenantHead } from '../../store/tenants/tenants.ts';
import { isBoundAsRequired } from '../application-rights.ts';
import { isUsableIn } from '../application-standing.ts';
import { isDeviceGrantOn } from '../device-grant.ts';
import { isOfNow } from '../still-counts.ts';
import type { Actor, Client } from './caller.ts';
import { isStanding } from './lineage.ts';
import { endStolen, pendingTokenId, standingOf } from './shown-token.ts';
import * as tokens from './tokens.ts';

type Session = store.Session;

/** Returns the caller's whole tenant, for the few operations that need more than its head: one read. */
export const wholeTenant = async ({ tenant }: Pick<Actor, 'tenant'>): Promise<Tenant> =>
  (await findWhole(tenant.id)) ?? fail('SESSION_NOT_FOUND');
/** Returns how many sessions a user of the tenant may have. */
export const slots = (tenant: TenantHead): number => tenant.settings.session?.maxPerUser ?? config().sessionsPerUser;

/** The slot of an admin who acts as the user: one at a time, and no session of the user makes room for it. */
export const ACTING_SLOT = { first: 60, count: 1 } as const;

const isInSlots = (session: Session, tenant: TenantHead): boolean =>
  session.pending ||
  session.application !== undefined ||
  session.acting !== undefined ||
  store.slotNumber(session) < slots(tenant);

/**
 * Whether the stored session is still valid: not expired, within the slots that the tenant allows, neither it nor its
 * proof from before GATEHOUSE_SESSIONS_SINCE, and not of an earlier epoch of user or tenant. It may be of a later epoch,
 * if user or tenant were read just before the epoch was raised. That of a device ends where the tenant switches devices off. `isStanding` decides about other accounts that it
 * descends from. `at` in ms.
 */
export function isAlive(session: Session, user: User, tenant: TenantHead, at: number): boolean {
  return (
    session.idleExpiresAt > at &&
    session.expiresAt > at &&
    session.epoch >= user.epoch &&
    session.tenantEpoch >= tenant.epoch &&
    isOfNow(Math.min(session.createdAt, session.authAt)) &&
    isInSlots(session, tenant) &&
    (!session.isDevice || isDeviceGrantOn(tenant, session.createdAt))
  );
}

/** The claims of a token that names a session. */
export type SessionClaims = AccessClaims | PendingClaims | RefreshClaims;

/** Returns the ids in the claims; `undefined` if one is malformed. */
export function idsIn(claims: SessionClaims): store.SessionIds | undefined {
  const [tenant, user, session] = [tenantId(claims.tid), userId(claims.sub), sessionId(claims.sid)];
  return tenant && user && session && { tenant, user, session };
}

/**
 * Returns the actor of a verified access token, after one strongly consistent read of session, user, tenant and, if it is
 * of an application, of that: what this may not use is refused as a session that has ended. There is a second read of the accounts that a session descends from which a link began. Throws INVALID_TOKEN, SESSION_NOT_FOUND,
 * ACCOUNT_INACTIVE, and MFA_REQUIRED for a pending login unless `mayPend` allows it.
 */
export async function authenticate(
  claims: AccessClaims | PendingClaims,
  mayPend: (actor: Actor) => boolean,
): Promise<Actor> {
  const ids = idsIn(claims) ?? fail('INVALID_TOKEN');
  const named = 'aud' in claims ? clientId(claims.client_id) : undefined;
  const { stored, application, ...account } = await findAccount(ids, named);
  const isOfNamed = stored?.application?.id === named;
  const isOpen =
    isOfNamed &&
    (!stored?.application ||
      (isUsableIn(application, account.tenant, stored.createdAt) &&
        'aud' in claims &&
        isBoundAsRequired(application, claims)));
  const isLive = isOpen && stored?.id === ids.session && (await isValid(stored, account));
  // A pending login has tokens of its own kind alone.
  const isItsOwn = isLive && ('aud' in claims ? !stored.pending : isOfPending(claims, stored));
  if (!isItsOwn) return fail('SESSION_NOT_FOUND');
  const session = stored;
  const actor = { ...account, session, application };
  return session.pending && !mayPend(actor) ? fail('MFA_REQUIRED') : actor;
}

const isOfPending = ({ jti }: PendingClaims, session: Session): boolean => sameSecret(jti, pendingTokenId(session));

/** Whether the session is alive, and nothing has ended what it descends from. */
const isValid = async (session: Session, { user, tenant }: Account): Promise<boolean> =>
  isAlive(session, user, tenant, now()) && isStanding(session, { user, tenant });

/**
 * Returns user, tenant and what is stored in the place of the session, with the application that is named. Throws SESSION_NOT_FOUND for an inactive tenant,
 * ACCOUNT_INACTIVE for a deleted or disabled user.
 */
async function findAccount(
  ids: store.SessionIds,
  named?: ApplicationId,
): Promise<Account & { stored: Session | undefined; application: Application | undefined }> {
  const [sessionItem, userItem, headItem, copy] = await getMany([
    store.sessionKey(ids.tenant, ids.user, ids.session),
    userKey(ids.tenant, ids.user),
    headKey(ids.tenant),
    ...(named && !isUnregistered(named) ? [applicationKey(named)] : []),
  ]);
  const [stored, user, tenant] = [
    store.asSession(sessionItem),
    asUser(userItem),
    await headFrom(ids.tenant, headItem),
  ] as const;
  const application = named && (await applicationFrom(named, copy));
  if (tenant?.status !== 'active') return fail('SESSION_NOT_FOUND');
  if (!user?.isActive) return fail('ACCOUNT_INACTIVE');
  return { user, tenant, stored, application };
}

/**
 * Returns who the ids name, from items at the keys of session, user and head of the tenant: `undefined` unless all are
 * active, and the session or what has replaced it is alive. It may be a pending login, or of an application.
 */
export async function actorFrom(
  { tenant: id, session }: store.SessionIds,
  [sessionItem, userItem, headItem]: readonly (Item | undefined)[],
): Promise<Actor | undefined> {
  const [stored, user, tenant] = [
    store.asSession(sessionItem),
    asUser(userItem),
    await headFrom(id, headItem),
  ] as const;
  if (!stored || !store.isSameLineage(stored.id, session)) return undefined;
  if (tenant?.status !== 'active' || !user?.isActive) return undefined;
  return (await isValid(stored, { user, tenant })) ? { session: stored, user, tenant } : undefined;
}

/** Returns `undefined` for an error of the catalogue. Throws any other, such as `Unavailable`. */
const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error;
};

/** Returns the actor of an access token if its session is complete and alive, otherwise `undefined`. */
export const actorOf = (claims: AccessClaims | PendingClaims): Promise<Actor | undefined> =>
  authenticate(claims, () => false).catch(ignoreRefusal);

/**
 * Returns the account of a refresh token if its session is alive and the token is the current one, or was exchanged
 * within the grace period; `unproved` if the browser does not prove the key that the session is bound to; otherwise
 * `undefined`. A token that is shown later ends its session, as at refresh. For the list of accounts in a browser.
 */
export async function accountBehind(refreshToken: string, client: Client): Promise<Actor | 'unproved' | undefined> {
  const claims = await tokens.readRefresh(refreshToken);
  const ids = typeof claims === 'string' ? undefined : idsIn(claims);
  const account = ids && (await findAccount(ids).catch(ignoreRefusal));
  if (typeof claims === 'string' || !account?.stored || !(await isValid(account.stored, account))) return undefined;
  const standing = standingOf(claims, account.stored, client, now());
  if (standing === 'replayed' || standing === 'forged') await endStolen(ids as store.SessionIds, standing, now());
  if (standing === 'unproved') return standing;
  // To another client as well: it learns nothing, and not that the owner has just refreshed.
  const isShown = ['current', 'grace', 'elsewhere'].includes(standing);
  return isShown ? { user: account.user, tenant: account.tenant, session: account.stored } : undefined;
}

/**
 * Ends the session of the token, or the one that has replaced it, with everything that descends from it. For the token
 * of a pending login, also the session that has completed it. Succeeds also if it has ended before, or without a token.
 */
export async function logout(claims: SessionClaims | undefined): Promise<{ message: string }> {
  const ids = claims && idsIn(claims);
  const isPending = ids && slotOf(ids.session) === undefined;
  if (ids) await (isPending ? store.endLogin(ids) : store.end(ids));
  return { message: 'Logged out.' };
}

/** Ends every session of the account with one write, including those that racing logins begin in the old epoch. */
export async function logoutAll({ user }: Actor): Promise<{ message: string }> {
  await users.raiseEpoch(user.tenantId, user.id);
  return { message: 'Logged out everywhere.' };
}

/**
 * Confirms that the session is alive. `expiresAt`: when it ends at the latest. Its idle limit is left out: it moves with
 * each rotation, and would tell a thief of an access token when the owner refreshes.
 */
export const verify = ({ user, session }: Actor): Reply<'GET /auth/verify-session'> => ({
  valid: true,
  userId: user.id,
  expiresAt: iso(session.expiresAt),
});
