// Changes and removes the users of a directory. Each change is one transaction with its events: the account, what the directory says of
// it, and the claims of its names.
import { now } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { refuse } from '../../scim/errors.ts';
import { applyChanges, type Change } from '../../scim/patch.ts';
import type { Attributes } from '../../scim/values.ts';
import { span, type Write } from '../../store/dynamo/table.ts';
import { scimUserAndGroups } from '../../store/keys.ts';
import { endedWrite } from '../../store/people/ended-sessions.ts';
import { factorRemovals } from '../../store/people/factors.ts';
import { asSession } from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { asMembership } from '../../store/scim/groups.ts';
import * as store from '../../store/scim/users.ts';
import { leftWrites } from '../left-addresses.ts';
import { changeEventsWrite, eventsWrite, userAuditEvent } from '../users/events.ts';
import { applyPatch } from '../users/fields.ts';
import { attributesOf, type Said, saidIn } from './account.ts';
import type { Caller } from './authenticate.ts';
import { claimsOf, requireAccepted, taken } from './join.ts';
import { requireUser } from './known.ts';
import { withRoles } from './memberships.ts';
import { type Known, requireVersion, versionOf } from './view.ts';

type User = users.User;
type View = store.ScimUser;

/** The versions that a change starts from, as `If-Match` names them. */
type Condition = { ifMatch: readonly string[] };

/** Replaces what the directory says of a user. `active` keeps its value if it is absent. Throws what `changeUser` throws. */
export const replace = (caller: Caller, id: string, attributes: Attributes, condition: Condition): Promise<Known> =>
  changeUser(caller, id, condition, () => attributes);

/** Applies the changes of a PATCH, all or none. Throws what `changeUser` throws, and noTarget. */
export const patch = (caller: Caller, id: string, changes: readonly Change[], condition: Condition): Promise<Known> =>
  changeUser(caller, id, condition, (before) => applyChanges(before, changes));

/**
 * Changes a user to what `change` returns. Without a difference, nothing is written. Deactivation and a new address end every
 * session. Throws a 404, a 412, uniqueness and invalidValue.
 */
function changeUser(
  caller: Caller,
  id: string,
  { ifMatch }: Condition,
  change: (before: Attributes) => Attributes,
): Promise<Known> {
  return retryOnConflict('the user of a directory', async () => {
    const known = await requireUser(caller, id);
    requireVersion(ifMatch, versionOf(known));
    const said = saidIn(change(attributesOf(known.view, known.user)));
    const written = await write(caller, known, said);
    return written === 'unchanged' ? known : written ? requireUser(caller, known.user.id) : undefined;
  });
}

const SAID = ['userName', 'externalId', 'attributes', 'hasDeactivated'] as const;

/** An account that was disabled here is not enabled by a directory that repeats what it said before. */
function activeAfter({ isActive }: Said, before: User, { hasDeactivated }: View): boolean {
  return isActive === true ? before.isActive || hasDeactivated : (isActive ?? before.isActive);
}

async function write(caller: Caller, { user: before, view }: Known, said: Said): Promise<'unchanged' | boolean> {
  // A change that was made here stays until the directory says something else than before.
  const formerly = saidIn(attributesOf(view, before));
  const email = said.email === formerly.email ? before.email : said.email;
  const name = said.name === formerly.name ? before.name : said.name;
  const isActive = activeAfter(said, before, view);
  const after = applyPatch(before, { name, isActive }, email, undefined, undefined);
  const { userName, externalId, attributes } = said;
  const hasDeactivated = !isActive && (before.isActive || view.hasDeactivated);
  const nextView: View = { ...view, userName, externalId, attributes, hasDeactivated, updatedAt: now() };
  const fields = (['name', 'isActive', 'email'] as const).filter((each) => before[each] !== after[each]);
  const isSaidAnew = SAID.some((each) => view[each] !== nextView[each]);
  if (!fields.length && !isSaidAnew) return 'unchanged';
  const conditions = await requireFree(caller, { view, before, after }, said);
  const views = isSaidAnew ? store.changeWrites(view, nextView) : [];
  if (!fields.length) {
    const told = userAuditEvent(
      caller.by,
      'user.attributes_updated',
      before,
      {},
      { updatedFields: changedNames(view, nextView) },
    );
    return store.write(views, eventsWrite(before, [told]));
  }
  const proved = conditions.length && after.email !== before.email ? { ...after, emailVerifiedAt: now() } : after;
  const result = await users.change(before, proved, [
    ...views,
    changeEventsWrite(caller.by, 'updated', before, proved, fields),
    ...(await factorRemovals(before, proved)),
    ...leftWrites(caller.tenant, before, proved, 'admin'),
    ...conditions,
  ]);
  return result === 'done';
}

