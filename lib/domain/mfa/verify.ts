// Verifies second factors: a code from an authenticator, by e-mail or by SMS, or a recovery code. A guess is counted
// before it is compared. A right code is consumed in the transaction that creates the session.
import { CHANNELS, type Channel } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { CODE_USED, stepOf } from '../../crypto/totp.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { consumeWrite } from '../../store/people/codes.ts';
import * as factors from '../../store/people/factors.ts';
import * as users from '../../store/people/users.ts';
import { checkCode } from '../credentials/codes.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { requireFactor, requireMethod } from './challenge.ts';
import { complete, type Proof } from './complete.ts';
import { openSecret } from './enrolment.ts';
import { openFactorGuess } from './guesses.ts';
import * as recoveryCodes from './recovery-codes.ts';

/**
 * Completes the login, or renews the proof of a full session, and returns the new tokens. Throws MFA_CODE_INVALID for
 * every mistake in the code, MFA_METHOD_NOT_AVAILABLE, and ACCOUNT_LOCKED after too many guesses.
 */
export async function verify(
  actor: Actor,
  { method, otp, trustDevice }: Body<'POST /auth/mfa/verify'>,
  client: Client,
): Promise<Delivery> {
  const { user, tenant } = actor;
  requireFactor(actor);
  const [guess, { compare, held }] = await Promise.all([
    openFactorGuess(user),
    method === 'totp' ? prepareTotp(actor, otp) : prepareMessage(actor, method, otp),
  ]);
  requireMethod(actor, method);
  const write = await compare();
  if (write === undefined || write === 'used') {
    log.info('mfa_failed', { tenant: tenant.id, user: user.id, method, ip: client.ip });
    await guess.failed({ tenant: tenant.id, user });
    return fail('MFA_CODE_INVALID', write === 'used' ? { message: CODE_USED } : {});
  }
  const proof: Proof = {
    // RFC 8176: more than one factor.
    amr: [...(method === 'totp' ? ['otp'] : CHANNELS[method].amr), 'mfa'],
    method,
    write,
    events: [],
    invalid: 'MFA_CODE_INVALID',
  };
  const [delivery] = await Promise.all([complete(actor, proof, held, trustDevice, client), guess.succeeded()]);
  return delivery;
}

/**
 * Compares the code, after the guess is counted. Returns the write that consumes it; `undefined` if it is wrong, `used` for
 * a right code of an authenticator that was accepted before.
 */
type Compare = () => Promise<Write | 'used' | undefined>;
type Prepared = { compare: Compare; held: users.Held };

/** Reads the authenticators. A code is wrong if its authenticator has used that step or a later one. */
async function prepareTotp({ user, tenant }: Actor, otp: string): Promise<Prepared> {
  const { devices, held } = await users.findDevicesWithHeld(tenant.id, user.id);
  const compare: Compare = async () => {
    const at = now();
    let isUsed = false;
    for (const device of devices) {
      const secret = await openSecret(user, device);
      const step = secret === undefined ? undefined : await stepOf(secret, otp, at);
      if (step !== undefined && step > device.lastStep) return factors.useStepWrite(device, step, at);
      isUsed ||= step === device.lastStep;
    }
    return isUsed ? 'used' : undefined;
  };
  return { compare, held };
}

/** Reads the code that was sent for this session. A code that was sent to a former address is wrong. */
async function prepareMessage({ user, tenant, session }: Actor, method: Channel, otp: string): Promise<Prepared> {
  const recipient = { tenant: tenant.id, user: user.id, epoch: user.epoch };
  const [code, { held }] = await Promise.all([
    checkCode(recipient, CHANNELS[method].secondFactor, otp, { session: session.id }),
    users.findWithHeld(tenant.id, user.id),
  ]);
  const to = user[CHANNELS[method].address];
  return { compare: async () => (code?.to === to ? consumeWrite(code) : undefined), held };
}

/**
 * Completes the login with a recovery code, like `verify`. The factors stay, and the user is notified. Throws
 * MFA_RECOVERY_CODE_INVALID, and ACCOUNT_LOCKED after too many guesses.
 */
export async function verifyRecoveryCode(
  actor: Actor,
  { code, trustDevice }: Body<'POST /auth/mfa/verify-recovery-code'>,
  client: Client,
): Promise<Delivery> {
  const { user, tenant } = actor;
  requireFactor(actor);
  const [, unused, { held }] = await Promise.all([
    recoveryCodes.consumeGuess(user),
    factors.findRecoveryCodes(tenant.id, user.id),
    users.findWithHeld(tenant.id, user.id),
  ]);
  const hash = recoveryCodes.requireRecoveryCode(unused, code);
  const proof: Proof = {
    amr: ['otp', 'mfa'],
    write: factors.useRecoveryCodeWrite(tenant.id, user.id, hash),
    events: [recoveryCodes.recoveryCodeUsedEvent(user, unused)],
    invalid: 'MFA_RECOVERY_CODE_INVALID',
  };
  const [delivery] = await Promise.all([
    complete(actor, proof, held, trustDevice, client),
    recoveryCodes.resetGuesses(user),
  ]);
  return delivery;
}
