// Verifies an account's e-mail address or phone number with a code sent to it, in a session of the account. The proof
// of an address ends all other sessions.
import { ADDRESSES, type AddressKind } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/people/codes.ts';
import { asSession, carryOverWrite, sessionKey } from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { needsLongCode, openCodeGuess } from '../credentials/code-guesses.ts';
import { checkCode, sendCode } from '../credentials/codes.ts';
import { maySend } from '../credentials/message-budget.ts';
import { proveAddress } from '../credentials/proofs.ts';
import { canReceive } from '../phone-numbers.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import { joinKeys, withJoinRole } from '../verified-domains/joins.ts';

type User = users.User;

/**
 * Sends a code to the address of the account. Throws RATE_LIMITED after too many messages, and what
 * `requireUnverifiedAddress` throws.
 */
export async function send(kind: AddressKind, actor: Actor, { ip }: Client) {
  const { user, tenant, session } = actor;
  const { verify: purpose, channel, requested } = ADDRESSES[kind];
  const to = requireUnverifiedAddress(kind, user);
  if (!(await canReceive(kind, to, async () => (await wholeTenant(actor)).settings))) fail('NO_PHONE_NUMBER');
  // The session is the owner's, or that of a person who signed up with the address: its reserve is small either way.
  const { settings } = tenant;
  const requester = {
    isDecoy: false,
    settings,
    isUnclaimed: user.isUnclaimed,
    reserve: [user.id, session.id] as const,
  };
  const [allowed, isLong] = await Promise.all([
    maySend({ tenant: tenant.id, purpose, channel, to, ip }, requester),
    needsLongCode({ tenant: tenant.id, purpose, address: to }),
  ]);
  if (!allowed) fail('RATE_LIMITED', { retryAfter: 60 });
  const recipient = { tenant: tenant.id, user: user.id, epoch: user.epoch, to, channel };
  await sendCode(recipient, purpose, requested, { isLong });
  return { message: 'A code is on its way.' };
}

/**
 * Verifies the address with the code. The caller's session continues. Throws VERIFICATION_CODE_INVALID for a code that
 * is wrong, expired, used or for another address, and SESSION_NOT_FOUND if the session ended meanwhile.
 */
export async function verify(kind: AddressKind, actor: Actor, code: string) {
  const { user, tenant, session } = actor;
  const { verify: purpose, other, done } = ADDRESSES[kind];
  const to = requireUnverifiedAddress(kind, user);
  const guess = await openCodeGuess({ tenant: tenant.id, purpose, address: to }, code);
  if (guess.refused()) return fail('VERIFICATION_CODE_INVALID');
  const live = await checkCode({ tenant: tenant.id, user: user.id, epoch: user.epoch }, purpose, code);
  if (live?.to !== to) {
    await guess.failed({ tenant: tenant.id, user: undefined });
    return fail('VERIFICATION_CODE_INVALID');
  }
  await retryOnConflict('the account', async () => {
    const [userItem, codeItem, otherItem, sessionItem, ...ofDomain] = await getMany([
      users.userKey(tenant.id, user.id),
      store.codeKey(tenant.id, user.id, purpose),
      store.codeKey(tenant.id, user.id, ADDRESSES[other].verify),
      sessionKey(tenant.id, user.id, session.id),
      ...joinKeys(user, to),
    ]);
    const current = users.asUser(userItem);
    if (store.asCode(codeItem)?.id !== live.id || current?.[kind] !== to) return fail('VERIFICATION_CODE_INVALID');
    if (asSession(sessionItem)?.id !== session.id || current.epoch !== user.epoch) return fail('SESSION_NOT_FOUND');
    const proof = proveAddress(current, 'verificationCode', { kind, value: to }, now());
    const { user: after, events } = withJoinRole(current, proof, ofDomain);
    const otherCode = store.asCode(otherItem);
    const result = await users.change(current, after, [
      store.consumeWrite(live),
      carryOverWrite(tenant.id, user.id, session.id, after.epoch),
      // The user may have asked for the codes of both addresses. The other one is still on its way.
      ...(otherCode?.epoch === current.epoch ? [store.carryOverWrite(otherCode, after.epoch)] : []),
      outboxWrite(tenant.id, events, now()),
    ]);
    return result === 'done' || undefined;
  });
  await guess.succeeded();
  return { message: done };
}

/**
 * Returns the address to verify. Throws NO_EMAIL_ADDRESS or NO_PHONE_NUMBER without one, EMAIL_ALREADY_VERIFIED or
 * PHONE_ALREADY_VERIFIED for a verified one.
 */
function requireUnverifiedAddress(kind: AddressKind, user: User): string {
  const { none, already } = ADDRESSES[kind];
  if (user[`${kind}VerifiedAt`] !== null) fail(already);
  return user[kind] ?? fail(none);
}
