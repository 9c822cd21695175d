// Stores requests to join a tenant: one for each mailbox. Decided or not, it stays for 30 days, or until a later one replaces it.
import type { JoinRequestId, TenantId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

export type JoinRequest = table.Item & {
  type: 'join-request';
  id: JoinRequestId;
  tenantId: TenantId;
  /** The address that was proved, and its domain, which was verified then. */
  email: string;
  domain: string;
  /** The language of messages to the person. `null`: that of the tenant. */
  locale: string | null;
  status: 'open' | 'accepted' | 'refused';
  createdAt: number;
  expiresAt: number;
  ttl: number;
};

export const joinRequestKey = keys.joinRequest;
export const asJoinRequest = (item: table.Item | undefined): JoinRequest | undefined =>
  item?.type === 'join-request' ? (item as JoinRequest) : undefined;

export const find = (id: JoinRequestId): Promise<JoinRequest | undefined> =>
  table.get<JoinRequest>(keys.joinRequest(id), 'join-request');

/** The requests to join the tenant, decided and expired ones included, in no order. */
export const listOf = (tenant: TenantId): Promise<JoinRequest[]> =>
  table.query<JoinRequest>(keys.joinRequests(tenant), 'join-request');

/** Stores the request with the events, unless the mailbox has another one than `over`: `false`. */
export async function open(request: JoinRequest, events: table.Write, over: JoinRequest | undefined): Promise<boolean> {
  const isFree = over
    ? { if: 'attribute_not_exists(pk) OR #createdAt = :over', values: { over: over.createdAt } }
    : { if: 'attribute_not_exists(pk)' };
  return (await table.transact({ request: { replace: { item: request, ...isFree } }, events })) === 'done';
}

/** The write that decides an open request. Refused if it was decided, or replaced by a later one. */
export const decideWrite = (
  { pk, sk, createdAt }: JoinRequest,
  status: Exclude<JoinRequest['status'], 'open'>,
): table.Write => ({
  update: {
    pk,
    sk,
    set: { status },
    if: '#status = :open AND #createdAt = :createdAt',
    values: { open: 'open', createdAt },
  },
});

/** Decides a request with the events and what must still hold. `false`: another caller was faster, or that does not hold. */
export const decide = async (
  request: JoinRequest,
  status: Exclude<JoinRequest['status'], 'open'>,
  events: table.Write | undefined,
  conditions: readonly table.Write[],
): Promise<boolean> => (await table.transact({ request: decideWrite(request, status), events, conditions })) === 'done';

/** Removes the requests of a tenant that is deleted. */
export const removeJoinRequestsOf = (tenant: TenantId): Promise<void> => table.empty(keys.joinRequests(tenant));
