// Makes, lists and revokes setup links, for admins and for users who manage their tenant. A link is never for more than its
// maker may do.
import { fail } from '../../contract/errors.ts';
import { permissionOfIntent } from '../../contract/groups/parts/organization-permissions.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { seal } from '../../crypto/seal.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { iso, now } from '../../platform/clock.ts';
import { newEventId, newSetupLinkId, setupLinkId, tenantId, tenantOfSetupLink } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/tenants/setup-links.ts';
import { find as findTenant, type Tenant } from '../../store/tenants/tenants.ts';
import { canonicalEmail } from '../addresses.ts';
import type { AdminActor, Administrator } from '../administrator.ts';
import { type AuditActor, auditEvent } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import { mailboxOf } from '../credentials/mailbox.ts';
import { attemptMessage } from '../credentials/tenant-budgets.ts';
import { isOfNow } from '../still-counts.ts';
import type { UserDoor } from './door.ts';
import { ttlOf } from './setup-session.ts';

type View = Reply<'GET /auth/admin/api/tenants/{id}/setup-links'>['setupLinks'][number];
type Made = Reply<'POST /auth/admin/api/tenants/{id}/setup-links'>;
type NewLink = Body<'POST /auth/admin/api/tenants/{id}/setup-links'>;
type Link = store.SetupLink;

/** A link that is shown is opened at once, by the person or in the chat they are in. A message waits for a working week. */
const SHOWN_MS = 5 * 60_000;
const SENT_MS = 7 * 86_400_000;

function statusOf({ revokedAt, endedAt, sessionExpiresAt, expiresAt, createdAt }: Link): View['status'] {
  if (revokedAt !== undefined) return 'revoked';
  if (endedAt !== undefined || !isOfNow(createdAt)) return 'ended';
  if (sessionExpiresAt !== undefined) return sessionExpiresAt > now() ? 'active' : 'ended';
  return expiresAt > now() ? 'open' : 'expired';
}

const viewOf = (link: Link): View => ({
  id: link.id,
  intents: link.intents,
  email: link.email,
  status: statusOf(link),
  createdBy: link.createdBy,
  createdAt: iso(link.createdAt),
  expiresAt: iso(link.expiresAt),
  usedAt: link.usedAt === undefined ? null : iso(link.usedAt),
  sessionExpiresAt: link.sessionExpiresAt === undefined ? null : iso(link.sessionExpiresAt),
});

/** Users do not learn which admin made a link. */
const withoutAdmin = (view: View): View => ({
  ...view,
  createdBy: view.createdBy?.startsWith('adm_') ? null : view.createdBy,
});

async function viewsOf(tenant: Tenant['id']): Promise<View[]> {
  const links = await store.list(tenant);
  return links.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(viewOf);
}

async function requireTenant(id: string): Promise<Tenant> {
  const valid = tenantId(id);
  const tenant = valid && (await findTenant(valid));
  return !tenant || tenant.status === 'deleted' ? fail('TENANT_NOT_FOUND') : tenant;
}

/** Returns the links of a tenant, newest first. Throws TENANT_NOT_FOUND. */
export const listForAdmin = async (id: string) => ({ setupLinks: await viewsOf((await requireTenant(id)).id) });

/** Returns the links of the tenant that are for something that the user may do, newest first. */
export async function list(door: UserDoor) {
  const links = (await viewsOf(door.tenant.id)).map(withoutAdmin);
  return { setupLinks: links.filter((each) => isTheirs(door, each)) };
}

const isTheirs = ({ permissions }: UserDoor, { intents }: Pick<Link, 'intents'>): boolean =>
  intents.map(permissionOfIntent).some((each) => permissions.includes(each));

/** Makes a link as an admin. Throws TENANT_NOT_FOUND and RATE_LIMITED. */
export async function createForAdmin(actor: AdminActor, id: string, input: NewLink): Promise<Made> {
  const tenant = await requireTenant(id);
  return retryOnConflict('the link', () =>
    make({ actor, id: actor.admin.id, epoch: actor.admin.epoch, writes: [] }, tenant, input),
  );
}

/** Makes a link as a user. Throws MISSING_REQUIRED_PERMISSIONS for an intent that they lack, and RATE_LIMITED. */
export async function create(door: UserDoor, input: NewLink): Promise<Made> {
  const tenant = await requireTenant(door.tenant.id);
  let current: UserDoor | undefined;
  return retryOnConflict('the link', async () => {
    current = current ? await current.again() : door;
    const { by, epoch, permissions, unchanged } = current;
    if (!input.intents.map(permissionOfIntent).every((each) => permissions.includes(each)))
      fail('MISSING_REQUIRED_PERMISSIONS', { message: 'intents: one of them is for what you lack' });
    return make({ actor: by, id: by.user.id, epoch, writes: unchanged }, tenant, input);
  });
}

