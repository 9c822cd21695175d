// Decides whether the token of a machine is good now, and finds its machine.
import type { MachineClaims } from '../../../crypto/jwt.ts';
import { applicationId, type TenantId, tenantId } from '../../../platform/ids.ts';
import * as store from '../../../store/applications/applications.ts';
import * as assertions from '../../../store/applications/assertions.ts';
import { getMany } from '../../../store/dynamo/table.ts';
import { headFrom, headKey, type TenantHead } from '../../../store/tenants/tenants.ts';
import { isBoundAsRequired } from '../../application-rights.ts';
import { isUsable } from '../../application-standing.ts';
import { isSinceActive } from '../../still-counts.ts';

/** `iat` is in seconds: a token of the second in which something was switched on may be of after it. */
export const issuedAtOf = ({ iat }: Pick<MachineClaims, 'iat'>): number => iat * 1000 + 999;

type Token = Pick<MachineClaims, 'sub' | 'tid' | 'jti' | 'iat' | 'cnf'>;

/** Returns the machine if it may still get such a token for the tenant, and has not revoked this one. */
export async function liveMachine(claims: Token): Promise<store.Application | undefined> {
  const tenant = tenantId(claims.tid);
  if (!tenant) return undefined;
  const [machine, isRevoked, head] = await Promise.all([
    store.find(applicationId(claims.sub)),
    assertions.isUsed(claims.sub, claims.jti),
    headOf(tenant),
  ]);
  const issuedAt = issuedAtOf(claims);
  if (!isUsable(machine, tenant, issuedAt) || isRevoked) return undefined;
  return isBoundAsRequired(machine, claims) && isServed(head, issuedAt) ? machine : undefined;
}

const isServed = (head: TenantHead | undefined, at: number): boolean =>
  head?.status === 'active' && isSinceActive(at, head);

async function headOf(id: TenantId) {
  const [copy] = await getMany([headKey(id)]);
  return headFrom(id, copy);
}
