// Sends codes for the second factor by e-mail or SMS.
import { CHANNELS } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import { sendCode } from '../credentials/codes.ts';
import { maySendFactor } from '../credentials/message-budget.ts';
import { canReceive } from '../phone-numbers.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import type { Actor } from '../sessions/caller.ts';
import { type Method, methodsOf } from '../sessions/mfa-policy.ts';
import { requireMfa } from './change-factors.ts';

/** Throws MFA_NOT_ENABLED if the account needs no second factor and the session does not wait for one. */
export function requireFactor(actor: Actor): void {
  requireMfa(actor);
  if (!actor.session.pending && !actor.user.isMfaEnabled) fail('MFA_NOT_ENABLED');
}

/** Throws MFA_METHOD_NOT_AVAILABLE if the account cannot use the method in this session. */
export function requireMethod({ user, tenant, session }: Actor, method: Method): void {
  if (!methodsOf(user, tenant, session.channel).includes(method)) fail('MFA_METHOD_NOT_AVAILABLE');
}

/**
 * Sends a code that works for this session only; for an authenticator there is nothing to send. Throws MFA_NOT_ENABLED,
 * MFA_METHOD_NOT_AVAILABLE, and RATE_LIMITED after too many messages.
 */
export async function challenge(actor: Actor, method: Method): Promise<{ message: string }> {
  const { user, tenant, session } = actor;
  requireMfa(actor);
  requireMethod(actor, method);
  requireFactor(actor);
  if (method === 'totp') return { message: 'Enter the code from your authenticator app.' };
  const { secondFactor: purpose, address: kind } = CHANNELS[method];
  const to = user[kind] as string;
  if (!(await canReceive(kind, to, async () => (await wholeTenant(actor)).settings))) fail('MFA_METHOD_NOT_AVAILABLE');
  if (!(await maySendFactor({ tenant: tenant.id, purpose, channel: method, to }, tenant.settings)))
    fail('RATE_LIMITED', { retryAfter: 60 });
  const recipient = { tenant: tenant.id, user: user.id, epoch: user.epoch, to, channel: method };
  await sendCode(recipient, purpose, 'svc.two_factor_code_sent', { session: session.id });
  return { message: 'A code is on its way.' };
}
