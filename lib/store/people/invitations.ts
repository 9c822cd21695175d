// Stores the invitations of users as records. The link of an invitation is a token of its own (codes.ts), which alone
// decides whether it is accepted. The record is written with it, and says what became of it.
import type { Channel } from '../../contract/channels.ts';
import { seconds } from '../../platform/clock.ts';
import type { AdminId, ApplicationId, RoleId, TenantId, UserId } from '../../platform/ids.ts';
import { firstEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Versioned } from '../record.ts';
import type { LinkToken } from './codes.ts';

export type Invitation = Versioned & {
  type: 'invitation';
  /** The user who was invited. A user has at most one invitation. */
  id: UserId;
  tenantId: TenantId;
  status: 'open' | 'accepted' | 'revoked';
  to: string;
  channel: Channel;
  invitedBy: UserId | AdminId | ApplicationId;
  /** The roles that the user got with it. */
  roleIds: RoleId[];
  /** The token of the last message, and the epoch of the user with which it ends. */
  tokenId: string;
  epoch: number;
  lifetimeSeconds: number;
  sends: number;
  createdAt: number;
  sentAt: number;
  expiresAt: number;
  closedAt: number | null;
  ttl: number;
};

/** DynamoDB deletes the record this long after the invitation ended. */
const KEEP_SECONDS = 90 * 86_400;

export const invitationKey = keys.invitation;
export const asInvitation = (item: table.Item | undefined): Invitation | undefined =>
  item?.type === 'invitation' ? (item as Invitation) : undefined;

type Given = Pick<Invitation, 'invitedBy' | 'roleIds' | 'lifetimeSeconds'>;

/** The write that records that the token was sent. It belongs into the transaction that stores the token. */
export function sentWrite(
  tenantId: TenantId,
  id: UserId,
  given: Given,
  { id: tokenId, to, channel, epoch, createdAt, expiresAt }: LinkToken,
  before: Invitation | undefined,
): { write: table.Write; invitation: Invitation } {
  const invitation: Invitation = {
    ...keys.invitation(tenantId, id),
    ...keys.invitationIndex(tenantId, id, expiresAt, 'open'),
    type: 'invitation',
    id,
    tenantId,
    status: 'open',
    to,
    channel,
    ...given,
    tokenId,
    epoch,
    sends: (before?.sends ?? 0) + 1,
    createdAt: before?.createdAt ?? createdAt,
    sentAt: createdAt,
    expiresAt,
    closedAt: null,
    version: (before?.version ?? 0) + 1,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  };
  return { write: { put: invitation }, invitation };
}

/** The write that closes the invitation. Refused if it was changed meanwhile. `now` in ms. */
export const closeWrite = (before: Invitation, status: 'accepted' | 'revoked', now: number): table.Write =>
  changeWrite(
    before,
    {
      ...before,
      ...keys.invitationIndex(before.tenantId, before.id, before.expiresAt, status),
      status,
      closedAt: now,
      ttl: seconds(now) + KEEP_SECONDS,
    },
    ['id', 'tenantId', 'createdAt'],
  );

export type Listed = { id: UserId; position: string };
/** `expired`, `pending`: open invitations whose links have expired or not. */
export type ListedStatus = 'pending' | 'expired' | 'accepted' | 'revoked';
const OPEN: readonly string[] = ['pending', 'expired'];

/**
 * Returns the first `limit` invitations after a position, those that expire last first: of a tenant or of all, with a
 * status or all. Reads at most `limit` entries of an index for each stored status. `now` in ms.
 */
export async function page(
  tenant: TenantId | undefined,
  status: ListedStatus | undefined,
  limit: number,
  after: string | undefined,
  now: number,
): Promise<{ listed: Listed[]; more: boolean }> {
  const firstPending = keys.sortableTime(now + 1);
  const from = status === 'expired' && (after === undefined || after > firstPending) ? firstPending : after;
  const buckets = status === undefined ? keys.INVITATION_BUCKETS : [OPEN.includes(status) ? 'open' : status];
  const reads = await Promise.all(
    buckets.map((bucket) => firstEntries(keys.invitationRange(tenant, bucket as keys.InvitationBucket), limit, from)),
  );
  const wanted = reads
    .flatMap(({ entries }) => entries.map(({ sort, key }) => ({ id: keys.userIn(key), position: sort })))
    .filter(({ position }) => status !== 'pending' || position > firstPending)
    .sort((a, b) => (a.position < b.position ? 1 : -1));
  const listed = wanted.slice(0, limit);
  const isAtEnd = status === 'pending' && reads.some(({ entries }) => entries.length > wanted.length);
  return { listed, more: !isAtEnd && (wanted.length > listed.length || reads.some(({ more }) => more)) };
}

/** The invitations and their users, `undefined` for those that are gone. One parallel read. */
export const findMany = (ids: readonly UserId[]): Promise<(table.Item | undefined)[]> =>
  table.getMany(ids.flatMap((id) => [keys.invitationKeyOf(id), keys.userKeyOf(id)]));
