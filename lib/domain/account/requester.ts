// Says on whose behalf a code is requested for an address: decides whether a message leaves, and whether the owner's
// reserve pays for it.

import type { Identifier, User } from '../../store/people/users.ts';
import { findWhole } from '../../store/tenants/tenant-cache.ts';
import type { Account } from '../credentials/account-lookup.ts';
import type { Requester } from '../credentials/message-budget.ts';
import { canReceive } from '../phone-numbers.ts';
import type { Client } from '../sessions/caller.ts';
import { knownSource } from './known-source.ts';

/** Returns the requester. The request is a decoy if there is no active account, or it or its number may get no code. */
export async function requesterOf(
  { active, ids, tenant }: Account,
  { kind, value }: Identifier,
  mayReceive: (user: User) => boolean,
  client: Client,
): Promise<Requester> {
  const isReachable = await canReceive(kind, value, async () => (await findWhole(ids.tenant))?.settings);
  return {
    isDecoy: !active || !isReachable || !mayReceive(active.user),
    settings: tenant?.settings,
    isUnclaimed: active?.user.isUnclaimed ?? false,
    reserve: active && (await knownSource(active.user, active.held, client)),
  };
}
