// The second factor: a code from an authenticator, by e-mail or SMS, or a recovery code. Guesses are counted before they
// are compared, and what was right is used up in the transaction that makes the session.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { stepOf } from '../../crypto/totp.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { consumeWrite } from '../../store/codes.ts';
import type { Write } from '../../store/dynamo/table.ts';
import * as factors from '../../store/factors.ts';
import * as users from '../../store/users.ts';
import { checkCode } from '../credentials/codes.ts';
import type { Delivery } from '../sessions/delivery.ts';
import type { Actor, Client } from '../sessions/sessions.ts';
import { PURPOSE, requireFactor, requireMethod } from './challenge.ts';
import { complete, type Proof } from './complete.ts';
import { secretOf } from './enrolment.ts';
import * as guesses from './guesses.ts';
import * as recoveryCodes from './recovery-codes.ts';

/** Completes the login, or proves afresh who is there. Throws MFA_CODE_INVALID whatever is wrong with the code. */
export async function verify(
  actor: Actor,
  { method, otp, trustDevice }: Body<'POST /auth/mfa/verify'>,
  client: Client,
): Promise<Delivery> {
  const { user, tenant } = actor;
  requireFactor(actor);
  const [guess, prove, { held }] = await Promise.all([
    guesses.consume(user),
    method === 'totp' ? byAuthenticator(actor, otp) : byMessage(actor, method, otp),
    users.findWithHeld(tenant.id, user.id),
  ]);
  requireMethod(actor, method);
  const use = await prove();
  if (!use) {
    log.info('mfa_failed', { tenant: tenant.id, user: user.id, method, ip: client.ip });
    await guesses.recordWrong(user);
    return fail('MFA_CODE_INVALID');
  }
  const proof: Proof = {
    // RFC 8176: a one-time password, over the telephone where it came by SMS, and more than one factor.
    amr: method === 'sms' ? ['otp', 'sms', 'mfa'] : ['otp', 'mfa'],
    method,
    use,
    events: [],
    invalid: 'MFA_CODE_INVALID',
  };
  const [delivery] = await Promise.all([
    complete(actor, proof, held, trustDevice, client),
    guesses.recordRight(user, guess),
  ]);
  return delivery;
}

/** What compares, once it may: it answers the write that uses the code up. */
type Prove = () => Promise<Write | undefined>;

/** Reads the authenticators. A code of a step that was used, on its device or a later one, is none. */
async function byAuthenticator({ user, tenant }: Actor, otp: string): Promise<Prove> {
  const { devices } = await factors.devicesOf(tenant.id, user.id);
  return async () => {
    const at = now();
    for (const device of devices) {
      const secret = await secretOf(user, device);
      const step = secret === undefined ? undefined : await stepOf(secret, otp, at);
      if (step !== undefined && step > device.lastStep) return factors.useStepWrite(device, step, at);
    }
    return undefined;
  };
}

async function byMessage({ user, tenant, session }: Actor, method: 'email' | 'sms', otp: string): Promise<Prove> {
  const recipient = { tenant: tenant.id, user: user.id, epoch: user.epoch };
  const code = await checkCode(recipient, PURPOSE[method], otp, session.id);
  const to = method === 'email' ? user.email : user.phone;
  return async () => (code?.to === to ? consumeWrite(code) : undefined);
}

/** Completes the login with a recovery code. The factors stay as they are, and the owner is told. */
export async function verifyRecoveryCode(
  actor: Actor,
  { code, trustDevice }: Body<'POST /auth/mfa/verify-recovery-code'>,
  client: Client,
): Promise<Delivery> {
  const { user, tenant } = actor;
  requireFactor(actor);
  const [, left, { held }] = await Promise.all([
    recoveryCodes.consumeGuess(user),
    factors.findRecoveryCodes(tenant.id, user.id),
    users.findWithHeld(tenant.id, user.id),
  ]);
  const hash = recoveryCodes.requireRecoveryCode(left, code);
  const proof: Proof = {
    amr: ['otp', 'mfa'],
    use: factors.useRecoveryCodeWrite(tenant.id, user.id, hash),
    events: [recoveryCodes.recoveryCodeUsedEvent(user, left)],
    invalid: 'MFA_RECOVERY_CODE_INVALID',
  };
  const [delivery] = await Promise.all([
    complete(actor, proof, held, trustDevice, client),
    recoveryCodes.resetGuesses(user),
  ]);
  return delivery;
}
