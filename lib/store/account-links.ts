// Links between two accounts of one person, in different tenants. Each account holds its own half: where it leads, and
// what was so on both sides when it was proved.
import type { UserId } from '../platform/ids.ts';
import type { Channel } from './codes.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { Tenant } from './tenants.ts';
import type { User } from './users.ts';

/** The epochs of an account: whatever ends its sessions raises one of them. */
type Epochs = { user: number; tenant: number };

export type Link = table.Item & {
  type: 'link';
  /** The account at the other end. */
  userId: UserId;
  epochs: { own: Epochs; other: Epochs };
  /** How the session at the other end had been begun: when, by which methods, where its code went. */
  authAt: number;
  amr: string[];
  channel: Channel | null;
  ttl: number;
};

/** One end of a link, as it is now. */
export type LinkEnd = { user: User; tenant: Tenant };
/** How its session was begun. */
export type LinkStart = { authAt: number; amr: string[]; channel: Channel | null };

export const linkKey = keys.link;
export const asLink = (item: table.Item | undefined): Link | undefined =>
  item?.type === 'link' ? (item as Link) : undefined;

const epochsOf = ({ user, tenant }: LinkEnd): Epochs => ({ user: user.epoch, tenant: tenant.epoch });
const isSame = (a: Epochs, b: Epochs): boolean => a.user === b.user && a.tenant === b.tenant;

/** Whether the link leads from one end to the other, and nothing has ended the sessions of either since. */
export const isCurrent = ({ userId, epochs }: Link, from: LinkEnd, to: LinkEnd): boolean =>
  userId === to.user.id && isSame(epochs.own, epochsOf(from)) && isSame(epochs.other, epochsOf(to));

/** Stores both halves, over those that lead to the same tenants. `ttl` in seconds. */
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
  await table.transact([{ put: half(one, two) }, { put: half(two, one) }]);
}
