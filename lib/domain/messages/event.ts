// An event as it comes out of the queue: taken apart, judged by the contract, and who is to hear of it.
import type * as z from 'zod/mini';
import { EVENT_SOURCE, events, messageEvents } from '../../contract/events.ts';
import { Undeliverable } from '../../platform/errors.ts';
import { eventId, type TenantId, tenantId, tenantOfUser, type UserId, userId } from '../../platform/ids.ts';
import type { Channel } from '../../store/codes.ts';
import { canonicalEmail, isCanonicalPhone } from '../addresses.ts';

type Name = (typeof messageEvents)[number];
/** An event the mailer knows. Its ids are ids, and its user is of its tenant. */
export type MessageEvent = {
  [Each in Name]: { name: Each; detail: z.output<(typeof events)[Each]>; tenant: TenantId; user: UserId };
}[Name];
/** Each is a message of its own, with a claim of its own. */
export type Recipient = { claim: string; channel: Channel; to: string };

/** The event in a record's body. Throws `Undeliverable`. */
export function eventIn(body: string): MessageEvent {
  const { source, 'detail-type': type, detail } = parsed(body);
  const name = messageEvents.find((each) => each === type);
  const result = name && source === EVENT_SOURCE ? events[name].safeParse(detail) : undefined;
  if (!result?.success) throw new Undeliverable('malformed event');
  const [tenant, user] = [tenantId(result.data.tenantId), userId(result.data.userId)];
  if (!eventId(result.data.id) || !tenant || !user || tenantOfUser(user) !== tenant) {
    throw new Undeliverable('malformed event');
  }
  return { name, detail: result.data, tenant, user } as MessageEvent;
}

function parsed(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body));
  } catch {
    throw new Undeliverable('malformed event');
  }
}

/** Who hears of the event: nobody, one, or for a changed address also whoever had it before. Throws `Undeliverable`. */
export function recipientsOf({ name, detail }: MessageEvent): Recipient[] {
  if (name === 'svc.user_updated' && !needsNotice(detail.updatedFields)) return [];
  // The notice about the authenticator says it.
  if ((name === 'svc.two_factor_enabled' || name === 'svc.two_factor_disabled') && detail.deviceId !== null) return [];
  const addresses =
    'to' in detail
      ? [{ channel: detail.channel, to: detail.to }]
      : [canonicalAddress(detail.email, detail.phone), previousAddress(detail)];
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

/** Where the owner was reached before: whoever took over an account shall not be the only one who hears of it. */
function previousAddress(detail: {
  email: string | null;
  previousEmail?: string | null;
  previousPhone?: string | null;
}): Address | undefined {
  return canonicalAddress(detail.previousEmail, detail.email ? undefined : detail.previousPhone);
}

/** Exactly one recipient, spelled as the table spells it: no list, no second header, no other form of the address. */
function requireCanonical(address: Address): Address {
  const { channel, to } = address;
  try {
    if (channel === 'sms' ? isCanonicalPhone(to) : canonicalEmail(to) === to) return address;
  } catch {
    // Not an address at all.
  }
  throw new Undeliverable('malformed address');
}
