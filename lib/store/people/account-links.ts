// Stores links between two accounts of one person in different tenants. Each account holds its own half: the other
// account, and the state of the accounts when the link was proved. A link is what one browser or app proved, so it is of
// use to the two sessions that made it, and to those that it opens.
import type { Channel } from '../../contract/channels.ts';
import type { TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import type { TenantHead } from '../tenants/tenants.ts';
import type { User } from './user.ts';

/**
 * An account as it was when something began that descends from it. Each event that ends the account's sessions raises
 * `epoch` or `tenantEpoch`. Ending one session that others descend from raises `linkEpoch`.
 */
export type AccountState = { tenant: TenantId; user: UserId; epoch: number; tenantEpoch: number; linkEpoch: number };

/** An account with its tenant. */
export type Account = { user: User; tenant: TenantHead };

export type Link = table.Item & {
  type: 'link';
  /** The account at the other end. */
  userId: UserId;
  /** The epochs of the account that holds this half, and the lineage of the session that made it. */
  own: { epoch: number; tenantEpoch: number; linkEpoch: number; lineage: string };
  /** The lineage of the session at the other end. */
  lineage: string;
  /** What the session at the other end descends from, its own account included. */
  descent: AccountState[];
  /** How the session at the other end began: when, by which methods, and over which channel its code was sent. */
  authAt: number;
  amr: string[];
  channel: Channel | null;
  createdAt: number;
  ttl: number;
};

/** How a session began, its lineage, and what it descends from, its own account included. */
export type LinkStart = Pick<Link, 'lineage' | 'authAt' | 'amr' | 'channel' | 'descent'>;
/** One end of a link: the account, and how the session there began. */
export type LinkEnd = Account & { begun: LinkStart };

export const linkKey = keys.link;
export const asLink = (item: table.Item | undefined): Link | undefined =>
  item?.type === 'link' ? (item as Link) : undefined;

/** The state of an account, for what begins now. */
export const stateOf = ({ user, tenant }: Account): AccountState => ({
  tenant: tenant.id,
  user: user.id,
  epoch: user.epoch,
  tenantEpoch: tenant.epoch,
  linkEpoch: user.linkEpoch,
});

/**
 * Whether nothing has ended the sessions that began in this state. It may be a later state than the account's, if the
 * account was read just before an epoch was raised.
 */
export const isCurrent = (state: AccountState, { user, tenant }: Account): boolean =>
  user.isActive &&
  tenant.status === 'active' &&
  state.epoch >= user.epoch &&
  state.tenantEpoch >= tenant.epoch &&
  state.linkEpoch >= user.linkEpoch;

/** Whether the account that holds this half of a link is as it was. */
export const isHeldBy = ({ own }: Link, { user, tenant }: Account): boolean =>
  own.epoch === user.epoch && own.tenantEpoch === tenant.epoch && own.linkEpoch === user.linkEpoch;

/**
 * The writes that store both halves. `before` is the half of the first account that was read: if another caller has
 * replaced it meanwhile, `own` is refused. `ttl` in seconds, `now` in ms.
 */
export function linkWrites(one: LinkEnd, two: LinkEnd, before: Link | undefined, ttl: number, now: number) {
  const half = (from: LinkEnd, to: LinkEnd): Link => ({
    ...keys.link(from.tenant.id, from.user.id, to.tenant.id),
    type: 'link',
    userId: to.user.id,
    own: {
      epoch: from.user.epoch,
      tenantEpoch: from.tenant.epoch,
      linkEpoch: from.user.linkEpoch,
      lineage: from.begun.lineage,
    },
    ...to.begun,
    createdAt: now,
    ttl,
  });
  const own: table.Write = before
    ? { replace: { item: half(one, two), ...table.unchanged(before, 'userId', 'createdAt') } }
    : { create: half(one, two) };
  const other: table.Write = { put: half(two, one) };
  return { own, other };
}
