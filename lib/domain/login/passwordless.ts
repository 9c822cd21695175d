// Logs a user in with a one-time code instead of a password. The code also proves the address that it was sent to.
import { CHANNELS, type Channel } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/people/codes.ts';
import { factorRemovals } from '../../store/people/factors.ts';
import * as users from '../../store/people/users.ts';
import { rememberNetwork } from '../account/known-source.ts';
import { requesterOf } from '../account/requester.ts';
import { withSignupChoice } from '../account/signup-proof.ts';
import * as addresses from '../addresses.ts';
import { accountOf, tenantNamed } from '../credentials/account-lookup.ts';
import { codeObstacles } from '../credentials/admission.ts';
import { bindingOf, bindingShown, requireCodeBinding } from '../credentials/binding.ts';
import { needsLongCode, openCodeGuess } from '../credentials/code-guesses.ts';
import { checkCode, type OneTimeCode, sendCode } from '../credentials/codes.ts';
import { maySend } from '../credentials/message-budget.ts';
import { proveAddress } from '../credentials/proofs.ts';
import type { Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { needsSecondFactor } from '../sessions/mfa-policy.ts';
import { startSessionWith } from '../sessions/start.ts';
import { isSinceActive } from '../still-counts.ts';
import { joinKeys, withJoinRole } from '../verified-domains/joins.ts';
import type { CodeCredentials } from './credentials.ts';

const SENT = 'If there is such an account, a code is on its way.';

/**
 * Sends a login code to the address if it has an account. If it has none, the response and the work are the same. The
 * code works for the caller alone if they sent a challenge or are a browser in cookie mode. Throws INVALID_INPUT if the
 * tenant requires that and they are neither.
 */
export async function sendLoginCode(
  input: Body<'POST /auth/passwordless/send'>,
  client: Client,
): Promise<{ message: string }> {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const { channel } = input;
  const identifier = await addresses.identifier(CHANNELS[channel].address, input.identifier, 'identifier');
  const binding = bindingOf(input.codeChallenge, client);
  const tenant = tenantNamed(input.tenantId);
  const [purpose, to] = [CHANNELS[channel].login, identifier.value];
  const account = accountOf(input.tenantId, identifier);
  const requester = account.then((found) =>
    requesterOf(found, identifier, (user) => mayLogInBy(user, channel), client),
  );
  const [{ ids, active, tenant: stored }, { isDecoy }, allowed, isLong] = await Promise.all([
    account,
    requester,
    maySend({ tenant, purpose, channel, to, ip: client.ip, binding }, requester),
    needsLongCode({ tenant, purpose: 'login', address: to }),
  ]);
  requireCodeBinding(stored, binding);
  if (allowed) {
    const recipient = { ...ids, epoch: active?.user.epoch ?? 1, to, channel };
    await sendCode(recipient, purpose, 'svc.passwordless_code_requested', { isDecoy, isLong, binding });
  }
  return { message: SENT };
}

const mayLogInBy = (user: users.User, channel: Channel): boolean =>
  codeObstacles(user, CHANNELS[channel].address).length === 0;

/**
 * Consumes the code and returns a session of its account. Throws VERIFICATION_CODE_INVALID for every mistake, such as a
 * code that another client asked for, and for all but one of the callers with one code. Throws 429 for an IP address
 * without attempts left.
 */
export async function loginByCode(
  tenantId: string,
  { identifier, channel, code: sent, codeVerifier }: CodeCredentials,
  rememberMe: boolean,
  client: Client,
): Promise<Delivery> {
  const binding = bindingShown(codeVerifier, client);
  const target = { tenant: tenantNamed(tenantId), purpose: 'login', address: identifier.value, binding } as const;
  // An IP address that is locked out reads, but does not use up the guesses of an account.
  const [{ ids, active, tenant: stored }, guess] = await Promise.all([
    accountOf(tenantId, identifier),
    openCodeGuess(target, sent, { scope: 'login-ip', ip: client.ip }),
  ]);
  if (guess.refused()) return fail('VERIFICATION_CODE_INVALID');
  const epoch = active?.user.epoch ?? 1;
  const code = await checkCode({ ...ids, epoch }, CHANNELS[channel].login, sent, { binding });
  const isRight =
    code?.to === identifier.value &&
    active &&
    isSinceActive(code.createdAt, active.tenant) &&
    mayLogInBy(active.user, channel);
  const amr = [...CHANNELS[channel].amr];
  const proved = isRight ? await prove(active.user, code) : undefined;
  const delivery =
    proved &&
    active &&
    (await startSessionWith(
      proved.user,
      active.tenant,
      { amr, channel, persistent: rememberMe, client },
      active.held,
      proved.writes,
    ));
  if (!delivery) {
    log.info('login_failed', { tenant: ids.tenant, provider: 'passwordless', ip: client.ip });
    await guess.failed({ tenant: stored?.id, user: active?.user });
    return fail('VERIFICATION_CODE_INVALID');
  }
  await Promise.all([
    guess.succeeded(),
    !needsSecondFactor(proved.user, active.tenant) && rememberNetwork(proved.user, client),
  ]);
  return delivery;
}

/** Returns the user with the address proved, and the writes that store that and use up the code. */
async function prove(user: users.User, code: OneTimeCode) {
  const pathway = code.choice ? 'signupCode' : 'loginCode';
  const proved = proveAddress(user, pathway, { kind: CHANNELS[code.channel].address, value: code.to }, now());
  const consumed = store.consumeWrite(code);
  if (!proved.events.length) return { user, writes: [consumed] as const };
  const proof = withJoinRole(user, proved, await getMany(joinKeys(user, code.to)));
  // The client that signed up keeps what it chose, and shows by the binding that it is the one.
  const [after, events] = [withSignupChoice(user, proof.user, code), proof.events];
  const removals = await factorRemovals(user, after);
  const outbox = outboxWrite(user.tenantId, events, now());
  return { user: after, writes: [consumed, ...users.changeWrites(user, after), ...removals, outbox] as const };
}
