// Stores links between two accounts of one person in different tenants. Each account holds its own half: the other
// account, and the state of both accounts when the link was proved.
import type { UserId } from '../platform/ids.ts';
import type { Channel } from './codes.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { Tenant } from './tenants.ts';
import type { User } from './users.ts';

/** The epochs of an account. Everything that ends its sessions raises one of them. */
type Epochs = { user: number; tenant: number };

export type Link = table.Item & {
  type: 'link';
  /** The account at the other end. */
  userId: UserId;
  epochs: { own: Epochs; other: Epochs };
  /** How the session at the other end began: when, by which methods, and over which channel its code was sent. */
  authAt: number;
  amr: string[];
  channel: Channel | null;
  ttl: number;
};

/** One end of a link as it is now. */
export type LinkEnd = { user: User; tenant: Tenant };
/** How a session began. */
export type LinkStart = { authAt: number; amr: string[]; channel: Channel | null };

export const linkKey = keys.link;
export const asLink = (item: table.Item | undefined): Link | undefined =>
  item?.type === 'link' ? (item as Link) : undefined;

const epochsOf = ({ user, tenant }: LinkEnd): Epochs => ({ user: user.epoch, tenant: tenant.epoch });
const isSame = (a: Epochs, b: Epochs): boolean => a.user === b.user && a.tenant === b.tenant;

/** Whether the link connects these accounts, and the sessions of neither were ended since it was stored. */
export const isCurrent = ({ userId, epochs }: Link, from: LinkEnd, to: LinkEnd): boolean =>
  userId === to.user.id && isSame(epochs.own, epochsOf(from)) && isSame(epochs.other, epochsOf(to));

/** Stores both halves, over earlier links of the accounts to each other's tenants. `ttl` in seconds. */
export async function link(
  one: LinkEnd & { begun: LinkStart },
  two: LinkEnd & { begun: LinkStart },
  ttl: number,
): Promise<void> {
  const half = (from: LinkEnd, to: LinkEnd & { begun: LinkStart }): Link => ({
    ...keys.link(from.tenant.id, from.user.id, to.tenant.id),
    type: 'link',
    userId: to.user.id,
    epochs: { own: epochsOf(from), other: epochsOf(to) },
    authAt: to.begun.authAt,
    amr: to.begun.amr,
    channel: to.begun.channel,
    ttl,
  });
  await table.transact({ one: { put: half(one, two) }, two: { put: half(two, one) } });
}
