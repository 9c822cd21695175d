// Lets people ask to join a tenant that has verified the domain of their address. Asking sends a link to the address, for every
// address alike, and records nothing: only the link, which proves the mailbox, puts a request before those who decide.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import {
  type JoinRequestId,
  joinRequestIdOf,
  NO_TENANT,
  newEventId,
  type TenantId,
  tenantId,
} from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { create, getMany } from '../../store/dynamo/table.ts';
import { event, outboxItem, outboxWrite, withoutOrigin } from '../../store/outbox.ts';
import { asInvitation, invitationKey } from '../../store/people/invitations.ts';
import * as users from '../../store/people/users.ts';
import { asDomain, domainKey } from '../../store/tenants/domains.ts';
import * as store from '../../store/tenants/join-requests.ts';
import { wholeFrom, wholeKey } from '../../store/tenants/tenant-cache.ts';
import { canonicalEmail } from '../addresses.ts';
import * as limits from '../credentials/limits.ts';
import { mailboxOf } from '../credentials/mailbox.ts';
import { maySend } from '../credentials/message-budget.ts';
import type { Client } from '../sessions/caller.ts';
import { isOfNow, isOfProof, isSinceActive } from '../still-counts.ts';
import { takesRequests } from '../verified-domains/joins.ts';
import { domainOf } from '../verified-domains/names.ts';
import { isWaiting } from './invitee.ts';

const DAY_MS = 86_400_000;
/** How long the link works: people read their mail the next morning. */
const LINK_MS = DAY_MS;
/** How long a request waits, and keeps its mailbox from a further one. */
const REQUEST_MS = 30 * DAY_MS;
const CONTEXT = 'join-request';
const ASKED = 'If people with this address may ask to join, a message is on its way.';

/** The person who asks, as the link says it. `at`: when they asked, ms. */
type Asked = { tenant: TenantId; email: string; locale: string | null; at: number };

/**
 * Sends the link, if people of the domain may ask. Reply and work depend on the domain alone: no account is read. A caller whom a
 * limit stops gets the same reply.
 */
export async function askToJoin(input: Body<'POST /auth/join-requests'>, { ip }: Client) {
  const to = canonicalEmail(input.email);
  const { id, settings, takes } = await addressed(tenantId(input.tenantId) ?? NO_TENANT, to);
  const message = { tenant: id, purpose: 'join', channel: 'email', to, ip } as const;
  if (!takes || !(await maySend(message, { isDecoy: false, settings }))) return { message: ASKED };
  const at = now();
  const locale = input.locale ?? null;
  const roots = await rootSecret('seal');
  const token = seal(roots, CONTEXT, JSON.stringify({ tenant: id, email: to, locale, at } satisfies Asked));
  const eventId = newEventId();
  const requested = event('svc.join_requested', {
    id: eventId,
    tenantId: id,
    channel: 'email',
    to,
    locale,
    expiresAt: iso(at + LINK_MS),
    sealed: seal(roots, `message|${eventId}`, token),
  });
  await create(outboxItem(id, [requested], at));
  return { message: ASKED };
}

/** The tenant that an address asks to join, and whether it takes requests of the domain. */
async function addressed(id: TenantId, email: string) {
  const [item, domain] = await getMany([wholeKey(id), domainKey(id, domainOf(email))]);
  const tenant = await wholeFrom(id, item);
  const owned = asDomain(domain);
  return {
    id,
    tenant,
    domain: owned,
    settings: tenant?.settings,
    takes: tenant ? takesRequests(tenant, owned) : false,
  };
}

/** Returns what the link says; `undefined` for other text, and for a link that has expired. */
async function readLink(token: string): Promise<Asked | undefined> {
  try {
    const asked = JSON.parse(unseal(await rootSecret('seal'), CONTEXT, token)) as Asked;
    return asked.at + LINK_MS > now() && isOfNow(asked.at) ? asked : undefined;
  } catch {
    // No reason is reported.
    return undefined;
  }
}

