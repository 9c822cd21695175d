// Decides what the holder of a link may do with an account: the link of a reset, of an invitation, or one that an admin made
// for a person who lost every other way in.
import { addressKinds, CHANNELS } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { note } from '../../platform/request-context.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import type { NewEvent } from '../../store/outbox.ts';
import * as store from '../../store/people/codes.ts';
import { asInvitation, closeWrite, type Invitation, invitationKey } from '../../store/people/invitations.ts';
import * as users from '../../store/people/users.ts';
import { asTenant, type Tenant, tenantKey } from '../../store/tenants/tenants.ts';
import { isLive, readLinkToken } from '../credentials/codes.ts';
import { opensAccount, proveAddress, withoutCreator } from '../credentials/proofs.ts';
import { canComplete, mayEnrol, methodsOf, needsSecondFactor } from '../sessions/mfa-policy.ts';
import { hasPasskeys, isPasskeyLoginOn } from '../sessions/passkey-policy.ts';
import { isSinceActive } from '../still-counts.ts';

/** A live link with its account. `record`: of an invitation. */
export type Holder = { tenant: Tenant; user: users.User; token: store.LinkToken; record: Invitation | undefined };

/** Returns the live link and its account. Throws PASSWORD_RESET_TOKEN_INVALID. It is not used up. */
export async function requireHolder(sent: string): Promise<Holder> {
  const {
    tenant: tenantId,
    user: userId,
    purpose,
    secret,
  } = readLinkToken(sent) ?? fail('PASSWORD_RESET_TOKEN_INVALID');
  note({ tenant: tenantId });
  const isInvitation = purpose === 'set-password';
  const [tenantItem, userItem, tokenItem, recordItem] = await getMany([
    tenantKey(tenantId),
    users.userKey(tenantId, userId),
    store.tokenKey(tenantId, userId, purpose),
    ...(isInvitation ? [invitationKey(tenantId, userId)] : []),
  ]);
  const [tenant, user, token] = [asTenant(tenantItem), users.asUser(userItem), store.asToken(tokenItem)];
  if (tenant?.status !== 'active' || !user?.isActive || !isLive(token, secret, user.epoch))
    return fail('PASSWORD_RESET_TOKEN_INVALID');
  // An invitation says who may come, for days. It waits while the tenant is off.
  if (!isInvitation && !isSinceActive(token.createdAt, tenant)) return fail('PASSWORD_RESET_TOKEN_INVALID');
  note({ actor: userId });
  // An invitation sets the first password. Users who have one reset it instead.
  if (isInvitation && user.passwordHash !== null) return fail('PASSWORD_RESET_TOKEN_INVALID');
  // A token belongs to the address it was sent to. One that an admin handed over was sent to none.
  const { kind } = addressOf(token);
  const isOfAddress = user[kind] === token.to && (isOfAdmin(token) || opensAccount(user, kind));
  return isOfAddress ? { tenant, user, token, record: asInvitation(recordItem) } : fail('PASSWORD_RESET_TOKEN_INVALID');
}

const addressOf = ({ channel, to }: store.LinkToken) => ({ kind: CHANNELS[channel].address, value: to });
const isOfAdmin = ({ purpose }: store.LinkToken): boolean => purpose === 'recover-account';

/**
 * Returns the account as the holder gets it: with the address proved that the link was sent to. An admin vouches for the
 * person, who may not be the creator of an unclaimed account. The caller raises the epoch.
 */
export function claimed({ user, token }: Holder): { user: users.User; events: NewEvent[] } {
  if (isOfAdmin(token)) return withoutCreator(user, addressKinds, now());
  const pathway = token.purpose === 'set-password' ? 'invitation' : 'reset';
  return proveAddress(user, pathway, addressOf(token), now());
}

/** The writes that use the link up, once. */
export const useWrites = ({ token, record }: Holder): Write[] => [
  store.consumeWrite(token),
  ...(record?.tokenId === token.id ? [closeWrite(record, 'accepted', now())] : []),
];

/**
 * Returns the user with a password. An admin may have chosen that the passkeys of before go with it: without another second
 * factor, none is needed then, so that the user is not left with one that they cannot present.
 */
export function withPassword(user: users.User, passwordHash: string, { tenant, token }: Holder): users.User {
  const after = { ...user, passwordHash };
  if (!token.removesPasskeys) return after;
  const without = { ...after, hasPasskey: false, passkeyHandle: null, passkeyRpId: null };
  return { ...without, isMfaEnabled: user.isMfaEnabled && canComplete(without, methodsOf(without, tenant)) };
}

/** Returns what the holder may set. A password is of no use if the login then asks for a passkey that is lost. */
export function methodsOfHolder(holder: Holder): ('password' | 'passkey')[] {
  return [
    ...(maySetPassword(holder) ? ['password' as const] : []),
    ...(mayAddPasskey(holder) ? ['passkey' as const] : []),
  ];
}

export function maySetPassword(holder: Holder): boolean {
  if (!isOfAdmin(holder.token)) return true;
  const { tenant } = holder;
  const after = withPassword(claimed(holder).user, '', holder);
  return (
    !needsSecondFactor(after, tenant) ||
    methodsOf(after, tenant).length > 0 ||
    mayEnrol(after, tenant, { channel: null })
  );
}

/**
 * A passkey is both factors. So a link that was sent to an address adds one only to an account without a second factor:
 * a mailbox must not be enough to replace that.
 */
export function mayAddPasskey(holder: Holder): boolean {
  const { tenant, token } = holder;
  if (isOfAdmin(token)) return hasPasskeys(tenant);
  if (token.purpose !== 'set-password' || !isPasskeyLoginOn(tenant)) return false;
  const { user } = claimed(holder);
  // A proved address of another channel is one, where a login asks for it.
  const isAskedForCode = needsSecondFactor(user, tenant) && methodsOf(user, tenant, token.channel).length > 0;
  return !user.isMfaEnabled && !user.isTotpEnrolled && !user.hasPasskey && !isAskedForCode;
}
