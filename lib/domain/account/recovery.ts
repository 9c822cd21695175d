// Resets a forgotten password in three steps: a code to the address, the code for a token, the token for a new
// password. Each step proves the one before. The last step ends every session and does not log the user in. An
// invitation ends with that step too.
import { ADDRESSES } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import { getMany, transact } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/codes.ts';
import { factorRemovals } from '../../store/people/factors.ts';
import { passkeysOf, removePasskeyWrites } from '../../store/people/passkeys.ts';
import * as users from '../../store/people/users.ts';
import { addressIn } from '../addresses.ts';
import { accountOf, tenantNamed } from '../credentials/account-lookup.ts';
import { bindingOf, bindingShown, requireCodeBinding } from '../credentials/binding.ts';
import { needsLongCode, openCodeGuess } from '../credentials/code-guesses.ts';
import { checkCode, newLinkToken, sendCode } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { maySend } from '../credentials/message-budget.ts';
import { networkHash } from '../credentials/networks.ts';
import * as passwords from '../credentials/passwords.ts';
import { opensAccount } from '../credentials/proofs.ts';
import type { Client } from '../sessions/caller.ts';
import { isSinceActive } from '../still-counts.ts';
import { joinKeys, withJoinRole } from '../verified-domains/joins.ts';
import { claimed, maySetPassword, requireHolder, useWrites, withPassword } from './link-holder.ts';
import { requesterOf } from './requester.ts';

const SENT = 'If there is such an account, a code is on its way.';

/**
 * Sends a code to the address if it has an account. The reply and the work are the same if it has none. The code works
 * for the caller alone, as in `sendLoginCode`.
 */
export async function forgotPassword(input: Body<'POST /auth/forgot-password'>, client: Client) {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const address = await addressIn(input);
  const { channel } = ADDRESSES[address.kind];
  const binding = bindingOf(input.codeChallenge, client);
  const [tenant, to] = [tenantNamed(input.tenantId), address.value];
  const account = accountOf(input.tenantId, address);
  const requester = account.then((found) =>
    requesterOf(found, address, (user) => opensAccount(user, address.kind), client),
  );
  const [{ ids, active, tenant: stored }, { isDecoy }, allowed, isLong] = await Promise.all([
    account,
    requester,
    maySend({ tenant, purpose: 'reset', channel, to, ip: client.ip, binding }, requester),
    needsLongCode({ tenant, purpose: 'reset', address: to }),
  ]);
  requireCodeBinding(stored, binding);
  if (allowed) {
    const recipient = { ...ids, epoch: active?.user.epoch ?? 1, to, channel } as const;
    await sendCode(recipient, 'reset', 'svc.password_reset_requested', { isDecoy, isLong, binding });
  }
  return { message: SENT };
}

/**
 * Exchanges the code for a token that sets a password once. Throws VERIFICATION_CODE_INVALID for an unknown account and
 * for a code that is wrong, expired, used, or asked for by another client.
 */
export async function verifyForgotPasswordCode(input: Body<'POST /auth/verify-forgot-password-otp'>, client: Client) {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const address = await addressIn(input);
  const binding = bindingShown(input.codeVerifier, client);
  const target = { tenant: tenantNamed(input.tenantId), purpose: 'reset', address: address.value, binding } as const;
  // An IP address that is locked out reads, but does not use up the guesses of an account.
  const [{ ids, active }, guess] = await Promise.all([
    accountOf(input.tenantId, address),
    openCodeGuess(target, input.code, { scope: 'code-ip', ip: client.ip }),
  ]);
  if (guess.refused()) return fail('VERIFICATION_CODE_INVALID');
  const epoch = active?.user.epoch ?? 1;
  const code = await checkCode({ ...ids, epoch }, 'reset', input.code, { binding });
  const isUsable = code?.to === address.value && active && isSinceActive(code.createdAt, active.tenant);
  if (!isUsable || !opensAccount(active.user, address.kind)) {
    await guess.failed({ tenant: ids.tenant, user: active?.user });
    return fail('VERIFICATION_CODE_INVALID');
  }
  note({ actor: ids.user });
  const recipient = { ...ids, epoch, to: code.to, channel: code.channel };
  const { token, item } = newLinkToken(recipient, 'reset-password', config().ttl.reset);
  const [result] = await Promise.all([
    transact({ code: store.consumeWrite(code), token: { put: item } }),
    guess.succeeded(),
  ]);
  return result === 'done' ? { message: 'The code is correct.', resetToken: token } : fail('VERIFICATION_CODE_INVALID');
}

/**
 * Sets the password of the account that the token belongs to, once. The same write ends every session, code, token and
 * trusted device of the account. A second factor stays. Identities stay unless the caller asks to shut them out, for
 * owners whose account at a provider was taken. The token also proves the address it was sent to. Throws
 * PASSWORD_RESET_TOKEN_INVALID, also if a second factor that is lost would keep the password from opening the account, and the
 * policy's codes, after which the token still works.
 */
export async function resetPassword(input: Body<'POST /auth/reset-password'>, { ip }: Client) {
  const ofAddress = await limits.consume('token-ip', limits.network(ip));
  let hash: string | undefined;
  return retryOnConflict('the password', async () => {
    const holder = await requireHolder(input.token);
    const { tenant, user: active, token } = holder;
    if (!maySetPassword(holder)) return fail('PASSWORD_RESET_TOKEN_INVALID');
    passwords.requireAcceptable(input.newPassword, { ...active, tenant });
    hash ??= await passwords.hash(input.newPassword);
    const isReset = token.purpose === 'reset-password';
    const ofDomain = await getMany(isReset ? joinKeys(active, token.to) : []);
    const proof = withJoinRole(active, claimed(holder), ofDomain);
    const passkeys = token.removesPasskeys ? await passkeysOf(tenant.id, active.id) : [];
    const after: users.User = {
      ...withPassword(proof.user, hash, holder),
      ...(input.unlinkIdentities && { hasIdentity: false, identityEpoch: active.identityEpoch + 1 }),
      // The mailbox or phone is here. Networks and devices from before may be of a thief.
      networks: [await networkHash(active.id, ip)],
      sourcesSince: now(),
      mustChangePassword: false,
      epoch: active.epoch + 1,
      updatedAt: now(),
    };
    const usable = passkeys.filter(({ handle }) => handle === active.passkeyHandle);
    const gone = usable.map(({ id, name }) => ({ passkeyId: id, passkeyName: name }));
    const events = [
      event('svc.password_reset', userHeader(after)),
      ...gone.map((each) => event('svc.passkey_removed', { ...userHeader(after), ...each })),
      ...proof.events,
    ];
    const result = await users.change(active, after, [
      ...useWrites(holder),
      ...passkeys.flatMap((each) => removePasskeyWrites(tenant.id, each)),
      ...(await factorRemovals(active, after)),
      outboxWrite(tenant.id, events, now()),
    ]);
    if (result !== 'done') return undefined;
    await Promise.all([limits.resetLogins(after), limits.refundIfBusy(ofAddress)]);
    log.info('password_reset', { tenant: tenant.id, user: active.id, ip });
    return { message: 'Password set. Please log in.' };
  });
}
