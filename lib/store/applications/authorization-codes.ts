// Stores which authorization codes were exchanged, until no copy of one could still be valid. A code itself is sealed, and
// is stored when it is used.
import type { ApplicationId, SessionId, TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

export type UsedCode = table.Item & {
  type: 'used-code';
  applicationId: ApplicationId;
  userId: UserId;
  /** The session that it began. */
  session: SessionId;
  usedAt: number;
  ttl: number;
};

/** A code outlives its use by a minute at most. The rest is for those who look into a replay. */
const KEEP_SECONDS = 86_400;

/** The write that uses up a code by its hash. Refused if it was used before. `usedAt` in ms. */
export const useWrite = (
  tenant: TenantId,
  hash: string,
  used: Pick<UsedCode, 'applicationId' | 'userId' | 'session' | 'usedAt'>,
): table.Write => {
  const item: UsedCode = {
    ...keys.usedCode(tenant, hash),
    type: 'used-code',
    ...used,
    ttl: Math.floor(used.usedAt / 1000) + KEEP_SECONDS,
  };
  return { create: item };
};

/** Returns what the code was used for; `undefined` if it was not used. */
export const findUsed = (tenant: TenantId, hash: string): Promise<UsedCode | undefined> =>
  table.get<UsedCode>(keys.usedCode(tenant, hash), 'used-code');