/**
 * Opens the request of the person who has the link. If several callers have it, one opens it, and all get the same reply; the link opens
 * no second one. Throws JOIN_LINK_INVALID, USER_ALREADY_EXISTS if the address has an account, and RATE_LIMITED.
 */
export async function confirmJoin(token: string, { ip }: Client): Promise<Reply<'POST /auth/join-requests/confirm'>> {
  const ofAddress = await limits.consume('token-ip', limits.network(ip));
  const asked = (await readLink(token)) ?? fail('JOIN_LINK_INVALID');
  const { email } = asked;
  const { tenant, domain, takes } = await addressed(asked.tenant, email);
  if (!tenant || !takes || !isSinceActive(asked.at, tenant) || !isOfProof(asked.at, domain))
    return fail('JOIN_LINK_INVALID');
  note({ tenant: tenant.id });
  const id = joinRequestIdOf(tenant.id, mailboxOf(email));
  const [claim, item] = await getMany([
    users.addressKey(tenant.id, { kind: 'email', value: email }),
    store.joinRequestKey(id),
  ]);
  if (await isOwned(tenant.id, claim)) fail('USER_ALREADY_EXISTS');
  const at = now();
  const before = store.asJoinRequest(item);
  const isOver =
    !before || before.expiresAt <= at || !isOfProof(before.createdAt, domain) || (await hasLapsed(before, asked));
  const request = isOver ? await opened(asked, id, before, at) : before;
  await limits.refundIfBusy(ofAddress);
  const { slug, name } = tenant;
  return {
    tenant: { id: tenant.id, slug, name },
    status: request.status,
    expiresAt: iso(request.expiresAt),
  };
}

/** Opens the request, in place of one that is over. If another caller with the link was faster, returns theirs. */
async function opened(
  { tenant, email, locale }: Asked,
  id: JoinRequestId,
  before: store.JoinRequest | undefined,
  at: number,
): Promise<store.JoinRequest> {
  const domain = domainOf(email);
  const expiresAt = at + REQUEST_MS;
  const request: store.JoinRequest = {
    ...store.joinRequestKey(id),
    type: 'join-request',
    id,
    tenantId: tenant,
    email,
    domain,
    locale,
    status: 'open',
    createdAt: at,
    expiresAt,
    ttl: seconds(expiresAt),
  };
  const events = [event('svc.join_request_opened', { tenantId: tenant, joinRequestId: id, domain })];
  // The log would keep the network of a person who has no account to erase.
  const isFirst = await store.open(request, withoutOrigin(outboxWrite(tenant, events, at)), before);
  return isFirst ? request : ((await store.find(id)) ?? request);
}

/** Whether an account has the address that a person uses: the link shows it to the owner of the mailbox alone. */
async function isOwned(tenant: TenantId, claim: Parameters<typeof users.claimedBy>[0]): Promise<boolean> {
  const id = users.claimedBy(claim);
  const user = id && (await users.find(tenant, id));
  return user ? isUsed(user) : false;
}

/** Who has proved the address signs in by code. */
const isUsed = ({ isUnclaimed, passwordHash, emailVerifiedAt, hasIdentity, hasPasskey }: users.User): boolean =>
  !isUnclaimed && (passwordHash !== null || emailVerifiedAt !== null || hasIdentity || hasPasskey);

/**
 * Whether the person was accepted, and has nothing of it: their invitation has ended, or their account is gone. A link from before the
 * request opens no further one.
 */
async function hasLapsed({ status, tenantId, email, createdAt }: store.JoinRequest, { at }: Asked): Promise<boolean> {
  if (status !== 'accepted' || at <= createdAt) return false;
  const [claim] = await getMany([users.addressKey(tenantId, { kind: 'email', value: email })]);
  const id = users.claimedBy(claim);
  if (!id) return true;
  const [userItem, invitationItem] = await getMany([users.userKey(tenantId, id), invitationKey(tenantId, id)]);
  const [user, invitation] = [users.asUser(userItem), asInvitation(invitationItem)];
  // Who was shut out has an account that no one can be invited to.
  return !user || (user.isActive && !isUsed(user) && !(invitation && isWaiting(invitation, user, now())));
}
