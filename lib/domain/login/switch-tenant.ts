// Switches the caller to their own account in another tenant. Accounts of different tenants are independent, and an
// equal address proves nothing. The caller shows the refresh token of a live session of the other account, or this
// session has shown one before, which left a link.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import type { RefreshClaims } from '../../crypto/jwt.ts';
import { now } from '../../platform/clock.ts';
import { NO_TENANT, noUser, type TenantId, tenantId, type UserId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import * as links from '../../store/people/account-links.ts';
import * as sessions from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { headFrom, headKey, type TenantHead } from '../../store/tenants/tenants.ts';
import * as limits from '../credentials/limits.ts';
import { idsIn, isAlive } from '../sessions/authenticate.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import { areCurrent, descentOf, isStanding, joined } from '../sessions/lineage.ts';
import { endStolen, noteGrace, standingOf } from '../sessions/shown-token.ts';
import { absoluteOf, startSession } from '../sessions/start.ts';
import * as tokens from '../sessions/tokens.ts';
import { isOfNow } from '../still-counts.ts';
import { isLinked, isMadeBy, linkAccounts, mayLink } from './link-accounts.ts';

type Account = links.Account & { held: users.Held };
/** A refresh token of the other tenant that the caller showed. */
type Shown = { ids: sessions.SessionIds; claims: RefreshClaims };
/** What the new session comes from: a session of the account, or a link to it. */
type Proof = Account & ({ session: sessions.Session; isReplaced: boolean } | { link: links.Link });

/**
 * Starts a session of the caller's account in another tenant, pending if that account needs a second factor. The
 * caller's session stays. The session whose refresh token is the proof is replaced by the new one: the token is spent,
 * and used again it ends the new session. `waiting`: the refresh tokens that wait in the browser. A switch is not a
 * fresh proof: the new session is as old as the login it derives from, passes no step-up, and a login older than the
 * tenant's absolute lifetime proves nothing. Throws NOT_A_MEMBER_OF_TENANT for every mistake in tenant or proof,
 * SESSION_NOT_FOUND if the caller's session ends meanwhile, and RATE_LIMITED.
 */
export async function switchTenant(
  actor: Actor,
  input: Body<'POST /auth/switch-tenant'>,
  waiting: readonly string[],
  client: Client,
): Promise<Delivery> {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const target = tenantId(input.tenantId) ?? NO_TENANT;
  if (target === actor.tenant.id) fail('INVALID_INPUT', { message: 'tenantId: is already the tenant of this session' });
  const shown = await readShown(target, [
    ...waiting,
    ...(input.refreshToken === undefined ? [] : [input.refreshToken]),
  ]);
  const counted = limits.consume('switch-account', actor.tenant.id, actor.user.id);
  return retryOnConflict('the sessions of the account', async () => {
    const read = getMany([headKey(target), links.linkKey(actor.tenant.id, actor.user.id, target)]);
    const [[headItem, linkItem]] = await Promise.all([read, counted]);
    const link = links.asLink(linkItem);
    const usable = link && mayLink(actor.session) && isMadeBy(link, actor.session) ? link : undefined;
    const proof = await findProof(actor, target, headItem, shown, usable, client);
    if (!proof) {
      log.info('switch_refused', { tenant: actor.tenant.id, user: actor.user.id, ip: client.ip });
      return fail('NOT_A_MEMBER_OF_TENANT');
    }
    const delivery = await ('link' in proof
      ? switchByLink(actor, proof, client)
      : switchBySession(actor, proof, link, client));
    return delivery && !delivery.isRequiresMfa ? { ...delivery, message: 'Tenant switched.' } : delivery;
  });
}

/** Returns the tokens that are of the target tenant. */
async function readShown(target: TenantId, sent: readonly string[]): Promise<Shown[]> {
  const all = await Promise.all(sent.map(tokens.readRefresh));
  return all.flatMap((claims) => {
    const ids = typeof claims === 'string' ? undefined : idsIn(claims);
    return typeof claims !== 'string' && ids?.tenant === target ? [{ ids, claims }] : [];
  });
}

/**
 * Returns the first proof of an account: from the shown tokens, then from the link. A replayed or forged token ends its
 * session, and is no proof of anything. Without any proof, it reads an account that does not exist: it costs as much.
 */
async function findProof(
  actor: Actor,
  target: TenantId,
  headItem: Item | undefined,
  shown: readonly Shown[],
  link: links.Link | undefined,
  client: Client,
): Promise<Proof | undefined> {
  const ids = [...shown.map(({ ids }) => ids.user), ...(link ? [link.userId] : [])];
  const accounts = await findAccounts(target, headItem, ids.length ? ids : [noUser(target)]);
  const isYoung = (authAt: number, of: TenantHead) => authAt + absoluteOf(of) > now();
  for (const { ids, claims } of shown) {
    const account = accounts.get(ids.user);
    const session = account?.held.sessions.find(({ id }) => sessions.isSameLineage(id, ids.session));
    if (!account || !session || !isAlive(session, account.user, account.tenant, now())) continue;
    // The token of an admin who acts as the user proves no account of the caller.
    if (
      session.pending ||
      session.acting ||
      !(await isStanding(session, account)) ||
      !isYoung(session.authAt, account.tenant)
    )
      continue;
    const standing = standingOf(claims, session, client, now());
    if (standing === 'replayed' || standing === 'forged') {
      await endStolen(ids, standing, now());
      return undefined;
    }
    if (standing === 'grace' || standing === 'elsewhere') noteGrace(ids, standing);
    const isProof = standing === 'current' || standing === 'grace';
    if (isProof) return { ...account, session, isReplaced: session.id !== ids.session };
  }
  const account = link && accounts.get(link.userId);
  if (!account || !isYoung(link.authAt, account.tenant)) return undefined;
  return (await isValid(link, actor, account)) ? { ...account, link } : undefined;
}

/** Returns the active accounts by id. A tenant in which none was found is not looked for. */
async function findAccounts(
  target: TenantId,
  headItem: Item | undefined,
  ids: readonly UserId[],
): Promise<Map<UserId, Account>> {
  const found = await Promise.all([...new Set(ids)].map((id) => users.findWithHeld(target, id)));
  const tenant = found.some(({ user }) => user) ? await headFrom(target, headItem) : undefined;
  const active = found.flatMap(({ user, held }) =>
    tenant?.status === 'active' && user?.isActive ? [{ user, tenant, held }] : [],
  );
  return new Map(active.map((account) => [account.user.id, account]));
}

/** Whether nothing has ended what the link connects, or descends from, since it was stored. */
const isValid = async (link: links.Link, actor: Actor, account: links.Account): Promise<boolean> =>
  isOfNow(Math.min(link.createdAt, link.authAt)) &&
  links.isHeldBy(link, actor) &&
  areCurrent(link.descent, [actor, account]);

/**
 * Replaces the session that was shown, and links the accounts if both sessions may. A pending login replaces it when it
 * is completed. `undefined`: session or link was changed meanwhile.
 */
async function switchBySession(
  actor: Actor,
  proof: Account & { session: sessions.Session; isReplaced: boolean },
  link: links.Link | undefined,
  client: Client,
): Promise<Delivery | undefined> {
  const { user, tenant, held, session } = proof;
  // Another tab has switched with this token a moment ago.
  if (proof.isReplaced) return tokensOf(session, user, tenant);
  // Before the new session replaces the one that proved it.
  const isMarked = !mayLink(actor.session) || !mayLink(session) || (await leaveLink(actor, proof, link));
  if (!isMarked) return undefined;
  const { authAt, amr, channel } = session;
  const persistent = session.persistent && actor.session.persistent;
  const switched = { descent: descentOf(session, proof), shown: session, by: actor.session };
  return startSession(user, tenant, { authAt, amr: withoutMfa(amr), channel, persistent, client, switched }, held);
}

/** Links the accounts for these two sessions, unless they are linked already. `false`: a session or link has changed. */
async function leaveLink(
  actor: Actor,
  { user, tenant, session }: Account & { session: sessions.Session },
  link: links.Link | undefined,
): Promise<boolean> {
  const isCurrent = link !== undefined && isLinked(link, user) && (await isValid(link, actor, { user, tenant }));
  const isOfBoth = isCurrent && isMadeBy(link, actor.session) && link.lineage === sessions.linkingLineage(session);
  if (!isOfBoth || link.authAt < session.authAt)
    return linkAccounts(actor, { user, tenant, session }, link, !isCurrent);
  return session.isSource || sessions.markSource(session);
}

/**
 * Starts a session beside the others. It begins when the linked session began: a login in this tenant proves nothing
 * there. If a code opened this session, its channel counts, so that one mailbox or phone alone does not open the other
 * account.
 */
async function switchByLink(
  actor: Actor,
  { user, tenant, held, link }: Account & { link: links.Link },
  client: Client,
): Promise<Delivery> {
  const { session } = actor;
  const descent = joined(descentOf(session, actor), link.descent) ?? fail('NOT_A_MEMBER_OF_TENANT');
  if (!session.isSource && !(await sessions.markSource(session))) return fail('SESSION_NOT_FOUND');
  const { authAt, amr } = link;
  const channel = session.channel ?? link.channel;
  const opening = { authAt, amr: withoutMfa(amr), channel, persistent: session.persistent, client };
  return startSession(user, tenant, { ...opening, switched: { descent, onBehalfOf: link.lineage, by: session } }, held);
}

/** A second factor counts only for the session that proved it. */
const withoutMfa = (amr: readonly string[]): string[] => amr.filter((method) => method !== 'mfa');
