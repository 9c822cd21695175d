// Starts the mailer with a real table and providers that speak the real protocols, and builds the events it receives.
import { randomBytes } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { handler } from '../../../functions/mailer.ts';
import type { EventDetail, EventName } from '../../../lib/contract/events.ts';
import type { TenantSettings } from '../../../lib/contract/fields/settings.ts';
import { seal } from '../../../lib/crypto/seal.ts';
import { digest } from '../../../lib/crypto/secrets.ts';
import { syncUser } from '../../../lib/domain/directory/sync-user.ts';
import { advance, now } from '../../../lib/platform/clock.ts';
import {
  adminInvitationIdOf,
  NO_ADMIN,
  newEventId,
  newSetupLinkId,
  newTenantId,
  newTokenId,
  type TenantId,
} from '../../../lib/platform/ids.ts';
import { type AdminInvitation, invitationKey } from '../../../lib/store/admins/admin-invitations.ts';
import { create, type Item, transact, update } from '../../../lib/store/dynamo/table.ts';
import {
  type CodePurpose,
  codeKey,
  type LinkToken,
  type OneTimeCode,
  tokenKey,
} from '../../../lib/store/people/codes.ts';
import { itemOf, type User, userKey } from '../../../lib/store/people/users.ts';
import { type SetupLink, setupLinkKey } from '../../../lib/store/tenants/setup-links.ts';
import { newTenant as initialTenant, type Tenant } from '../../../lib/store/tenants/tenants.ts';
import { collectLogs } from '../../support/logs.ts';
import { guardPartitions } from '../../support/partition-guard.ts';
import { newEmail } from '../../support/service.ts';
import { newAccount, startTable } from '../store/support.ts';
import { type Providers, ROOTS, startProviders } from './providers.ts';

export type World = Providers & { stop: () => Promise<void> };

export async function startWorld(env: Record<string, string> = {}): Promise<World> {
  const stopTable = await startTable();
  guardPartitions();
  const providers = await startProviders();
  Object.assign(process.env, { GATEHOUSE_LOG_LEVEL: 'debug' }, providers.environment, env);
  const stopCollecting = collectLogs();
  const stop = async () => {
    stopCollecting();
    await stopTable();
    await providers.stop();
  };
  return { ...providers, stop };
}

const put = (item: Item) => transact({ item: { put: item } });

export async function newTenant(name = 'Acme', settings: TenantSettings = {}, more: Partial<Tenant> = {}) {
  const id = newTenantId();
  const given = { name, slug: id.slice(4).toLowerCase(), settings };
  const tenant: Tenant = { ...initialTenant(id, given), createdAt: 1, updatedAt: 1, ...more };
  await create(tenant);
  return tenant;
}

export async function newUser(tenant: TenantId, more: Partial<User> = {}): Promise<User> {
  const user = itemOf({ ...newAccount(newEmail(), tenant), ...more });
  await create(user);
  return user;
}

/** Creates a user in a tenant of their own. */
export async function newTenantUser(settings: TenantSettings = {}, name?: string): Promise<User> {
  const { id } = await newTenant(name, settings);
  return newUser(id);
}

export type Event = { name: string; detail: Record<string, unknown> & { id: string } };

const about = (user: User) => ({
  id: newEventId(),
  occurredAt: new Date(now()).toISOString(),
  tenantId: user.tenantId,
  userId: user.id,
});

export const notice = <N extends EventName>(name: N, user: User, more: Partial<EventDetail<N>> = {}): Event => ({
  name,
  detail: { ...about(user), email: user.email, phone: user.phone, ...more },
});

const EVENTS: Record<CodePurpose, EventName> = {
  'verify-email': 'svc.email_verification_requested',
  'verify-phone': 'svc.phone_verification_requested',
  'change-email': 'svc.email_verification_requested',
  'change-phone': 'svc.phone_verification_requested',
  'login-email': 'svc.passwordless_code_requested',
  'login-sms': 'svc.passwordless_code_requested',
  'mfa-email': 'svc.two_factor_code_sent',
  'mfa-sms': 'svc.two_factor_code_sent',
  reset: 'svc.password_reset_requested',
  'list-tenants': 'svc.email_verification_requested',
};

