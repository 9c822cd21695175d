// Exchanges the code of a device for tokens, once its user has allowed it (RFC 8628 3.4).
import { fail } from '../../../contract/errors.ts';
import { digest } from '../../../crypto/secrets.ts';
import { now } from '../../../platform/clock.ts';
import { note } from '../../../platform/request-context.ts';
import { type DeviceRequest, recordPoll } from '../../../store/applications/device-requests.ts';
import { isOfNow } from '../../still-counts.ts';
import { requestOf } from '../device/device-code.ts';
import { requireSameTarget } from '../target.ts';
import { tokenReply } from '../token-reply.ts';
import { begin, refuse } from './begin.ts';
import type { GrantRule } from './grant-rule.ts';

/** Seconds by which each early question raises the interval (RFC 8628 3.5), and the most. */
const [RAISE, MOST] = [5, 60];
/** A question may be on its way for less time than the one before, ms. */
const JITTER_MS = 1000;

/**
 * Returns the tokens of a new session. Throws INVALID_INPUT without a code, INVALID_GRANT alike for one that is unknown, used,
 * of another application or key, or whose user, tenant or session has ended since; AUTHORIZATION_PENDING, SLOW_DOWN,
 * AUTHORIZATION_DENIED and DEVICE_CODE_EXPIRED; INVALID_TARGET and INVALID_SCOPE, which use up nothing.
 */
export const deviceCode: GrantRule = async (application, form, client, key) => {
  const { jkt } = key;
  const sent = form.device_code ?? fail('INVALID_INPUT', { message: 'device_code: is required' });
  const request = await requestOf(sent);
  if (!request) return refuse('code_unknown', application);
  if (request.applicationId !== application.id) return refuse('code_of_another_application', application);
  if ((request.jkt ?? jkt) !== jkt) return refuse('key_differs', application);
  if (request.expiresAt <= now()) return fail('DEVICE_CODE_EXPIRED');
  if (request.state === 'denied') return fail('AUTHORIZATION_DENIED');
  const { approval } = request;
  if (!approval) return wait(request);
  if (!isOfNow(approval.at)) return refuse('code_session_ended', application);
  requireSameTarget(form.resource, request.resource);
  note({ tenant: approval.tenant, actor: approval.user });
  const { scope, resource } = request;
  const granted = { ...approval, application: application.id, scope, resource };
  const shown = { hash: digest(sent), key, isDevice: true as const };
  const { actor, target } = await begin(application, granted, shown, client);
  return tokenReply(application, actor, { scope, jkt, target });
};

/** Records that the device asked. If several questions come at the same time, one of them is in time. */
async function wait(request: DeviceRequest): Promise<never> {
  const { interval, polledAt } = request;
  const isEarly = now() - polledAt < interval * 1000 - JITTER_MS;
  const next = isEarly ? Math.min(interval + RAISE, MOST) : interval;
  // One that asks without pause writes nothing once it must wait longest.
  const isRecorded = (isEarly && interval === MOST) || (await recordPoll(request, now(), next));
  return fail(isEarly || !isRecorded ? 'SLOW_DOWN' : 'AUTHORIZATION_PENDING');
}