type Maker = { actor: AuditActor; id: Link['createdBy']; epoch: number; writes: UserDoor['unchanged'] };

/** Makes the link and sends it, if it has an address. `undefined`: what its maker may do changed meanwhile. */
async function make(maker: Maker, tenant: Tenant, input: NewLink): Promise<Made | undefined> {
  const email = input.email === undefined ? null : canonicalEmail(input.email);
  const refund = await counted(tenant, email);
  const [id, secret, at] = [newSetupLinkId(tenant.id), randomSecret(), now()];
  const token = `${id}.${secret}`;
  const expiresAt = at + (email === null ? SHOWN_MS : SENT_MS);
  const link: Link = {
    ...store.setupLinkKey(id),
    type: 'setup-link',
    id,
    tenantId: tenant.id,
    intents: [...input.intents],
    email,
    locale: input.locale ?? null,
    secretHash: digest(secret),
    createdBy: maker.id,
    makerEpoch: maker.epoch,
    tenantEpoch: tenant.epoch,
    createdAt: at,
    expiresAt,
    ttl: ttlOf(expiresAt),
  };
  const events = [madeEvent(maker.actor, link), ...(email === null ? [] : [await sentEvent(link, email, token)])];
  if (!(await store.create(link, outboxWrite(tenant.id, events, at), maker.writes))) {
    await refund();
    return undefined;
  }
  return { setupLink: viewOf(link), url: email === null ? `${config().baseUrl}/setup#token=${token}` : null };
}

/** Counts the link, and its message if there is one. Returns what refunds it. Throws RATE_LIMITED, and uses up nothing then. */
async function counted(tenant: Tenant, email: string | null): Promise<() => Promise<unknown>> {
  const attempts = await Promise.allSettled([
    limits.consume('setup-link', tenant.id),
    ...(email === null
      ? []
      : [
          limits.consume('send-gap', tenant.id, 'setup', email),
          limits.consume('email-day', tenant.id, 'setup', mailboxOf(email)),
          attemptMessage('email', tenant, 'invitations').then(limits.requireCounted),
        ]),
  ]);
  const debits = attempts.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refund = () => Promise.all(debits.map(limits.refund));
  const refused = attempts.find((result) => result.status === 'rejected');
  if (!refused) return refund;
  await refund();
  throw refused.reason;
}

const targetOf = ({ tenantId: id }: Link) => ({ type: 'tenant', id, tenantId: id }) as const;
const auditViewOf = ({ id, intents, email, expiresAt }: Link) => ({
  setupLinkId: id,
  intents,
  // The address of a person without an account: nothing would ever erase it from the log.
  isSent: email !== null,
  expiresAt: iso(expiresAt),
});

const madeEvent = (actor: AuditActor, link: Link): NewEvent =>
  auditEvent(actor, 'setup_link.created', targetOf(link), {}, auditViewOf(link));

async function sentEvent(link: Link, to: string, token: string): Promise<NewEvent> {
  const id = newEventId();
  return event('svc.setup_link_sent', {
    id,
    tenantId: link.tenantId,
    linkId: link.id,
    channel: 'email',
    to,
    locale: link.locale,
    createdBy: link.createdBy,
    expiresAt: iso(link.expiresAt),
    sealed: seal(await rootSecret('seal'), `message|${id}`, token),
  });
}

/** Revokes a link as an admin. Throws TENANT_NOT_FOUND and SETUP_LINK_NOT_FOUND. */
export async function revokeForAdmin(actor: Administrator, id: string, linkId: string) {
  const tenant = await requireTenant(id);
  return revokeLink(actor, await required(tenant.id, linkId));
}

/** Revokes a link as a user. Throws SETUP_LINK_NOT_FOUND, also for one that is for what they lack. */
export async function revoke(door: UserDoor, linkId: string) {
  const link = await required(door.tenant.id, linkId);
  return isTheirs(door, link) ? revokeLink(door.by, link) : fail('SETUP_LINK_NOT_FOUND');
}

async function required(tenant: Tenant['id'], linkId: string): Promise<Link> {
  const id = setupLinkId(linkId);
  const link = id && tenantOfSetupLink(id) === tenant ? await store.find(id) : undefined;
  return link?.revokedAt === undefined && link ? link : fail('SETUP_LINK_NOT_FOUND');
}

async function revokeLink(actor: AuditActor, link: Link) {
  const revoked = auditEvent(actor, 'setup_link.revoked', targetOf(link), auditViewOf(link));
  await store.end(link, 'revokedAt', now(), outboxWrite(link.tenantId, [revoked], now()));
  return { message: 'Setup link revoked.' };
}
