// Rotates refresh tokens. Each works once, with a grace period for parallel tabs. A replayed token ends the session.
import { type ErrorCode, fail } from '../../contract/errors.ts';
import type { RefreshClaims } from '../../crypto/jwt.ts';
import { now } from '../../platform/clock.ts';
import type { ProtectedResourceId, TenantId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { config } from '../../platform/settings/config.ts';
import type { Application } from '../../store/applications/applications.ts';
import { protectedResourceKey } from '../../store/applications/protected-resources.ts';
import { getMany } from '../../store/dynamo/table.ts';
import * as store from '../../store/people/sessions.ts';
import { asUser, userKey } from '../../store/people/users.ts';
import { headFrom, headKey } from '../../store/tenants/tenants.ts';
import { granted } from '../application-rights.ts';
import { isUsableIn, serves } from '../application-standing.ts';
import * as limits from '../credentials/limits.ts';
import { isUsableFor } from '../protected-resource-rights.ts';
import { recordRequest } from './acting.ts';
import { idsIn, isAlive } from './authenticate.ts';
import type { ProvedKey } from './bound-tokens.ts';
import type { Actor, Client } from './caller.ts';
import { type Delivery, tokensOf } from './delivery.ts';
import { KEY_BUSY_SECONDS, provedFor } from './device/texts.ts';
import { isStanding } from './lineage.ts';
import { type RefreshTarget, refreshTarget, targetIn } from './refresh-target.ts';
import { clientDigest, endStolen, noteGrace, standingOf } from './shown-token.ts';
import * as tokens from './tokens.ts';

/**
 * Exchanges a refresh token for new tokens. If several callers have one token, exactly one moves the session to its
 * next generation. Within the grace period the same client gets tokens of that generation too (parallel tabs, lost
 * responses), and another one is told to come back later. A token that is shown later was stolen or replayed: the session ends (RFC 9700 4.14.2). Only refusals are
 * limited, so the live token always works. Throws REFRESH_TOKEN_EXPIRED, REFRESH_TOKEN_INVALID, REFRESH_TOKEN_REUSED,
 * REFRESH_TOKEN_PROOF_REQUIRED, SESSION_NOT_FOUND, ACCOUNT_INACTIVE, RATE_LIMITED.
 */
export async function refresh(refreshToken: string | undefined, client: Client): Promise<Delivery> {
  const claims = await tokens.readRefresh(refreshToken ?? '');
  if (claims === 'expired') return fail('REFRESH_TOKEN_EXPIRED');
  const ids = claims === 'invalid' ? undefined : idsIn(claims);
  // A page that asks whether it has a session shows no token, and is not counted.
  if (!refreshToken) return fail('REFRESH_TOKEN_INVALID');
  if (claims === 'invalid' || !ids) return refuse('REFRESH_TOKEN_INVALID', client);
  const { session, user, tenant } = await exchange(claims, ids, client);
  return tokensOf(session, user, tenant, 'Tokens refreshed.');
}

/** How an application uses its token: the key that it proves, the scopes and the protected resource that it asks for. */
type Use = { key: ProvedKey; scope: readonly string[]; resource?: string | undefined };

/**
 * Exchanges the refresh token of an application in the same way. Returns the session in its next generation, with its
 * account. Every refusal that may be over tomorrow is decided before the token is exchanged, so that it still works then:
 * a token of another application, of a browser, of a tenant that is not served, or bound to another key, a scope that was
 * not granted, a protected resource that is another one or switched off, and a user who must change the password first.
 * Throws INVALID_SCOPE, INVALID_TARGET, INVALID_DPOP_PROOF, and as `refresh` does.
 */
export async function refreshOf(
  application: Application,
  refreshToken: string,
  client: Client,
  { key, ...asked }: Use,
): Promise<Actor & { target?: RefreshTarget | undefined }> {
  const claims = await tokens.readRefreshOf(application.id, refreshToken);
  if (claims === 'expired') return fail('REFRESH_TOKEN_EXPIRED');
  const ids = claims === 'invalid' ? undefined : idsIn(claims);
  const isOurs = claims !== 'invalid' && ids && serves(application, ids.tenant) && (claims.jkt ?? key.jkt) === key.jkt;
  if (!isOurs) return refuse('REFRESH_TOKEN_INVALID', client);
  const named = targetIn(claims, asked);
  if (!named && asked.scope.length && !granted(application, asked.scope).length) return fail('INVALID_SCOPE');
  // Without a resource all was decided before the key is used up.
  const [account] = await Promise.all([accountOf(ids, named), named ? undefined : key.use()]);
  const user = asUser(account[0]);
  if (user?.mustChangePassword) return refuse('REFRESH_TOKEN_INVALID', client, ids);
  const target = named && user && (await refreshTarget(claims, application, user, account[2], asked));
  if (named) await key.use();
  const actor = await exchange(claims, ids, client, { application, scope: asked.scope, account, target });
  return { ...actor, target };
}

/** Anyone can say that a key is busy, so it is counted as other refusals of the session are. */
async function refuseUntilKeyIsFree({ session }: store.SessionIds): Promise<never> {
  await limits.consume('refresh-session', session);
  return fail('RATE_LIMITED', { retryAfter: KEY_BUSY_SECONDS });
}

const accountOf = ({ tenant, user }: store.SessionIds, resource?: ProtectedResourceId) =>
  getMany([userKey(tenant, user), headKey(tenant), ...(resource ? [protectedResourceKey(resource)] : [])]);

/**
 * `scope`: what the session must have been granted. `account`: its items, if they were read before. `target`: what was
 * decided about the resource of the token.
 */
type Terms = {
  application?: Application;
  scope?: readonly string[];
  account?: Awaited<ReturnType<typeof accountOf>>;
  target?: RefreshTarget | undefined;
};

async function exchange(
  claims: RefreshClaims,
  ids: store.SessionIds,
  client: Client,
  { application, scope = [], account, target }: Terms = {},
): Promise<Actor> {
  note({ tenant: ids.tenant, actor: ids.user });
  const at = now();
  const boundTo = provedFor(claims, client);
  const shown = { ...ids, gen: claims.gen, before: claims.jti, client: clientDigest(client), boundTo };
  const [rotated, [userItem, headItem]] = await Promise.all([
    store.rotate(shown, { scope, since: target?.since }, at),
    account ?? accountOf(ids),
  ]);
  const [user, tenant] = [asUser(userItem), await headFrom(ids.tenant, headItem)];
  if (tenant?.status !== 'active') return refuse('SESSION_NOT_FOUND', client, ids);
  if (!user?.isActive) return refuse('ACCOUNT_INACTIVE', client, ids);
  const isRotated = !('refused' in rotated);
  const session = isRotated ? rotated : rotated.refused;
  const isOpen =
    !session?.application ||
    (isUsableIn(application, tenant, session.createdAt) && isForTarget(session, application, tenant.id, target));
  const isLive =
    isOpen && session && isAlive(session, user, tenant, at) && (await isStanding(session, { user, tenant }));
  if (!isLive) return refuse('SESSION_NOT_FOUND', client, ids);
  // A rotation counts only for the token that it exchanged: with the right generation, a forged one gets that far.
  await recordRequest({ session, user, tenant }, true);
  const standing = standingOf(claims, isRotated ? { ...session, gen: claims.gen } : session, client, at);
  const isGranted = scope.every((each) => session.scope?.includes(each)) && isSince(session, target?.since);
  switch (standing) {
    case 'current':
      if (!isGranted) return fail('INVALID_SCOPE');
      // Not rotated: the session was at the end of its idle time.
      return isRotated ? { session, user, tenant } : refuse('SESSION_NOT_FOUND', client, ids);
    case 'grace':
      noteGrace(ids, standing);
      await limits.consume('refresh-grace', ids.session);
      if (!isGranted) return fail('INVALID_SCOPE');
      return { session, user, tenant };
    case 'unproved':
      // The browser says so, and tries again later. Signing in again would need the key as well.
      if (client.isKeyBusy) return refuseUntilKeyIsFree(ids);
      return refuse('REFRESH_TOKEN_PROOF_REQUIRED', client, ids);
    case 'elsewhere':
      noteGrace(ids, standing);
      // Not a refusal for good, so that the owner's client keeps the token. If the other client was a thief, showing it
      // again after the grace period ends the session for both.
      return fail('RATE_LIMITED', { retryAfter: config().ttl.refreshGrace + 1 });
    case 'gone':
      return refuse('SESSION_NOT_FOUND', client, ids);
    case 'replayed':
    case 'forged':
      await endStolen(ids, standing, at);
      return refuse(standing === 'forged' ? 'REFRESH_TOKEN_INVALID' : 'REFRESH_TOKEN_REUSED', client, ids);
  }
}

/** A switch of tenant is no login. */
const isSince = ({ authAt, isSwitched }: store.Session, since: number | undefined): boolean =>
  since === undefined || (!isSwitched && authAt >= since);

/** Whether the session is for the resource of the token, and has been given since that was switched on. */
const isForTarget = (
  session: store.Session,
  application: Application,
  tenant: TenantId,
  target: RefreshTarget | undefined,
): boolean =>
  session.resource === target?.resource.id &&
  (!target || isUsableFor(target.resource, application, tenant, session.createdAt));

/** What an admin or the user has ended. The token is one of ours, so it is no guess. */
const ENDED: readonly ErrorCode[] = ['SESSION_NOT_FOUND', 'ACCOUNT_INACTIVE'];

/**
 * Counts the refusal for the session and the client's network, and throws it; RATE_LIMITED after too many. If many sessions end
 * at once, a server refreshes for all of their users: it must hear that of each, so that they sign in again.
 */
async function refuse(code: ErrorCode, { ip }: Client, ids?: store.SessionIds): Promise<never> {
  const isEnded = ids && ENDED.includes(code);
  await Promise.all([
    !isEnded && limits.consume('refresh-ip', limits.network(ip)),
    ids && limits.consume('refresh-session', ids.session),
  ]);
  return fail(code);
}