const TEN_MINUTES = 600_000;

/** Stores a valid code and returns the event that carries it. A later code of the same purpose replaces it. */
export async function newCode(user: User, purpose: CodePurpose, code = '204817', channel?: 'email' | 'sms') {
  const id = newTokenId();
  const via = channel ?? (/phone|sms/.test(purpose) ? 'sms' : 'email');
  const to = (via === 'email' ? user.email : user.phone) as string;
  const expiresAt = now() + TEN_MINUTES;
  const item: OneTimeCode = {
    ...codeKey(user.tenantId, user.id, purpose),
    type: 'one-time-code',
    id,
    purpose,
    hash: 'hash',
    to,
    channel: via,
    attempts: 0,
    epoch: user.epoch,
    expiresAt,
    createdAt: now(),
    ttl: Math.floor(expiresAt / 1000),
  };
  await put(item);
  const base = about(user);
  const sealed = seal(ROOTS, `message|${base.id}`, JSON.stringify({ code }));
  const detail = { ...base, channel: via, to, codeId: id, expiresAt: new Date(expiresAt).toISOString(), sealed };
  return { name: EVENTS[purpose], detail } satisfies Event;
}

const THREE_DAYS = 72 * 3_600_000;

/** An invitation with a live token. */
export async function newInvitation(user: User, more: Partial<EventDetail<'svc.user_invited'>> = {}) {
  const [tokenId, token] = [newTokenId(), randomBytes(32).toString('base64url')];
  const expiresAt = now() + THREE_DAYS;
  const item: LinkToken = {
    ...tokenKey(user.tenantId, user.id, 'set-password'),
    type: 'link-token',
    id: tokenId,
    purpose: 'set-password',
    hash: 'hash',
    to: user.email as string,
    channel: 'email',
    epoch: user.epoch,
    expiresAt,
    createdAt: now(),
    ttl: Math.floor(expiresAt / 1000),
  };
  await put(item);
  const invitation = {
    channel: 'email' as const,
    to: user.email as string,
    isNewUser: true,
    invitedBy: 'usr_x',
    metadata: {},
    token,
    tokenId,
    expiresAt: new Date(expiresAt).toISOString(),
  };
  return notice('svc.user_invited', user, { ...invitation, ...more });
}

/** An invitation of an admin that is live unless `more` says otherwise, with its event. */
export async function newAdminInvitation(more: Partial<AdminInvitation> = {}) {
  const email = newEmail();
  const id = adminInvitationIdOf(email);
  const secret = randomBytes(32).toString('base64url');
  const [sentAt, expiresAt] = [now(), now() + THREE_DAYS];
  const key = invitationKey(id);
  const item: AdminInvitation = {
    ...key,
    type: 'admin-invitation',
    id,
    email,
    name: null,
    role: 'support',
    tenants: null,
    locale: null,
    secretHash: digest(secret),
    invitedBy: NO_ADMIN,
    createdAt: sentAt,
    sentAt,
    expiresAt,
    ttl: Math.floor(expiresAt / 1000),
    ...more,
  };
  await put(item);
  const base = { id: newEventId(), occurredAt: new Date(now()).toISOString() };
  const token = `${id}.${secret}`;
  const detail = {
    ...base,
    invitationId: id,
    channel: 'email',
    to: email,
    role: 'support',
    invitedBy: NO_ADMIN,
    expiresAt: new Date(expiresAt).toISOString(),
    sealed: seal(ROOTS, `message|${base.id}`, token),
  };
  return { event: { name: 'svc.admin_invited', detail } satisfies Event, email, token, key };
}

