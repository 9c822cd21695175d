// Completes a login with the first code of an authenticator that the login had to set up. Without this, the user would
// have to wait for a second code, because a code works once.
import type { Body } from '../../contract/index.ts';
import { keepStepWrite } from '../../store/people/factors.ts';
import * as users from '../../store/people/users.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { complete } from './complete.ts';
import { addDevice } from './enrolment.ts';

/**
 * Completes the set-up, then the login, and returns the new tokens. The set-up uses the code up, so one caller gets to
 * the login. If the login fails then, the authenticator is set up, and its next code completes the login. Throws what
 * `addDevice` and `complete` throw.
 */
export async function enrol(actor: Actor, body: Body<'POST /auth/mfa/enrol'>, client: Client): Promise<Delivery> {
  const { user, device } = await addDevice(actor, body);
  const { held } = await users.findWithHeld(user.tenantId, user.id);
  const session = { ...actor.session, epoch: user.epoch };
  const proof = {
    // RFC 8176: a one-time password, and more than one factor.
    amr: ['otp', 'mfa'],
    method: 'totp' as const,
    write: keepStepWrite(device),
    events: [],
    invalid: 'MFA_CODE_INVALID' as const,
  };
  return complete({ ...actor, user, session }, proof, held, false, client);
}
