// Brings users into a directory: makes an account, or takes one up that is there. Each is one transaction with its events: the account,
// what the directory says of it, and the claims of its names.
import { now } from '../../platform/clock.ts';
import type { UserId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { refuse } from '../../scim/errors.ts';
import type { Attributes } from '../../scim/values.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import { factorRemovals } from '../../store/people/factors.ts';
import * as users from '../../store/people/users.ts';
import * as connections from '../../store/scim/connections.ts';
import * as store from '../../store/scim/users.ts';
import { asDomain, domainKey } from '../../store/tenants/domains.ts';
import { organizationPermissionsIn } from '../../store/tenants/permissions.ts';
import { asRole, roleKey } from '../../store/tenants/roles.ts';
import { withoutCreator } from '../credentials/proofs.ts';
import { leftWrites } from '../left-addresses.ts';
import { isBlockedAt, shardsOf } from '../tenants/blocked-domains.ts';
import { changeEventsWrite } from '../users/events.ts';
import { domainOf } from '../verified-domains/names.ts';
import { type Said, saidIn } from './account.ts';
import type { Caller } from './authenticate.ts';
import { requireUser } from './known.ts';
import type { Known } from './view.ts';

type User = users.User;

export const taken = (what: string): never => refuse('uniqueness', `${what}: another user has it`);

/**
 * Creates the user of a directory. If their address has an account already, the connection takes it up if it had brought it before,
 * or if the domain of the address is verified for the tenant; else it is refused. If several callers use one
 * name, one succeeds. Throws uniqueness and invalidValue.
 */
export function create(caller: Caller, attributes: Attributes): Promise<Known> {
  const said = saidIn(attributes);
  return retryOnConflict('the user of a directory', async () => {
    const found = await claimsOf(caller, said);
    requireAccepted(found);
    if (found.name) return taken('userName');
    if (found.externalId) return taken('externalId');
    return found.owner ? takeUp(caller, said, found.owner, found) : createNew(caller, said, found);
  });
}

type Found = Awaited<ReturnType<typeof claimsOf>>;

/** Reads who has what the directory says, and what is known of the domain of the address. */
export async function claimsOf({ connection: { id, tenantId } }: Caller, { userName, externalId, email }: Said) {
  const shards = shardsOf(email);
  const [name, external, address, domain, ...blocked] = await getMany([
    store.nameClaimKey(id, userName),
    store.externalClaimKey(id, externalId ?? ''),
    users.addressKey(tenantId, { kind: 'email', value: email }),
    domainKey(tenantId, domainOf(email)),
    ...shards,
  ]);
  const proved = asDomain(domain);
  return {
    name: store.claimedBy(name),
    externalId: externalId === null ? undefined : store.claimedBy(external),
    owner: users.claimedBy(address),
    isBlocked: isBlockedAt(email, blocked),
    /** The check that the domain still belongs to the tenant. `undefined`: it does not. */
    ownDomain: proved?.state === 'verified' ? stillVerified(proved) : undefined,
  };
}

/** Throws invalidValue for an address of a blocked domain. */
export function requireAccepted({ isBlocked }: Found): void {
  if (isBlocked) refuse('invalidValue', 'emails: addresses of this domain are not accepted');
}

const stillVerified = ({ pk, sk }: { pk: string; sk: string }): Write => ({
  check: { pk, sk, if: '#state = :verified', values: { verified: 'verified' } },
});

type Standing = { isLinked: boolean; hasDeactivated: boolean };
const viewOf = ({ connection }: Caller, id: UserId, said: Said, standing: Standing, at: number) => ({
  id,
  connectionId: connection.id,
  userName: said.userName,
  externalId: said.externalId,
  attributes: said.attributes,
  ...standing,
  hasLeft: false,
  version: 1,
  createdAt: at,
  updatedAt: at,
});

/** `undefined`: another caller was faster. */
async function createNew(caller: Caller, said: Said, { ownDomain }: Found): Promise<Known | undefined> {
  const { tenantId } = caller.connection;
  const at = now();
  const user: User = {
    ...users.newUser(tenantId, { email: said.email, phone: null, passwordHash: null }),
    name: said.name,
    isActive: said.isActive ?? true,
    // Who owns the domain vouches for its addresses. Any other one is proved by its owner.
    emailVerifiedAt: ownDomain ? at : null,
  };
  const view = viewOf(caller, user.id, said, { isLinked: false, hasDeactivated: !user.isActive }, at);
  const events = changeEventsWrite(caller.by, 'created', undefined, user);
  // Without a check of the domain: every user of a directory would contend for that item.
  const result = await users.create(user, undefined, events, store.joinWrites(view, undefined));
  if (result !== 'done') return undefined;
  return requireUser(caller, user.id);
}

/** Whether a role of the account, active or not, lets it manage the tenant. */
async function managesTenant({ roleIds }: User): Promise<boolean> {
  const roles = roleIds.length ? await getMany([...new Set(roleIds)].map(roleKey)) : [];
  const permissions = new Set(roles.flatMap((item) => asRole(item)?.permissionIds ?? []));
  return organizationPermissionsIn(permissions).length > 0;
}

/** Takes up an account that is there. One that manages the tenant is for the connections of admins. */
async function takeUp(caller: Caller, said: Said, id: UserId, { ownDomain }: Found): Promise<Known | undefined> {
  const { connection, by, tenant } = caller;
  const [userItem, viewItem] = await getMany([
    users.userKey(connection.tenantId, id),
    store.scimUserKey(connection.tenantId, id),
  ]);
  const [before, former] = [users.asUser(userItem), store.asScimUser(viewItem)];
  if (!before) return undefined;
  if (former && !former.hasLeft) {
    if (former.connectionId === connection.id || (await connections.find(former.connectionId))) return taken('emails');
    // A call that was on its way while its connection was removed: what it wrote came after the job that forgets.
    await store.forget(connection.tenantId, id, former.connectionId);
    return undefined;
  }
  const isReturning = former?.connectionId === connection.id;
  if (!isReturning && !ownDomain) return taken('emails');
  if (!isReturning && connection.sparesManagers && (await managesTenant(before))) return taken('emails');
  const at = now();
  // The creator of an account that was never proved may not be the person of this address.
  const { user: claimed } = ownDomain ? withoutCreator(before, ['email'], at) : { user: before };
  const proved = ownDomain && claimed.emailVerifiedAt === null ? { emailVerifiedAt: at } : {};
  const isAllowed = claimed.isActive || (isReturning && former?.hasDeactivated === true);
  const changed = {
    ...claimed,
    ...proved,
    name: said.name ?? claimed.name,
    // An account that was disabled here is not enabled by being taken up.
    isActive: (said.isActive ?? true) && isAllowed,
    updatedAt: at,
  };
  const after: User = { ...changed, epoch: before.epoch + 1 };
  const fields = (['name', 'isActive', 'emailVerifiedAt', 'phone'] as const).filter(
    (each) => before[each] !== after[each],
  );
  const standing = {
    isLinked: isReturning ? (former?.isLinked ?? true) : true,
    hasDeactivated: isAllowed && !after.isActive,
  };
  const view = viewOf(caller, id, said, standing, at);
  const result = await users.change(before, after, [
    ...store.joinWrites(view, former),
    changeEventsWrite(by, 'linked', before, after, fields),
    ...(await factorRemovals(before, after)),
    ...leftWrites(tenant, before, after, 'admin'),
    ...(ownDomain ? [ownDomain] : []),
  ]);
  return result === 'done' ? requireUser(caller, id) : undefined;
}
