// Finds out which claims of the table are in the way of a line: of its origin, its addresses, its identities, its passkeys.
import type { TenantId, UserId } from '../../platform/ids.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import type { Key } from '../../store/keys.ts';
import { asIdentityClaim, identityClaimKey } from '../../store/people/identities.ts';
import { importClaimKey, importedBy, type Origin } from '../../store/people/imports.ts';
import { asPasskeyClaim, passkeyClaimKey, passkeyHashOf } from '../../store/people/passkeys.ts';
import { addressKey, claimedBy } from '../../store/people/users.ts';
import { isBlockedAt, shardsOf } from '../tenants/blocked-domains.ts';
import type { Prepared } from './prepare.ts';

/** Who has what the line brings. */
export type Claims = {
  origin: UserId | undefined;
  email: UserId | undefined;
  phone: UserId | undefined;
  /** In the order of the line. */
  identities: readonly (UserId | undefined)[];
  passkeys: readonly (UserId | undefined)[];
  isDomainBlocked: boolean;
};

/** Returns every key at which an account may have what the line brings. */
export function claimKeysOf({ origin, user, identities, passkeys }: Prepared): Key[] {
  const { tenantId, email, phone } = user;
  return [
    importClaimKey(tenantId, origin),
    ...(email === null ? [] : [addressKey(tenantId, { kind: 'email', value: email })]),
    ...(phone === null ? [] : [addressKey(tenantId, { kind: 'phone', value: phone })]),
    ...identities.map(({ hash }) => identityClaimKey(tenantId, hash)),
    ...passkeys.map(({ credentialId }) => passkeyClaimKey(tenantId, passkeyHashOf(credentialId))),
  ];
}

/** Returns who was imported as each of the origins. */
export const readOrigins = async (tenant: TenantId, origins: readonly Origin[]): Promise<(UserId | undefined)[]> =>
  (await getMany(origins.map((origin) => importClaimKey(tenant, origin)))).map(importedBy);

/** Reads the claims of each line, all at once: four reads for a hundred lines. */
export async function readClaims(lines: readonly Prepared[]): Promise<Claims[]> {
  const keys = lines.map((line) => [...claimKeysOf(line), ...shardsOf(line.user.email)]);
  const items = await getMany(keys.flat());
  let at = 0;
  return lines.map((line, index) => {
    const own = items.slice(at, at + (keys[index]?.length ?? 0));
    at += own.length;
    return claimsOf(line, own);
  });
}

function claimsOf({ user, identities, passkeys }: Prepared, items: readonly (Item | undefined)[]): Claims {
  const left = [...items];
  const take = (count: number) => left.splice(0, count);
  const [origin] = take(1);
  const [email] = take(user.email === null ? 0 : 1);
  const [phone] = take(user.phone === null ? 0 : 1);
  return {
    origin: importedBy(origin),
    email: claimedBy(email),
    phone: claimedBy(phone),
    identities: take(identities.length).map((item) => asIdentityClaim(item)?.userId),
    passkeys: take(passkeys.length).map((item) => asPasskeyClaim(item)?.userId),
    isDomainBlocked: isBlockedAt(user.email, left),
  };
}
