// Links two accounts of one person after a switch of tenant: further switches of the same two sessions need no other
// proof until a session that the link descends from is ended, or the proof is too old. The owners of both accounts are
// told.
import { fail } from '../../contract/errors.ts';
import { now, seconds } from '../../platform/clock.ts';
import { transact } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as links from '../../store/people/account-links.ts';
import { linkingLineage, markSourceWrite, type Session } from '../../store/people/sessions.ts';
import type { User } from '../../store/people/users.ts';
import { descentOf, joined } from '../sessions/lineage.ts';
import { absoluteOf } from '../sessions/start.ts';

type End = links.Account & { session: Session };

/** Whether the link leads to this account. */
export const isLinked = ({ userId }: links.Link, { id }: User): boolean => userId === id;

/**
 * Whether the session made this half, or descends from it by the link. Any other session of the account proves the other
 * account itself: who gets into one account has not got into the other.
 */
export const isMadeBy = ({ own }: links.Link, session: Session): boolean => own.lineage === linkingLineage(session);

/** Whether links may come of the session. The operator of a tenant who chooses its provider decides who gets in there. */
export const mayLink = ({ isVouchedByTenant }: Session): boolean => isVouchedByTenant === undefined;

const beginOf = ({ session, ...account }: End): links.LinkStart => {
  const { authAt, amr, channel } = session;
  const descent = joined(descentOf(session, account)) ?? fail('NOT_A_MEMBER_OF_TENANT');
  return { lineage: linkingLineage(session), authAt, amr, channel, descent };
};

const linkedEvent = ({ user }: End, other: End) =>
  event('svc.account_linked', {
    ...userHeader(user),
    linkedTenantId: other.tenant.id,
    linkedUserId: other.user.id,
  });

/**
 * Stores a link between the accounts of two live sessions, over the half `before` that was read, and marks the sessions
 * as its sources: all or nothing. If callers race, one stores it, and with `isNew` the owners are told once. `false`:
 * the other session has ended, or the link was stored meanwhile. Throws SESSION_NOT_FOUND if the caller's own ended.
 */
export async function linkAccounts(
  own: End,
  other: End,
  before: links.Link | undefined,
  isNew: boolean,
): Promise<boolean> {
  const at = now();
  const ends = [own, other] as const;
  const last = Math.max(...ends.map(({ session, tenant }) => session.authAt + absoluteOf(tenant)));
  const [one, two] = ends.map((end) => ({ user: end.user, tenant: end.tenant, begun: beginOf(end) }));
  const result = await transact({
    ...links.linkWrites(one as links.LinkEnd, two as links.LinkEnd, before, seconds(last) + 86_400, at),
    actor: markSourceWrite(own.session),
    shown: markSourceWrite(other.session),
    events: isNew
      ? [
          outboxWrite(own.tenant.id, [linkedEvent(own, other)], at),
          outboxWrite(other.tenant.id, [linkedEvent(other, own)], at),
        ]
      : undefined,
  });
  if (result !== 'done' && result.has('actor')) return fail('SESSION_NOT_FOUND');
  return result === 'done';
}
