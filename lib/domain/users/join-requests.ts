// Lets those who may invite decide about people who ask to join. An accepted person is invited as any other is: the account, its roles
// and the end of the request are one write.
import { fail } from '../../contract/errors.ts';
import type { JoinRequestView } from '../../contract/groups/parts/join-requests.ts';
import { iso, now } from '../../platform/clock.ts';
import { type JoinRequestId, joinRequestId, type TenantId, tenantOfJoinRequest } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, outboxWrite } from '../../store/outbox.ts';
import { listOf as domainsOf, find as findDomain, requireVerifiedWrite } from '../../store/tenants/domains.ts';
import * as store from '../../store/tenants/join-requests.ts';
import type { Inviter } from '../account/invitee.ts';
import type { Administrator } from '../administrator.ts';
import { auditEvent, type OrganizationActor } from '../audit.ts';
import { isOfProof } from '../still-counts.ts';
import { adminDoor } from '../tenants/door.ts';
import * as invitations from './invitations-for-admins.ts';

type Request = store.JoinRequest;

/** Who decides in which tenant. `unchanged`: what must still hold when it is written; `again` makes the door anew. */
export type DecisionDoor = Readonly<{
  tenant: Readonly<{ id: TenantId }>;
  by: Administrator | OrganizationActor;
  unchanged: readonly Write[];
  again: () => Promise<DecisionDoor>;
}>;

/** Returns the door of an admin, whom the guard of requests has let in, to the tenant. Throws TENANT_NOT_FOUND. */
export async function adminDecisions(by: Administrator, tenant: string): Promise<DecisionDoor> {
  const { tenant: found } = await adminDoor(by, tenant);
  const door: DecisionDoor = { tenant: found, by, unchanged: [], again: async () => door };
  return door;
}

/** The same, to the tenant of a request. Throws JOIN_REQUEST_NOT_FOUND for what is no id of one, and TENANT_NOT_FOUND. */
export const adminDecisionsOn = (by: Administrator, request: string): Promise<DecisionDoor> => {
  const id = joinRequestId(request);
  return id ? adminDecisions(by, tenantOfJoinRequest(id)) : fail('JOIN_REQUEST_NOT_FOUND');
};

const viewOf = ({ id, email, domain, createdAt, expiresAt }: Request): JoinRequestView => ({
  id,
  email,
  domain,
  createdAt: iso(createdAt),
  expiresAt: iso(expiresAt),
});

const isOpen = ({ status, expiresAt }: Request): boolean => status === 'open' && expiresAt > now();

/** Returns the open requests of domains that the tenant still has, oldest first. */
export async function list({ tenant }: Pick<DecisionDoor, 'tenant'>): Promise<{ joinRequests: JoinRequestView[] }> {
  const [requests, { domains }] = await Promise.all([store.listOf(tenant.id), domainsOf(tenant.id)]);
  const proved = new Map(domains.map((each) => [each.domain, each]));
  return {
    joinRequests: requests
      .filter((each) => isOpen(each) && isOfProof(each.createdAt, proved.get(each.domain)))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
      .map(viewOf),
  };
}

/** Returns the open request. Throws JOIN_REQUEST_NOT_FOUND, also if the tenant has lost its domain since. */
async function requireOpen(tenant: TenantId, id: JoinRequestId | undefined): Promise<Request> {
  const request = id && tenantOfJoinRequest(id) === tenant ? await store.find(id) : undefined;
  if (!request || !isOpen(request)) return fail('JOIN_REQUEST_NOT_FOUND');
  return isOfProof(request.createdAt, await findDomain(tenant, request.domain))
    ? request
    : fail('JOIN_REQUEST_NOT_FOUND');
}

/**
 * Invites the person, with the roles. If several callers accept a request, one invites. `permit`: of the inviter. Throws
 * JOIN_REQUEST_NOT_FOUND, USER_ALREADY_EXISTS if the address has got an account meanwhile, and what an invitation throws.
 */
export async function accept(
  { tenant, by }: Pick<DecisionDoor, 'tenant' | 'by'>,
  id: string,
  { roleIds = [] }: { roleIds?: readonly string[] | undefined },
  permit: NonNullable<Inviter['permit']> = async () => [],
) {
  const request = await requireOpen(tenant.id, joinRequestId(id));
  const { email, domain, locale } = request;
  const person = { tenantId: tenant.id, email, locale, roleIds: [...roleIds] };
  let isWritten = false;
  const { invitation } = await invitations.create(
    by,
    person,
    async () => {
      isWritten = true;
      return [];
    },
    async (owner) => {
      isWritten = false;
      const required = await permit(owner);
      // Each attempt looks again: the domain may have gone to another tenant, whose people read its mail.
      const current = await requireOpen(tenant.id, request.id);
      const isStillProved = requireVerifiedWrite(tenant.id, domain, current.createdAt);
      return [...required, store.decideWrite(current, 'accepted'), isStillProved];
    },
  );
  // The same invitation had been sent a moment before: then nothing was written.
  if (!isWritten) await markAccepted(request);
  return { invitation };
}

/** Ends the request of a person who is invited already. Throws JOIN_REQUEST_NOT_FOUND if another caller refused it. */
const markAccepted = (request: Request): Promise<true> =>
  retryOnConflict('the request to join', async () => {
    if (await store.decide(request, 'accepted', undefined, [])) return true;
    const { status } = (await store.find(request.id)) ?? fail('JOIN_REQUEST_NOT_FOUND');
    if (status === 'refused') fail('JOIN_REQUEST_NOT_FOUND');
    return status === 'accepted' || undefined;
  });

/** Refuses the request, and tells the person. If several callers decide, one does. Throws JOIN_REQUEST_NOT_FOUND. */
export async function refuse(door: DecisionDoor, id: string): Promise<{ message: string }> {
  let current: DecisionDoor | undefined;
  return retryOnConflict('the request to join', async () => {
    current = current ? await current.again() : door;
    const { tenant, by, unchanged } = current;
    const request = await requireOpen(tenant.id, joinRequestId(id));
    const { email: to, domain, locale } = request;
    const target = { type: 'tenant', id: tenant.id, tenantId: tenant.id } as const;
    const events = [
      event('svc.join_refused', { tenantId: tenant.id, channel: 'email', to, locale }),
      // Nothing would ever erase an address of a person without an account from the log.
      auditEvent(by, 'join_request.refused', target, { domain }, {}),
    ];
    const isDone = await store.decide(request, 'refused', outboxWrite(tenant.id, events, now()), unchanged);
    return isDone ? { message: 'Request refused.' } : undefined;
  });
}
