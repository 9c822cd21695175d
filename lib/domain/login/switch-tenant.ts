// Switches the caller to their own account in another tenant. Accounts of different tenants are independent, and an
// equal address proves nothing. The caller shows a live session of the other account, or has shown one before, which
// left a link.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now, seconds } from '../../platform/clock.ts';
import { NO_TENANT, noUser, type SessionId, type TenantId, tenantId, type UserId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import * as links from '../../store/account-links.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import type { Session } from '../../store/sessions.ts';
import { asTenant, tenantKey } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import * as limits from '../credentials/limits.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { type Actor, type Client, idsIn, isAlive } from '../sessions/sessions.ts';
import { absoluteOf, startSession } from '../sessions/start.ts';
import * as tokens from '../sessions/tokens.ts';

type Account = { user: users.User | undefined; held: users.Held };
/**
 * A session that a refresh token names. `isWaiting`: the token waits in the browser, where the new session replaces it.
 */
type ShownSession = { user: UserId; session: SessionId; gen: number; isWaiting: boolean };
/** `replaced`: the waiting session that the new one replaces. */
type Proof = { begun: links.LinkStart; persistent: boolean; replaced?: Session };

/**
 * Starts a session of the caller's account in another tenant, pending if that account needs a second factor. The
 * caller's session stays. `waiting`: the refresh tokens that wait in the browser. A switch is not a fresh proof: the
 * new session is as old as the login it derives from, and a login older than the tenant's absolute lifetime proves
 * nothing. Throws NOT_A_MEMBER_OF_TENANT for every mistake in tenant or proof, and RATE_LIMITED.
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
  const shown = await readShownSessions(target, waiting, input.refreshToken);
  const read = () => getMany([tenantKey(target), links.linkKey(actor.tenant.id, actor.user.id, target)]);
  const [items] = await Promise.all([read(), limits.consume('switch-account', actor.tenant.id, actor.user.id)]);
  const isWaiting = shown.some((session) => session.isWaiting);
  // Another tab may have switched to the waiting session a moment ago, and left a link.
  const proof =
    (await findProof(items, actor, target, shown)) ??
    (isWaiting && (await findProof(await read(), actor, target, shown)));
  if (!proof) {
    log.info('switch_refused', { tenant: actor.tenant.id, user: actor.user.id, ip: client.ip });
    return fail('NOT_A_MEMBER_OF_TENANT');
  }
  const { user, tenant, held, begun, replaced, isNew } = proof;
  // Before the new session replaces the one that proved it.
  if (isNew) await storeLink(actor, proof, begun);
  const persistent = proof.persistent && actor.session.persistent;
  // A second factor counts only for the session that proved it.
  const amr = begun.amr.filter((method) => method !== 'mfa');
  const delivery = await startSession(
    user,
    tenant,
    { ...begun, amr, persistent, client, ...(replaced && { replaced }) },
    held,
  );
  return delivery.isRequiresMfa ? delivery : { ...delivery, message: 'Tenant switched.' };
}

/**
 * Returns the first proof of the account, with the account: from the shown sessions, then from the link. `items`:
 * tenant and link. `isNew`: no link is stored yet that is as recent.
 */
async function findProof(
  items: readonly (Item | undefined)[],
  actor: Actor,
  target: TenantId,
  shown: readonly ShownSession[],
) {
  const [tenant, link] = [asTenant(items[0]), links.asLink(items[1])];
  const accounts = await findAccounts(target, [...shown.map(({ user }) => user), ...(link ? [link.userId] : [])]);
  const at = now();
  const proofFor = (id: UserId, prove: (end: links.LinkEnd, held: users.Held) => Proof | undefined) => {
    const { user, held } = accounts.get(id) as Account;
    if (!user?.isActive || tenant?.status !== 'active') return undefined;
    const proof = prove({ user, tenant }, held);
    return proof && proof.begun.authAt + absoluteOf(tenant) > at ? { ...proof, user, tenant, held } : undefined;
  };
  for (const session of shown) {
    const proof = proofFor(session.user, (end, held) => proveBySession(session, end, held, at));
    const isLinked = proof && link && links.isCurrent(link, actor, proof) && link.authAt >= proof.begun.authAt;
    if (proof) return { ...proof, isNew: !isLinked };
  }
  const proof = link && proofFor(link.userId, (end) => proveByLink(link, actor, end));
  return proof && { ...proof, isNew: false };
}

/** Returns the sessions of the tenant that the tokens name, those of the browser first. */
async function readShownSessions(
  target: TenantId,
  waiting: readonly string[],
  sent: string | undefined,
): Promise<ShownSession[]> {
  const all = [...waiting.map((token) => ({ token, isWaiting: true })), { token: sent, isWaiting: false }];
  const sessions = await Promise.all(
    all.map(async ({ token, isWaiting }): Promise<ShownSession[]> => {
      const claims = token === undefined ? 'invalid' : await tokens.readRefresh(token);
      const ids = typeof claims === 'string' ? undefined : idsIn(claims);
      if (typeof claims === 'string' || ids?.tenant !== target) return [];
      return [{ user: ids.user, session: ids.session, gen: claims.gen, isWaiting }];
    }),
  );
  return sessions.flat();
}

/**
 * Returns the accounts. Without ids it reads one that does not exist, so that no proof costs as much as a wrong one.
 */
async function findAccounts(target: TenantId, userIds: readonly UserId[]): Promise<Map<UserId, Account>> {
  const ids = [...new Set(userIds.length ? userIds : [noUser(target)])];
  return new Map(await Promise.all(ids.map(async (id) => [id, await users.findWithHeld(target, id)] as const)));
}

/** Returns the proof by a full session that is alive, shown by its one live refresh token. */
function proveBySession(
  shown: ShownSession,
  { user, tenant }: links.LinkEnd,
  held: users.Held,
  at: number,
): Proof | undefined {
  const session = held.sessions.find(({ id }) => id === shown.session);
  const isLive = session && !session.pending && session.gen === shown.gen && isAlive(session, user, tenant, at);
  if (!isLive) return undefined;
  const { authAt, amr, channel, persistent } = session;
  return { begun: { authAt, amr, channel }, persistent, ...(shown.isWaiting && { replaced: session }) };
}

/**
 * Returns the proof by a link, unless the sessions of either account were ended since. It begins when the linked
 * session began: a login in this tenant proves nothing there. If a code opened this session, its channel counts, so
 * that one mailbox or phone alone does not open the other account.
 */
function proveByLink(link: links.Link, actor: Actor, end: links.LinkEnd): Proof | undefined {
  if (!links.isCurrent(link, actor, end)) return undefined;
  const channel = actor.session.channel ?? link.channel;
  return { begun: { authAt: link.authAt, amr: link.amr, channel }, persistent: true };
}

/** Links the accounts: switches need no other proof until the sessions of one are ended or its proof is too old. */
async function storeLink(actor: Actor, { user, tenant }: links.LinkEnd, begun: links.LinkStart): Promise<void> {
  const { authAt, amr, channel } = actor.session;
  const last = Math.max(authAt + absoluteOf(actor.tenant), begun.authAt + absoluteOf(tenant));
  const own = { user: actor.user, tenant: actor.tenant, begun: { authAt, amr, channel } };
  await links.link(own, { user, tenant, begun }, seconds(last) + 86_400);
}
