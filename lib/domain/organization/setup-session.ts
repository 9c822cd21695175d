// Begins, authenticates and ends the session of a setup link. It has no user: what it opens are the intents of the link, as
// far as the maker of the link may do them at that moment.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { digest, randomSecret, sameSecret } from '../../crypto/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { setupLinkId, tenantOfSetupLink } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/tenants/setup-links.ts';
import { headFrom, headKey } from '../../store/tenants/tenants.ts';
import { auditEvent, type SetupActor } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import type { Client, SetupSession } from '../sessions/caller.ts';
import { isOfNow } from '../still-counts.ts';
import { permissionsOf } from './setup-maker.ts';

/** Seconds. Long enough to copy an id and a secret from the console of a provider, too short to be kept for later. */
const SESSION_TTL = 60 * 60;

/** Who acts in a session of the link. */
export const actorOf = ({ id, createdBy }: store.SetupLink): SetupActor => ({ setup: { id, madeBy: createdBy } });

/** Returns the id and the secret of a token or a cookie: `<id>.<secret>`. */
function parsed(text: string) {
  const [, id, secret = ''] = /^(stl_[0-9A-Za-z]+)\.([\w-]{43})$/.exec(text) ?? [];
  const link = setupLinkId(id);
  return link && { link, hash: digest(secret) };
}

/** The link, if it can still be used or its session can still live, with its tenant, if that is active. */
async function standing(id: store.SetupLink['id']): Promise<Omit<SetupSession, 'permissions'> | undefined> {
  const tenantId = tenantOfSetupLink(id);
  const [item, copy] = await getMany([store.setupLinkKey(id), headKey(tenantId)]);
  const link = store.asSetupLink(item);
  if (!link || link.endedAt !== undefined || link.revokedAt !== undefined || !isOfNow(link.createdAt)) return undefined;
  const tenant = await headFrom(tenantId, copy);
  return tenant?.status === 'active' && link.tenantEpoch >= tenant.epoch ? { tenant, link } : undefined;
}

/**
 * Uses the link up and begins its session. If several callers have the token, one succeeds. Throws SETUP_LINK_INVALID, also if
 * its maker may no longer do what it is for, and RATE_LIMITED.
 */
export async function begin(token: string, client: Client) {
  const attempt = await limits.consume('token-ip', limits.network(client.ip));
  const sent = parsed(token);
  const found = sent && (await standing(sent.link));
  if (!sent || !found || !sameSecret(sent.hash, found.link.secretHash)) return fail('SETUP_LINK_INVALID');
  const { link, tenant } = found;
  if (link.usedAt !== undefined || link.expiresAt <= now()) return fail('SETUP_LINK_INVALID');
  const permissions = await permissionsOf(link);
  if (!permissions.length) return fail('SETUP_LINK_INVALID');
  note({ tenant: tenant.id, actor: link.id });
  const secret = randomSecret();
  const usedAt = now();
  const sessionExpiresAt = usedAt + SESSION_TTL * 1000;
  const target = { type: 'tenant', id: tenant.id, tenantId: tenant.id } as const;
  const after = { setupLinkId: link.id, permissions, sessionExpiresAt: iso(sessionExpiresAt) };
  const used = auditEvent(actorOf(link), 'setup_link.used', target, {}, after);
  const session = { usedAt, sessionHash: digest(secret), sessionExpiresAt };
  if (!(await store.begin(link, session, outboxWrite(tenant.id, [used], usedAt)))) return fail('SETUP_LINK_INVALID');
  await limits.refundIfBusy(attempt);
  const { id, slug, name } = tenant;
  return {
    tenant: { id, slug, name },
    permissions,
    expiresAt: iso(sessionExpiresAt),
    cookie: { value: `${link.id}.${secret}`, maxAge: SESSION_TTL },
  } satisfies Omit<Reply<'POST /auth/organization/setup/begin'>, 'csrfToken'> & { cookie: object };
}

/**
 * Returns the session of a cookie. A change counts as one of an account does. Throws NO_AUTH_PROVIDED without a cookie,
 * SESSION_NOT_FOUND if its session does not live, and RATE_LIMITED.
 */
export async function authenticate(cookie: string | undefined, isChange: boolean): Promise<SetupSession> {
  if (cookie === undefined) return fail('NO_AUTH_PROVIDED');
  const sent = parsed(cookie);
  const found = sent && (await standing(sent.link));
  if (!sent || !found?.link.sessionHash || !sameSecret(sent.hash, found.link.sessionHash))
    return fail('SESSION_NOT_FOUND');
  const session = await withPermissions(found);
  note({ tenant: found.tenant.id, actor: found.link.id });
  if (isChange) await limits.consume('account-change', found.link.id);
  return session;
}

/** Returns the session as it is now. Throws SESSION_NOT_FOUND if it does not live any more. */
export async function stillOpen({ link: { id, sessionHash } }: SetupSession): Promise<SetupSession> {
  const found = await standing(id);
  return found?.link.sessionHash === sessionHash && found ? withPermissions(found) : fail('SESSION_NOT_FOUND');
}

async function withPermissions(found: Omit<SetupSession, 'permissions'>): Promise<SetupSession> {
  if ((found.link.sessionExpiresAt ?? 0) <= now()) return fail('SESSION_NOT_FOUND');
  const permissions = await permissionsOf(found.link);
  return permissions.length ? { ...found, permissions } : fail('SESSION_NOT_FOUND');
}

/** Ends the session. The link does not work again. */
export async function end({ tenant, link }: SetupSession) {
  const target = { type: 'tenant', id: tenant.id, tenantId: tenant.id } as const;
  const ended = auditEvent(actorOf(link), 'setup_link.ended', target, {}, { setupLinkId: link.id });
  await store.end(link, 'endedAt', now(), outboxWrite(tenant.id, [ended], now()));
  return { message: 'The setup has ended.' };
}

/** When the item of a link may be deleted, in seconds since the epoch: it is listed for 30 days after it can be used. */
export const ttlOf = (expiresAt: number): number => seconds(expiresAt) + 30 * 86_400;
