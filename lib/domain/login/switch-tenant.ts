// From an account to the same person's account in another tenant. Accounts have nothing in common, not even an address
// that is the same; so the caller shows a living session there, or has shown one before and left a link.
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
/** A session that a refresh token names. `isWaiting`: the browser holds it, and will hold the new one in its place. */
type Claim = { user: UserId; session: SessionId; gen: number; isWaiting: boolean };
type Proof = { begun: links.LinkStart; persistent: boolean; instead?: Session };

/**
 * A new session of the caller's own account in the tenant, pending where that account needs a second factor; the
 * caller's stays. `waiting` are the refresh tokens that wait in his browser. What was proved there is not proved
 * afresh: the session is as old as its proof, and no older than a session there may become. Throws
 * NOT_A_MEMBER_OF_TENANT whatever is wrong with tenant or proof.
 */
export async function switchTenant(
  actor: Actor,
  input: Body<'POST /auth/switch-tenant'>,
  waiting: readonly string[],
  client: Client,
): Promise<Delivery> {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const target = tenantId(input.tenantId) ?? NO_TENANT;
  if (target === actor.tenant.id) fail('INVALID_INPUT', { message: 'tenantId: is the tenant of this session' });
  const claims = await claimsOn(target, waiting, input.refreshToken);
  const read = () => getMany([tenantKey(target), links.linkKey(actor.tenant.id, actor.user.id, target)]);
  const [items] = await Promise.all([read(), limits.consume('switch-account', actor.tenant.id, actor.user.id)]);
  const isWaiting = claims.some((claim) => claim.isWaiting);
  // Another tab may have put the session that waits into use a moment ago, and left a link.
  const proof =
    (await proofIn(items, actor, target, claims)) ??
    (isWaiting && (await proofIn(await read(), actor, target, claims)));
  if (!proof) {
    log.info('switch_refused', { tenant: actor.tenant.id, user: actor.user.id, ip: client.ip });
    return fail('NOT_A_MEMBER_OF_TENANT');
  }
  const { user, tenant, held, begun, instead, isNew } = proof;
  // Before the session goes that proved it.
  if (isNew) await remember(actor, proof, begun);
  const persistent = proof.persistent && actor.session.persistent;
  // A second factor is for the session that proved it.
  const amr = begun.amr.filter((method) => method !== 'mfa');
  const delivery = await startSession(
    user,
    tenant,
    { ...begun, amr, persistent, client, ...(instead && { instead }) },
    held,
  );
  return delivery.isRequiresMfa ? delivery : { ...delivery, message: 'Tenant switched.' };
}

/** The first that proves the account, of sessions and of the link among the `items`; with the account. */
async function proofIn(items: readonly (Item | undefined)[], actor: Actor, target: TenantId, claims: readonly Claim[]) {
  const [tenant, link] = [asTenant(items[0]), links.asLink(items[1])];
  const accounts = await accountsOf(target, [...claims.map(({ user }) => user), ...(link ? [link.userId] : [])]);
  const at = now();
  const proofOf = (id: UserId, prove: (end: links.LinkEnd, held: users.Held) => Proof | undefined) => {
    const { user, held } = accounts.get(id) as Account;
    if (!user?.isActive || tenant?.status !== 'active') return undefined;
    const proof = prove({ user, tenant }, held);
    return proof && proof.begun.authAt + absoluteOf(tenant) > at ? { ...proof, user, tenant, held } : undefined;
  };
  for (const claim of claims) {
    const found = proofOf(claim.user, (end, held) => bySession(claim, end, held, at));
    const isKnown = found && link && links.isCurrent(link, actor, found) && link.authAt >= found.begun.authAt;
    if (found) return { ...found, isNew: !isKnown };
  }
  const found = link && proofOf(link.userId, (end) => byLink(link, actor, end));
  return found && { ...found, isNew: false };
}

/** The sessions of the tenant that the tokens name, those of the browser first. */
async function claimsOn(target: TenantId, waiting: readonly string[], sent: string | undefined): Promise<Claim[]> {
  const all = [...waiting.map((token) => ({ token, isWaiting: true })), { token: sent, isWaiting: false }];
  const claims = await Promise.all(
    all.map(async ({ token, isWaiting }): Promise<Claim[]> => {
      const read = token === undefined ? 'invalid' : await tokens.readRefresh(token);
      const ids = typeof read === 'string' ? undefined : idsIn(read);
      if (typeof read === 'string' || ids?.tenant !== target) return [];
      return [{ user: ids.user, session: ids.session, gen: read.gen, isWaiting }];
    }),
  );
  return claims.flat();
}

/** The accounts with what they hold. Where none is named, that of nobody: who has no proof costs what a wrong one costs. */
async function accountsOf(target: TenantId, named: readonly UserId[]): Promise<Map<UserId, Account>> {
  const ids = [...new Set(named.length ? named : [noUser(target)])];
  return new Map(await Promise.all(ids.map(async (id) => [id, await users.findWithHeld(target, id)] as const)));
}

/** A full session that lives, shown by the one refresh token of it that is live. */
function bySession(claim: Claim, { user, tenant }: links.LinkEnd, held: users.Held, at: number): Proof | undefined {
  const session = held.sessions.find(({ id }) => id === claim.session);
  const isLive = session && !session.pending && session.gen === claim.gen && isAlive(session, user, tenant, at);
  if (!isLive) return undefined;
  const { authAt, amr, channel, persistent } = session;
  return { begun: { authAt, amr, channel }, persistent, ...(claim.isWaiting && { instead: session }) };
}

/**
 * A link, while nothing has ended the sessions of either account. The session is as one would be that had been open there
 * since: logging in here proves nothing there. Only where a code opened this session, it must not open that one alone.
 */
function byLink(link: links.Link, actor: Actor, end: links.LinkEnd): Proof | undefined {
  if (!links.isCurrent(link, actor, end)) return undefined;
  const channel = actor.session.channel ?? link.channel;
  return { begun: { authAt: link.authAt, amr: link.amr, channel }, persistent: true };
}

/** Links the accounts: whoever has shown both needn't again, until one of them ends its sessions or the proof is too old. */
async function remember(actor: Actor, { user, tenant }: links.LinkEnd, begun: links.LinkStart): Promise<void> {
  const { authAt, amr, channel } = actor.session;
  const last = Math.max(authAt + absoluteOf(actor.tenant), begun.authAt + absoluteOf(tenant));
  const own = { user: actor.user, tenant: actor.tenant, begun: { authAt, amr, channel } };
  await links.link(own, { user, tenant, begun }, seconds(last) + 86_400);
}