/** Returns the names of the attributes that differ: their values are personal, and are in no log. */
function changedNames(before: View, after: View): string[] {
  const entries = ({ attributes }: View) => new Map(JSON.parse(attributes) as [string, unknown][]);
  const [old, fresh] = [entries(before), entries(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])];
  const others = (['userName', 'externalId'] as const).filter((each) => before[each] !== after[each]);
  return [...others, ...names.filter((each) => JSON.stringify(old.get(each)) !== JSON.stringify(fresh.get(each)))];
}

/**
 * Returns what must still hold when a new address is written. Throws uniqueness, invalidValue for a blocked domain, and for an
 * account that was here before: its new address must be of a domain of the tenant, because its owner would lose it otherwise.
 */
async function requireFree(
  caller: Caller,
  { view, before, after }: { view: View; before: User; after: User },
  said: Said,
): Promise<Write[]> {
  const isMoved = after.email !== before.email;
  const isRenamed = said.userName.toLowerCase() !== view.userName.toLowerCase() || said.externalId !== view.externalId;
  if (!isMoved && !isRenamed) return [];
  const found = await claimsOf(caller, said);
  if (found.name && found.name !== before.id) taken('userName');
  if (found.externalId && found.externalId !== before.id) taken('externalId');
  if (!isMoved) return [];
  requireAccepted(found);
  if (found.owner && found.owner !== before.id) taken('emails');
  if (view.isLinked && !found.ownDomain)
    refuse('invalidValue', 'emails: the new address must be of a verified domain of the organization');
  return found.ownDomain ? [found.ownDomain] : [];
}

/**
 * Removes a user from the directory: their account is deactivated or deleted, as the connection says. Either way every session ends.
 * Throws a 404 and a 412.
 */
export function remove(caller: Caller, id: string, { ifMatch }: Condition): Promise<true> {
  const { connection, by, tenant } = caller;
  return retryOnConflict('the user of a directory', async () => {
    const { user, view } = await requireUser(caller, id);
    requireVersion(ifMatch, versionOf({ user, view }));
    if (connection.onDelete === 'delete') return deleteAccount(caller, { user, view });
    const memberships = (await span(scimUserAndGroups(user.tenantId, user.id))).flatMap(
      (item) => asMembership(item) ?? [],
    );
    const { roleIds } = withRoles({ user, view }, []);
    const after = applyPatch(user, { isActive: false }, undefined, undefined, roleIds);
    const fields = [
      ...(user.isActive ? ['isActive'] : []),
      ...(roleIds.length < user.roleIds.length ? ['roleIds'] : []),
    ];
    const result = await users.change(user, after, [
      ...store.leaveWrites(view, user.isActive || view.hasDeactivated, now()),
      ...memberships.slice(0, MAX_ERASED).map(({ pk, sk }): Write => ({ erase: { pk, sk } })),
      changeEventsWrite(by, 'updated', user, after, fields),
      ...leftWrites(tenant, user, after, 'admin'),
    ]);
    return result === 'done' ? true : undefined;
  });
}

/** Further ones have no effect: the user is not there for the connection, and the account has none of its roles. */
const MAX_ERASED = 50;

async function deleteAccount({ by, tenant }: Caller, { user, view }: Known): Promise<true | undefined> {
  const items = await users.everything(user.tenantId, user.id);
  const sessions = items.flatMap((item) => asSession(item) ?? []);
  const events = changeEventsWrite(by, 'deleted', user, undefined);
  const ended = endedWrite(user.tenantId, user.id, sessions, events);
  // The feed deletes the rest of the account a moment later.
  const isDone = await users.remove(user, [
    ended,
    ...leftWrites(tenant, user, undefined, 'admin'),
    ...store.forgetWrites(view),
  ]);
  return isDone ? true : undefined;
}
