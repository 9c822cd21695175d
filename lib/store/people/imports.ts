// Stores which account a user of another service became. A claim, unique by its key, makes an import repeatable: it is written
// with the account, and removed with it.
import { digest } from '../../crypto/secrets.ts';
import type { TenantId, UserId } from '../../platform/ids.ts';
import { type Item, unchanged, type Write } from '../dynamo/table.ts';
import * as keys from '../keys.ts';

type ImportClaim = Item & { type: 'import-claim'; userId: UserId };
/** Whom a user was at a service. `source` names it, and consists of lower case, digits and hyphens. */
export type Origin = { source: string; sourceId: string };
type Imported = { tenantId: TenantId; id: UserId; importedAs?: readonly string[] };

const hashOf = ({ source, sourceId }: Origin): string => digest(JSON.stringify([source, sourceId]));

/** The key of the claim of an origin. */
export const importClaimKey = (tenant: TenantId, origin: Origin): keys.Key => keys.importClaim(tenant, hashOf(origin));

/** The user whom the origin became, from the item at `importClaimKey`. */
export const importedBy = (item: Item | undefined): UserId | undefined =>
  item?.type === 'import-claim' ? (item as ImportClaim).userId : undefined;

/** Returns how the record of a user keeps an origin: source and hash. */
export const writtenOrigin = (origin: Origin): string => `${origin.source}#${hashOf(origin)}`;

/** Whether the user was imported from the source. */
export const isFrom = (source: string, { importedAs = [] }: Pick<Imported, 'importedAs'>): boolean =>
  importedAs.some((each) => each.startsWith(`${source}#`));

const claimOf = ({ tenantId, id }: Imported, hash: string): ImportClaim => ({
  ...keys.importClaim(tenantId, hash),
  type: 'import-claim',
  userId: id,
});

/** The write that claims an origin for the user. If callers race, one succeeds. */
export const importClaimWrite = (user: Imported, origin: Origin): Write => ({ create: claimOf(user, hashOf(origin)) });

/** The writes that release what the user was imported as: it may be imported again. */
export const releaseImportWrites = (user: Imported): Write[] =>
  (user.importedAs ?? []).map((each) => {
    const claim = claimOf(user, each.slice(each.lastIndexOf('#') + 1));
    return { remove: { pk: claim.pk, sk: claim.sk, ...unchanged(claim, 'userId'), mayBeGone: true } };
  });
