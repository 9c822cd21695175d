// Logs a user in with a one-time code instead of a password. The code also proves the address that it was sent to.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import * as store from '../../store/codes.ts';
import { transact } from '../../store/dynamo/table.ts';
import { factorRemovals } from '../../store/factors.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as users from '../../store/users.ts';
import * as addresses from '../addresses.ts';
import { accountOf, tenantNamed } from '../credentials/account-lookup.ts';
import { type Channel, checkCode, type OneTimeCode, sendCode } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { maySend } from '../credentials/message-budget.ts';
import { opensAccount, proveAddress } from '../credentials/proofs.ts';
import type { Delivery } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { startSession } from '../sessions/start.ts';
import type { CodeCredentials } from './credentials.ts';

const SENT = 'If there is such an account, a code is on its way.';
const PURPOSE = { email: 'login-email', sms: 'login-sms' } as const;
const KIND = { email: 'email', sms: 'phone' } as const;

/** Sends a login code to the address if it has an account. If it has none, the response and the work are the same. */
export async function sendLoginCode(
  input: Body<'POST /auth/passwordless/send'>,
  { ip }: Client,
): Promise<{ message: string }> {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const { channel } = input;
  const identifier = await addresses.identifier(KIND[channel], input.identifier, 'identifier');
  const [{ ids, active }, allowed] = await Promise.all([
    accountOf(input.tenantId, identifier),
    maySend(tenantNamed(input.tenantId), PURPOSE[channel], channel, identifier.value, ip),
  ]);
  if (allowed) {
    const isDecoy = !active || !mayLogInBy(active.user, channel);
    const recipient = { ...ids, epoch: active?.user.epoch ?? 1, to: identifier.value, channel };
    await sendCode(recipient, PURPOSE[channel], 'svc.passwordless_code_requested', { isDecoy });
  }
  return { message: SENT };
}

const mayLogInBy = (user: users.User, channel: Channel): boolean =>
  (channel === 'email' ? user.emailLoginEnabled : user.phoneLoginEnabled) && opensAccount(user, KIND[channel]);

/**
 * Consumes the code and returns a session of its account. Throws VERIFICATION_CODE_INVALID for every mistake, and for
 * all but one of the callers with one code. Throws 429 for an IP address without attempts left.
 */
export async function loginByCode(
  tenantId: string,
  { identifier, channel, code: sent }: CodeCredentials,
  rememberMe: boolean,
  client: Client,
): Promise<Delivery> {
  await limits.consume('login-ip', limits.network(client.ip));
  const [{ ids, active }, allowed] = await Promise.all([
    accountOf(tenantId, identifier),
    limits.tryConsume('code-address', tenantId, 'login', identifier.value),
  ]);
  if (!allowed) return fail('VERIFICATION_CODE_INVALID');
  const epoch = active?.user.epoch ?? 1;
  const code = await checkCode({ ...ids, epoch }, PURPOSE[channel], sent);
  const isRight = code?.to === identifier.value && active && mayLogInBy(active.user, channel);
  const user = isRight ? await consumeCode(active.user, code) : undefined;
  if (!user || !active) {
    log.info('login_failed', { tenant: ids.tenant, provider: 'passwordless', ip: client.ip });
    return fail('VERIFICATION_CODE_INVALID');
  }
  // RFC 8176: a one-time password, and by telephone if it was sent by SMS.
  const amr = channel === 'sms' ? ['otp', 'sms'] : ['otp'];
  return startSession(user, active.tenant, { amr, channel, persistent: rememberMe, client }, active.held);
}

/** Consumes the code and returns the user with the address proved. `undefined`: another caller was faster. */
async function consumeCode(user: users.User, code: OneTimeCode): Promise<users.User | undefined> {
  const pathway = code.isOfSignup ? 'signupCode' : 'loginCode';
  const { user: after, events } = proveAddress(user, pathway, { kind: KIND[code.channel], value: code.to }, now());
  if (!events.length) return (await transact({ code: store.consumeWrite(code) })) === 'done' ? user : undefined;
  const removals = await factorRemovals(user, after);
  const writes = [store.consumeWrite(code), ...removals, outboxWrite(user.tenantId, events, now())];
  return (await users.change(user, after, writes)) === 'done' ? after : undefined;
}
