// Shows users the accounts at identity providers that open their account, unlinks them, and allows them again.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { identityId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/identities.ts';
import { passkeysOf } from '../../store/people/passkeys.ts';
import { asSession, carryOverWrite, sessionKey } from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import type { Actor } from '../sessions/caller.ts';
import { opensByPasskey } from '../sessions/passkey-policy.ts';
import { opensByAddress, opensByIdentity } from './identity-rules.ts';

const UNLINKED = 'Identity unlinked.';

/** Returns the identities of the account, oldest first, unlinked ones included. */
export async function list({ user, tenant }: Actor): Promise<Reply<'GET /auth/identities'>> {
  const identities = await store.identitiesOf(tenant.id, user.id);
  return {
    identities: identities
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .map(({ id, provider, epoch, metadata, createdAt, updatedAt }) => ({
        id,
        provider,
        email: textOf(metadata.email),
        name: textOf(metadata.name),
        isActive: epoch === user.identityEpoch,
        createdAt: iso(createdAt),
        updatedAt: iso(updatedAt),
      })),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Shuts an identity out of the account, ends every other session and tells the owner. Changes nothing for an identity
 * that is out already, so a request may be repeated. Throws IDENTITY_NOT_FOUND, LAST_LOGIN_METHOD if nothing else opens
 * the account, and SESSION_NOT_FOUND if the caller's session ended meanwhile.
 */
export async function unlink(actor: Actor, id: string): Promise<{ message: string }> {
  const {
    user: { id: user },
    tenant,
    session,
  } = actor;
  const validId = identityId(id) ?? fail('IDENTITY_NOT_FOUND');
  return retryOnConflict('the account', async () => {
    const [identities, [userItem, sessionItem], whole] = await Promise.all([
      store.identitiesOf(tenant.id, user),
      getMany([users.userKey(tenant.id, user), sessionKey(tenant.id, user, session.id)]),
      wholeTenant(actor),
    ]);
    const current = users.asUser(userItem);
    const stored = asSession(sessionItem);
    if (!current || stored?.id !== session.id || stored.epoch < current.epoch) return fail('SESSION_NOT_FOUND');
    const identity = identities.find((each) => each.id === validId) ?? fail('IDENTITY_NOT_FOUND');
    if (identity.epoch !== current.identityEpoch) return { message: UNLINKED };
    const others = identities.filter((each) => each.id !== validId && each.epoch === current.identityEpoch);
    const isOpen =
      (await opensByAddress(current, whole)) ||
      (await opensByIdentity(others, whole)) ||
      (current.hasPasskey && opensByPasskey(current, await passkeysOf(tenant.id, user), whole));
    if (!isOpen) fail('LAST_LOGIN_METHOD');
    const after = unlinked(current, others.length > 0);
    const result = await users.change(current, after, [
      ...store.keepIdentitiesWrites(tenant.id, user, others, after.identityEpoch, after.updatedAt),
      carryOverWrite(tenant.id, user, session.id, after.epoch),
      outboxWrite(tenant.id, [unlinkedEvent(after, identity)], after.updatedAt),
    ]);
    return result === 'done' ? { message: UNLINKED } : undefined;
  });
}

/**
 * Forgets an identity that was shut out: a login with the provider may link it again, by the rules of a first login.
 * Throws IDENTITY_NOT_FOUND, also for one that opens the account.
 */
export async function allow({ user, tenant }: Actor, id: string): Promise<{ message: string }> {
  const validId = identityId(id);
  const identities = await store.identitiesOf(tenant.id, user.id);
  const identity = identities.find((each) => each.id === validId && each.epoch !== user.identityEpoch);
  await store.forgetIdentity(tenant.id, user.id, identity ?? fail('IDENTITY_NOT_FOUND'));
  return { message: 'The identity may be linked again.' };
}

/**
 * Returns the user without one identity. The epoch of identities shuts it out, with the codes of a redirect that wait.
 * The epoch ends every session, because any of them may be that identity's.
 */
const unlinked = (user: users.User, hasIdentity: boolean): users.User => ({
  ...user,
  hasIdentity,
  identityEpoch: user.identityEpoch + 1,
  epoch: user.epoch + 1,
  updatedAt: now(),
});

const unlinkedEvent = (user: users.User, { id, provider }: store.Identity) =>
  event('svc.identity_unlinked', { ...userHeader(user), provider, identityId: id });
