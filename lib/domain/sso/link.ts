// Links an account at an identity provider to the account of a user who is logged in. The user decides, so no address is
// compared.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import type { SessionId, UserId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/identities.ts';
import { asSession, isSameLineage, requireSessionWrite, sessionKey } from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { withIdentity } from '../../store/people/ways-in.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import type { Actor } from '../sessions/caller.ts';
import { hashOf, newIdentity } from './accounts.ts';
import type { Profile } from './profile.ts';

/** The account to link to, and the session in which its user asked for it. */
export type Link = { user: UserId; session: SessionId };

/**
 * Whether the browser that came back has the session that asked for the link, or what has replaced it. With the session
 * of another account, the link would give one person's identity to the other.
 */
export const isAskedBy = (link: Link, actor: Actor | undefined): boolean =>
  actor !== undefined &&
  actor.user.id === link.user &&
  isSameLineage(actor.session.id, link.session) &&
  !actor.user.mustChangePassword;

/**
 * Links the identity of the profile to the account and tells its owner. `taken`: the identity opens another account. An
 * identity that opens this account already stays as it is; one that was shut out of it opens it again. Throws
 * SESSION_NOT_FOUND if the session ended meanwhile.
 */
export async function linkIdentity(tenant: Tenant, link: Link, profile: Profile): Promise<'linked' | 'taken'> {
  note({ actor: link.user });
  const hash = hashOf(profile);
  return retryOnConflict('the account', async () => {
    const [claimItem, userItem, sessionItem] = await getMany([
      store.identityClaimKey(tenant.id, hash),
      users.userKey(tenant.id, link.user),
      sessionKey(tenant.id, link.user, link.session),
    ]);
    const [user, session] = [users.asUser(userItem), asSession(sessionItem)];
    if (!user?.isActive || !session || !isSameLineage(session.id, link.session) || session.epoch < user.epoch)
      return fail('SESSION_NOT_FOUND');
    const claim = store.asIdentityClaim(claimItem);
    if (claim && claim.userId !== user.id && (await isAccepted(tenant, claim))) {
      log.info('identity_taken', { tenant: tenant.id, user: user.id, provider: profile.provider.name });
      return 'taken';
    }
    if (claim?.userId === user.id && claim.epoch === user.identityEpoch) return 'linked';
    const at = now();
    const after = withIdentity(user, at);
    const former = (await store.identitiesOf(tenant.id, user.id)).find((each) => each.hash === hash);
    const fresh = newIdentity(profile, after, at);
    // In the place of the one that was shut out, so that the list has it once.
    const identity = former ? { ...fresh, pk: former.pk, sk: former.sk, id: former.id } : fresh;
    const detail = { ...userHeader(after), provider: profile.provider.name, identityId: identity.id };
    const result = await users.change(user, after, [
      ...store.identityWrites(tenant.id, user.id, identity, claim),
      requireSessionWrite(session),
      outboxWrite(tenant.id, [event('svc.identity_linked', detail)], at),
    ]);
    return result === 'done' ? 'linked' : undefined;
  });
}

/** Whether the account of the claim still accepts the identity. A disabled account keeps its identities. */
async function isAccepted(tenant: Tenant, { userId, epoch }: store.IdentityClaim): Promise<boolean> {
  const [item] = await getMany([users.userKey(tenant.id, userId)]);
  return users.asUser(item)?.identityEpoch === epoch;
}
