// Parses an event from the queue, validates it against the contract and names its recipients.
import type * as z from 'zod/mini';
import { CHANNELS, type Channel } from '../../contract/channels.ts';
import { EVENT_SOURCE, events, type MessageEventName, messageEvents } from '../../contract/events.ts';
import { Undeliverable } from '../../platform/errors.ts';
import {
  type AdminId,
  type AdminInvitationId,
  adminId,
  adminInvitationId,
  eventId,
  type SetupLinkId,
  setupLinkId,
  type TenantId,
  tenantId,
  tenantOfSetupLink,
  tenantOfUser,
  type UserId,
  userId,
} from '../../platform/ids.ts';
import { isCanonical } from '../addresses.ts';

type Detail<Name extends MessageEventName> = z.output<(typeof events)[Name]>;
/** A message of the deployment: it belongs to no tenant and no user. */
export type AdminMessageEvent =
  | {
      name: 'svc.admin_invited';
      detail: Detail<'svc.admin_invited'>;
      invitation: AdminInvitationId;
      tenant: null;
    }
  | { name: 'svc.admin_code_requested'; detail: Detail<'svc.admin_code_requested'>; admin: AdminId; tenant: null }
  | { name: 'svc.admin_factor_changed'; detail: Detail<'svc.admin_factor_changed'>; admin: AdminId; tenant: null };
/** A message of the deployment to an address, about all of its tenants. */
export type FinderMessageEvent = {
  name: 'svc.tenants_requested';
  detail: Detail<'svc.tenants_requested'>;
  tenant: null;
};
/** A message of a tenant to a person without an account. */
export type SetupMessageEvent = {
  name: 'svc.setup_link_sent';
  detail: Detail<'svc.setup_link_sent'>;
  tenant: TenantId;
  link: SetupLinkId;
};
/** A message of a tenant to a person who asks to join it. */
export type JoinMessageEvent = {
  [Each in 'svc.join_requested' | 'svc.join_refused']: { name: Each; detail: Detail<Each>; tenant: TenantId };
}['svc.join_requested' | 'svc.join_refused'];
type OfDeployment = AdminMessageEvent | FinderMessageEvent;
type WithoutUser = OfDeployment | SetupMessageEvent | JoinMessageEvent;
/** A message of a tenant to a user of it. */
export type UserMessageEvent = {
  [Each in Exclude<MessageEventName, WithoutUser['name']>]: {
    name: Each;
    detail: Detail<Each>;
    tenant: TenantId;
    user: UserId;
  };
}[Exclude<MessageEventName, WithoutUser['name']>];
/** An event that the mailer handles. Its ids are well formed, and its user belongs to its tenant. */
export type MessageEvent = UserMessageEvent | WithoutUser;
/** Each recipient gets a separate message with a claim of its own. */
export type Recipient = { claim: string; channel: Channel; to: string };

/** Returns the event in a record's body; `undefined` if it is about no person. Throws `Undeliverable` if it is malformed. */
export function eventIn(body: string): MessageEvent | undefined {
  const { source, 'detail-type': type, detail } = parsed(body);
  const name = messageEvents.find((each) => each === type);
  const result = name && source === EVENT_SOURCE ? events[name].safeParse(detail) : undefined;
  if (!name || !result?.success || !eventId(result.data.id)) throw new Undeliverable('malformed event');
  // The key of a machine: its admin has made it.
  if ('userId' in result.data && result.data.userId === null) return undefined;
  const ids = idsIn(name, result.data);
  if (!ids) throw new Undeliverable('malformed event');
  return { name, detail: result.data, ...ids } as MessageEvent;
}

/** By the name: an admin may also be part of a message to a user. */
function idsIn(name: MessageEventName, detail: Record<string, unknown>) {
  if (name === 'svc.admin_invited') {
    const invitation = adminInvitationId(detail.invitationId);
    return invitation && { invitation, tenant: null };
  }
  if (name === 'svc.admin_code_requested' || name === 'svc.admin_factor_changed') {
    const admin = adminId(detail.adminId);
    return admin && { admin, tenant: null };
  }
  if (name === 'svc.tenants_requested') return { tenant: null };
  if (name === 'svc.setup_link_sent') {
    const link = setupLinkId(detail.linkId);
    return link && tenantOfSetupLink(link) === detail.tenantId ? { tenant: tenantOfSetupLink(link), link } : undefined;
  }
  const [tenant, user] = [tenantId(detail.tenantId), userId(detail.userId)];
  if (name === 'svc.join_requested' || name === 'svc.join_refused') return tenant && { tenant };
  return tenant && user && tenantOfUser(user) === tenant ? { tenant, user } : undefined;
}

function parsed(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body));
  } catch {
    throw new Undeliverable('malformed event');
  }
}

/** Returns the recipients: none, one, or two if an address changed, the old and the new one. Throws `Undeliverable`. */
export function recipientsOf({ name, detail }: MessageEvent): Recipient[] {
  if (name === 'svc.user_updated' && !needsNotice(detail.updatedFields)) return [];
  // The notice about the authenticator covers it.
  if ((name === 'svc.two_factor_enabled' || name === 'svc.two_factor_disabled') && detail.deviceId !== null) return [];
  if (name === 'svc.acting_started' && !detail.isNotified) return [];
  if (name === 'svc.user_inactive' && !(detail.isNotified && detail.email)) return [];
  // An SMS costs money, and strangers decide how often this happens.
  if (name === 'svc.guessing_detected' && !detail.email) return [];
  const addresses =
    'to' in detail
      ? [{ channel: detail.channel, to: detail.to }]
      : [canonicalAddress(detail.email, 'phone' in detail ? detail.phone : null), previousAddress(detail)];
  return addresses.flatMap((address, index) =>
    address ? { ...requireCanonical(address), claim: index ? `${detail.id}.${index}` : detail.id } : [],
  );
}

const needsNotice = (updatedFields: readonly string[]): boolean =>
  ['email', 'phone', 'password'].some((field) => updatedFields.includes(field));

type Address = { channel: Channel; to: string };

const canonicalAddress = (email: string | null | undefined, phone: string | null | undefined): Address | undefined => {
  if (email) return { channel: 'email', to: email };
  return phone ? { channel: 'sms', to: phone } : undefined;
};

/** Returns the owner's previous address, so that an attacker who changed it is not the only one who is told. */
function previousAddress(detail: {
  email: string | null;
  previousEmail?: string | null;
  previousPhone?: string | null;
}): Address | undefined {
  return canonicalAddress(detail.previousEmail, detail.email ? undefined : detail.previousPhone);
}

/** Requires exactly one address in canonical spelling: no list, no second header. Throws `Undeliverable`. */
function requireCanonical(address: Address): Address {
  const { channel, to } = address;
  try {
    if (isCanonical(CHANNELS[channel].address, to)) return address;
  } catch {
    // Not an address at all.
  }
  throw new Undeliverable('malformed address');
}
