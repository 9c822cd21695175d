// Gives the caller's account a new address. The owner of the address proves it by a code before anything changes, so that
// an address with a typing error, or another person's, is never an account's.
import { ADDRESSES, type AddressKind } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/codes.ts';
import { findCode } from '../../store/people/codes.ts';
import { carryOverWrite } from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { addressIn } from '../addresses.ts';
import { needsLongCode, openCodeGuess } from '../credentials/code-guesses.ts';
import { checkCode, sendCode } from '../credentials/codes.ts';
import { maySend } from '../credentials/message-budget.ts';
import { proveAddress } from '../credentials/proofs.ts';
import { leftWrites } from '../left-addresses.ts';
import { requireSmsNumber } from '../phone-numbers.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import { requireOwn } from '../sessions/own-sessions.ts';
import { requireAllowedDomain } from '../tenants/blocked-domains.ts';

/** Throws if the account may not get the address: when a code is asked for, and when it comes back. */
type Check = (to: string, actor: Actor) => Promise<void>;
const CHECKS: Readonly<Record<AddressKind, { asked: Check; returned: Check }>> = {
  // The domain may be blocked after the code was sent.
  email: { asked: requireAllowedDomain, returned: requireAllowedDomain },
  phone: {
    asked: async (to, actor) => requireSmsNumber(to, (await wholeTenant(actor)).settings),
    returned: async () => {},
  },
};

/**
 * Sends a code to the new address. Who else has the address is not looked at: reply and work are the same. Throws
 * EMAIL_OR_PHONE_REQUIRED, EMAIL_ALREADY_VERIFIED and PHONE_ALREADY_VERIFIED for the account's own proved address,
 * EMAIL_DOMAIN_NOT_ALLOWED, INVALID_INPUT for a number that gets no messages, and RATE_LIMITED.
 */
export async function requestChange(actor: Actor, input: Body<'POST /auth/address'>, { ip }: Client) {
  const { user, tenant, session } = actor;
  const { kind, value: to } = await addressIn(input);
  const { change: purpose, channel, requested, already } = ADDRESSES[kind];
  if (user[kind] === to && user[`${kind}VerifiedAt`] !== null) fail(already);
  await CHECKS[kind].asked(to, actor);
  const { settings } = tenant;
  const { isUnclaimed } = user;
  const requester = { isDecoy: false, settings, isUnclaimed, reserve: [user.id, session.id] as const };
  const [allowed, isLong] = await Promise.all([
    maySend({ tenant: tenant.id, purpose, channel, to, ip }, requester),
    needsLongCode({ tenant: tenant.id, purpose, address: to }),
  ]);
  if (!allowed) fail('RATE_LIMITED', { retryAfter: 60 });
  await sendCode({ tenant: tenant.id, user: user.id, epoch: user.epoch, to, channel }, purpose, requested, { isLong });
  return { message: 'A code is on its way.' };
}

/**
 * Replaces the address by the new one, which is proved. The unique claim moves and every other session ends with the same
 * write. Throws VERIFICATION_CODE_INVALID, EMAIL_ALREADY_EXISTS or PHONE_ALREADY_EXISTS if another account has the
 * address, and SESSION_NOT_FOUND if the session ended meanwhile.
 */
export async function confirmChange(actor: Actor, input: Body<'POST /auth/address/confirm'>) {
  const { user, tenant, session } = actor;
  const { kind, value: to } = await addressIn(input);
  const { change: purpose, previous, taken } = ADDRESSES[kind];
  const guess = await openCodeGuess({ tenant: tenant.id, purpose, address: to }, input.code);
  if (guess.refused()) return fail('VERIFICATION_CODE_INVALID');
  const live = await checkCode({ tenant: tenant.id, user: user.id, epoch: user.epoch }, purpose, input.code);
  if (live?.to !== to) {
    await guess.failed({ tenant: tenant.id, user: undefined });
    return fail('VERIFICATION_CODE_INVALID');
  }
  await CHECKS[kind].returned(to, actor);
  await retryOnConflict('the address', async () => {
    const [before, stored] = await Promise.all([requireOwn(actor), findCode(tenant.id, user.id, purpose)]);
    if (stored?.id !== live.id || live.epoch !== before.epoch) return fail('VERIFICATION_CODE_INVALID');
    const moved = { ...before, [kind]: to, [`${kind}VerifiedAt`]: null };
    const proof = proveAddress(moved, 'addressChange', { kind, value: to }, now());
    const replaced = { updatedFields: [kind], [previous]: before[kind] };
    const updated = event('svc.user_updated', { ...userHeader(proof.user), ...replaced });
    const isNew = before[kind] !== to;
    const result = await users.change(before, proof.user, [
      store.consumeWrite(live),
      carryOverWrite(tenant.id, user.id, session.id, proof.user.epoch),
      outboxWrite(tenant.id, [...(isNew ? [updated] : []), ...proof.events], now()),
      ...leftWrites(tenant, before, proof.user, 'user'),
    ]);
    if (result === 'taken') fail(taken);
    return result === 'done' || undefined;
  });
  await guess.succeeded();
  log.info('address_changed', { tenant: tenant.id, user: user.id, kind });
  return { message: 'Address changed.' };
}
