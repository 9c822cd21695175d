// Logging in with a code instead of a password. The code proves the address it went to.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import * as store from '../../store/codes.ts';
import { transact } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as users from '../../store/users.ts';
import { afterProof, withoutUnproved } from '../account/verification.ts';
import { identifier } from '../addresses.ts';
import { accountOf, canReceiveCodeAt, tenantNamed } from '../credentials/account-lookup.ts';
import { type Channel, checkCode, type OneTimeCode, sendCode } from '../credentials/codes.ts';
import * as limits from '../credentials/limits.ts';
import { maySend } from '../credentials/message-budget.ts';
import type { Delivery } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { startSession } from '../sessions/start.ts';
import type { CodeCredentials } from './credentials.ts';

const SENT = 'If there is such an account, a code is on its way.';
const PURPOSE = { email: 'login-email', sms: 'login-sms' } as const;
const KIND = { email: 'email', sms: 'phone' } as const;

/** Sends a login code to the address if it has an account. Says the same, and does the same work, if it hasn't. */
export async function sendLoginCode(
  input: Body<'POST /auth/passwordless/send'>,
  { ip }: Client,
): Promise<{ message: string }> {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const { channel } = input;
  const who = await identifier(KIND[channel], input.identifier, 'identifier');
  const [{ ids, active }, allowed] = await Promise.all([
    accountOf(input.tenantId, who),
    maySend(tenantNamed(input.tenantId), PURPOSE[channel], channel, who.value, ip),
  ]);
  if (allowed) {
    const isDecoy = !active || !mayLogInBy(active.user, channel);
    const recipient = { ...ids, epoch: active?.user.epoch ?? 1, to: who.value, channel };
    await sendCode(recipient, PURPOSE[channel], 'svc.passwordless_code_requested', { isDecoy });
  }
  return { message: SENT };
}

const mayLogInBy = (user: users.User, channel: Channel): boolean =>
  (channel === 'email' ? user.emailLoginEnabled : user.phoneLoginEnabled) && canReceiveCodeAt(user, KIND[channel]);

/** Opens a session for the holder of the code. Throws VERIFICATION_CODE_INVALID whatever is wrong. */
export async function loginByCode(
  tenantId: string,
  { who, channel, code: sent }: CodeCredentials,
  rememberMe: boolean,
  client: Client,
): Promise<Delivery> {
  await limits.consume('login-ip', limits.network(client.ip));
  const [{ ids, active }, allowed] = await Promise.all([
    accountOf(tenantId, who),
    limits.tryConsume('code-address', tenantId, 'login', who.value),
  ]);
  if (!allowed) return fail('VERIFICATION_CODE_INVALID');
  const epoch = active?.user.epoch ?? 1;
  const code = await checkCode({ ...ids, epoch }, PURPOSE[channel], sent);
  const right = code?.to === who.value && active && mayLogInBy(active.user, channel);
  const user = right ? await used(active.user, code) : undefined;
  if (!user || !active) {
    log.info('login_failed', { tenant: ids.tenant, provider: 'passwordless', ip: client.ip });
    return fail('VERIFICATION_CODE_INVALID');
  }
  // RFC 8176: a one-time password, and over the telephone where it came by SMS.
  const amr = channel === 'sms' ? ['otp', 'sms'] : ['otp'];
  return startSession(user, active.tenant, { amr, channel, persistent: rememberMe, client }, active.held);
}

/** Uses the code up, and notes what it proves. `undefined`: somebody else was faster. */
async function used(user: users.User, code: OneTimeCode): Promise<users.User | undefined> {
  const { user: proved, events } = afterProof(user, code.channel, code.to, now());
  // A password or identity from before the first proof may be that of somebody who came with another's address; he must
  // not keep a way in. Only whoever answers the sign-up's own code is known to have chosen it.
  const after = code.isOfSignup ? proved : withoutUnproved(user, proved);
  if (!events.length) return (await transact({ code: store.consumeWrite(code) })) === 'done' ? user : undefined;
  const writes = [store.consumeWrite(code), outboxWrite(user.tenantId, events, now())];
  return (await users.change(user, after, writes)) === 'done' ? after : undefined;
}
