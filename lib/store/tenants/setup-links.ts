// Stores setup links with the session that each opens. One item has both, so the use of a link and the end of its session are
// conditions on one item. Only hashes of secrets are stored.
import type { SetupIntent } from '../../contract/groups/parts/organization-permissions.ts';
import type { AdminId, SetupLinkId, TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

export type SetupLink = table.Item & {
  type: 'setup-link';
  id: SetupLinkId;
  tenantId: TenantId;
  intents: SetupIntent[];
  /** Where it was sent; `null` if it was shown. */
  email: string | null;
  locale: string | null;
  secretHash: string;
  createdBy: AdminId | UserId;
  /** The epoch of its maker when it was made: ending all of their sessions ends links, too. */
  makerEpoch: number;
  /** The epoch of the tenant when it was made: ending all sessions of the tenant ends links, too. */
  tenantEpoch: number;
  createdAt: number;
  expiresAt: number;
  /** The session. Absent: the link was not used. */
  usedAt?: number;
  sessionHash?: string;
  sessionExpiresAt?: number;
  /** When its holder ended the session, and when it was revoked. */
  endedAt?: number;
  revokedAt?: number;
  ttl: number;
};

export const setupLinkKey = keys.setupLink;
export const asSetupLink = (item: table.Item | undefined): SetupLink | undefined =>
  item?.type === 'setup-link' ? (item as SetupLink) : undefined;
/** The links of the tenant, in no order. */
export const list = (tenant: TenantId): Promise<SetupLink[]> =>
  table.query<SetupLink>(keys.setupLinks(tenant), 'setup-link');
export const find = (id: SetupLinkId): Promise<SetupLink | undefined> =>
  table.get<SetupLink>(keys.setupLink(id), 'setup-link');

/** Creates the link with the events, if its maker may still make it. `false`: they may not. */
export const create = async (link: SetupLink, events: table.Write, maker: readonly table.Write[]): Promise<boolean> =>
  (await table.transact({ link: { create: link }, events, maker })) === 'done';

const NOT_OVER = 'attribute_not_exists(#endedAt) AND attribute_not_exists(#revokedAt)';

/**
 * Uses the link up and begins its session, with the events. If callers race, one gets `true`. `false`: it was used, revoked or
 * has expired. Times in ms.
 */
export async function begin(
  link: SetupLink,
  session: Required<Pick<SetupLink, 'usedAt' | 'sessionHash' | 'sessionExpiresAt'>>,
  events: table.Write,
): Promise<boolean> {
  const { pk, sk, secretHash } = link;
  const result = await table.transact({
    link: {
      update: {
        pk,
        sk,
        set: session,
        if: `#secretHash = :secretHash AND attribute_not_exists(#usedAt) AND #expiresAt > :now AND ${NOT_OVER}`,
        values: { secretHash, now: session.usedAt },
      },
    },
    events,
  });
  return result === 'done';
}

/** The check that the session of the link still lives, for a change that is made in it. `now` in ms. */
export const requireSessionWrite = ({ pk, sk, sessionHash }: SetupLink, now: number): table.Write => ({
  check: {
    pk,
    sk,
    if: `#sessionHash = :sessionHash AND #sessionExpiresAt > :now AND ${NOT_OVER}`,
    values: { sessionHash, now },
  },
});

/** Ends the link and its session, with the events. `false`: it was over. `at` in ms. */
export async function end(
  { pk, sk }: SetupLink,
  how: 'endedAt' | 'revokedAt',
  at: number,
  events: table.Write,
): Promise<boolean> {
  const result = await table.transact({
    link: { update: { pk, sk, set: { [how]: at }, if: NOT_OVER } },
    events,
  });
  return result === 'done';
}
