// Changes the profile of the caller's account and deletes the account.
import type { Body, Reply } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as users from '../../store/people/users.ts';
import { leftWrites } from '../left-addresses.ts';
import type { Actor } from '../sessions/caller.ts';
import { requireOwn } from '../sessions/own-sessions.ts';

/** Changes the fields that were sent. Throws SESSION_NOT_FOUND if the session ended meanwhile. */
export async function updateProfile(actor: Actor, input: Body<'PATCH /auth/me'>): Promise<Reply<'PATCH /auth/me'>> {
  return retryOnConflict('the profile', async () => {
    const before = await requireOwn(actor);
    const { name = before.name, locale = before.locale } = input;
    const updatedFields = (['name', 'locale'] as const).filter((field) => ({ name, locale })[field] !== before[field]);
    if (!updatedFields.length) return { name, locale };
    const after = { ...before, name, locale, updatedAt: now() };
    const updated = event('svc.user_updated', { ...userHeader(after), updatedFields });
    const events = outboxWrite(after.tenantId, [updated], after.updatedAt);
    return (await users.change(before, after, [events])) === 'done' ? { name, locale } : undefined;
  });
}

/**
 * Deletes the account. The same write ends its sessions and releases its addresses; the change feed purges the rest.
 * Throws SESSION_NOT_FOUND if the session ended meanwhile.
 */
export async function deleteAccount(actor: Actor): Promise<{ message: string }> {
  return retryOnConflict('the account', async () => {
    const user = await requireOwn(actor);
    const events = outboxWrite(user.tenantId, [event('svc.user_deleted', userHeader(user))], now());
    const left = leftWrites(actor.tenant, user, undefined, 'user');
    if (!(await users.remove(user, [events, ...left]))) return undefined;
    log.info('account_deleted', { tenant: user.tenantId, user: user.id });
    return { message: 'Account deleted.' };
  });
}
