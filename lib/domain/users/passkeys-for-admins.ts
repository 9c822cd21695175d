// Shows admins the passkeys of a user, and lets them remove one.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { passkeyId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { event, userHeader } from '../../store/outbox.ts';
import { recoveryCodesWrites } from '../../store/people/factors.ts';
import { asPasskey, passkeysOf, removePasskeyWrites } from '../../store/people/passkeys.ts';
import * as store from '../../store/people/users.ts';
import type { AuditActor } from '../audit.ts';
import { usableOf, viewOf } from '../passkeys/view.ts';
import { canComplete, methodsOf } from '../sessions/mfa-policy.ts';
import { eventsWrite, userAuditEvent } from './events.ts';
import { load } from './users.ts';

/** Returns the passkeys, oldest first. Throws USER_NOT_FOUND, like the next one. */
export async function list(id: string) {
  const { user } = await load(id);
  return { data: usableOf(await passkeysOf(user.tenantId, user.id), user).map(viewOf) };
}

/**
 * Removes a passkey. Without the last one, the second factor is off if there is no other, so that the user is not left with one
 * that they cannot present. The same write ends every session of the user. Throws PASSKEY_NOT_FOUND.
 */
export function remove(actor: AuditActor, id: string, passkey: string) {
  return retryOnConflict('the user', async () => {
    const { user, tenant, items } = await load(id);
    const usable = usableOf(
      items.flatMap((item) => asPasskey(item) ?? []),
      user,
    );
    const target = usable.find((each) => each.id === passkeyId(passkey)) ?? fail('PASSKEY_NOT_FOUND');
    const without = { ...user, hasPasskey: usable.length > 1 };
    const isMfaEnabled = user.isMfaEnabled && (without.hasPasskey || canComplete(without, methodsOf(without, tenant)));
    const detail = { ...userHeader(user), passkeyId: target.id, passkeyName: target.name };
    const before = { passkeyId: target.id, isMfaEnabled: user.isMfaEnabled };
    const events = eventsWrite(user, [
      event('svc.passkey_removed', detail),
      ...(user.isMfaEnabled && !isMfaEnabled
        ? [event('svc.two_factor_disabled', { ...userHeader(user), deviceId: null })]
        : []),
      userAuditEvent(actor, 'user.passkey_removed', user, before, { isMfaEnabled }),
    ]);
    const after = { ...without, isMfaEnabled, epoch: user.epoch + 1, updatedAt: now() };
    const writes = [...removePasskeyWrites(user.tenantId, target), ...recoveryCodesWrites(user, after), events];
    return (await store.change(user, after, writes)) === 'done' ? { message: 'Passkey removed.' } : undefined;
  });
}