/** A link to set up a new tenant, and the event that sends it. */
export async function newSetupLink(more: Partial<SetupLink> = {}) {
  const tenant = await newTenant();
  const [id, email] = [newSetupLinkId(tenant.id), newEmail()];
  const secret = randomBytes(32).toString('base64url');
  const [createdAt, expiresAt] = [now(), now() + THREE_DAYS];
  const item: SetupLink = {
    ...setupLinkKey(id),
    type: 'setup-link',
    id,
    tenantId: tenant.id,
    intents: ['sso'],
    email,
    locale: null,
    secretHash: digest(secret),
    createdBy: NO_ADMIN,
    makerEpoch: 0,
    tenantEpoch: tenant.epoch,
    createdAt,
    expiresAt,
    ttl: Math.floor(expiresAt / 1000),
    ...more,
  };
  await put(item);
  const base = { id: newEventId(), occurredAt: new Date(now()).toISOString() };
  const token = `${id}.${secret}`;
  const detail = {
    ...base,
    tenantId: tenant.id,
    linkId: id,
    channel: 'email',
    to: email,
    locale: item.locale,
    createdBy: NO_ADMIN,
    expiresAt: new Date(expiresAt).toISOString(),
    sealed: seal(ROOTS, `message|${base.id}`, token),
  };
  return { event: { name: 'svc.setup_link_sent', detail } satisfies Event, email, token };
}

/** The request of a person who asks to join a new tenant. */
export async function newJoinRequest(more: object = {}) {
  const [tenant, email, id] = [await newTenant(), newEmail(), newEventId()];
  const detail = {
    id,
    occurredAt: new Date(now()).toISOString(),
    tenantId: tenant.id,
    channel: 'email',
    to: email,
    locale: null,
    expiresAt: new Date(now() + TEN_MINUTES).toISOString(),
    sealed: seal(ROOTS, `message|${id}`, 'v1.token'),
    ...more,
  };
  return { event: { name: 'svc.join_requested', detail } satisfies Event, email };
}

/** A message to an admin. They are not stored: the mailer reads no admin. */
export function toAdmin(name: EventName, more: (id: string) => object): Event & { email: string } {
  const [id, email] = [newEventId(), newEmail()];
  const base = { id, occurredAt: new Date(now()).toISOString(), adminId: NO_ADMIN, channel: 'email', to: email };
  return { name, detail: { ...base, ...more(id) }, email };
}

export const newAdminCode = (code: string, expiresAt = now() + TEN_MINUTES) =>
  toAdmin('svc.admin_code_requested', (id) => ({
    expiresAt: new Date(expiresAt).toISOString(),
    sealed: seal(ROOTS, `message|${id}`, code),
  }));

let messages = 0;

/** Returns a record as the queue delivers it. Each record has its own message id, even for the same event. */
export const record = (body: Event | string): SQSRecord => {
  const envelope = (event: Event) =>
    JSON.stringify({
      version: '0',
      id: 'b',
      source: 'gatehouse',
      'detail-type': event.name,
      account: '1',
      region: 'r',
      time: new Date().toISOString(),
      resources: [],
      detail: event.detail,
    });
  messages++;
  return {
    messageId: `message-${messages}`,
    receiptHandle: `handle-${messages}`,
    attributes: { ApproximateReceiveCount: '1' },
    body: typeof body === 'string' ? body : envelope(body),
  } as SQSRecord;
};

/** Invokes the mailer once. Returns the records that it reports as failed, which the queue delivers again. */
export async function invoke(records: SQSRecord[]): Promise<SQSRecord[]> {
  const { batchItemFailures } = await handler({ Records: records });
  return records.filter(({ messageId }) => batchItemFailures.some((each) => each.itemIdentifier === messageId));
}

/** The visibility timeout of the queue: a failed record is delivered again after it. */
export const VISIBILITY_MS = 120_000;

/** Delivers records as the queue does, at most ten times each. Returns those that go to the dead-letter queue. */
export async function deliver(records: SQSRecord[]): Promise<SQSRecord[]> {
  let left = records;
  for (let round = 0; round < 10 && left.length; round++) {
    if (round) advance(VISIBILITY_MS);
    left = await invoke(left);
  }
  return left;
}

/** Makes the address of a user a proved one that the index finds, and returns the event that asks for its tenants. */
export async function newFinding(user: User, more: object = {}): Promise<Event> {
  await update(userKey(user.tenantId, user.id), { set: { emailVerifiedAt: 1 } });
  await syncUser(user.tenantId, user.id, 0);
  const base = { id: newEventId(), occurredAt: new Date(now()).toISOString() };
  return {
    name: 'svc.tenants_requested',
    detail: { ...base, channel: 'email', to: user.email, locale: null, ...more },
  };
}
