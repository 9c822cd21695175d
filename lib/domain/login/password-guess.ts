// Counts a guess at a password before it is compared. A limit that strangers used up does not stop the devices and
// networks that the account was used from: each of them has a reserve of its own. So the account is read meanwhile.
import { NO_TENANT, noUser, type TenantId } from '../../platform/ids.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import * as users from '../../store/people/users.ts';
import { headKey } from '../../store/tenants/tenants.ts';
import { knownDevice, knownSource, mayBeKnown } from '../account/known-source.ts';
import { recordFailure } from '../credentials/failure-record.ts';
import { countFailure } from '../credentials/failures.ts';
import type { Guess } from '../credentials/guess.ts';
import { noticeGuessing } from '../credentials/guessing-notice.ts';
import * as limits from '../credentials/limits.ts';
import type { Client } from '../sessions/caller.ts';

/** `counted`: the attempts, to refund if the password cannot be compared. The account may not exist. */
export type PasswordGuess = {
  guess: Guess;
  counted: readonly limits.Consumption[];
  user: users.User | undefined;
  held: users.Held;
  headItem: Item | undefined;
};

/**
 * Opens a guess at the password of the account with this address. Throws RATE_LIMITED or ACCOUNT_LOCKED if no attempts
 * are left. An account that does not exist costs the same.
 */
export async function openPasswordGuess(
  id: TenantId,
  { kind, value }: users.Identifier,
  client: Client,
): Promise<PasswordGuess> {
  // The IP address is counted first: one that is locked out must not use up the attempts of an account.
  const [ofNetwork, [headItem, claim]] = await Promise.all([
    limits.attempt('login-ip', limits.network(client.ip)),
    getMany([headKey(id), users.addressKey(id, { kind, value })]),
  ]);
  if (limits.isRefused(ofNetwork) && !mayBeKnown(client)) limits.requireCounted(ofNetwork);
  const [ofAccount, { user, held }] = await Promise.all([
    limits.isRefused(ofNetwork) ? ofNetwork : limits.attempt('login-account', id, kind, value),
    users.findWithHeld(id, users.claimedBy(claim) ?? noUser(id)),
  ]);
  const attempt = limits.isRefused(ofAccount) ? await fromReserve(ofAccount, user, held, client) : ofAccount;
  const network = limits.isRefused(ofNetwork) ? undefined : ofNetwork;
  const guess: Guess = {
    refused: () => false,
    failed: async (failure) => {
      await Promise.all([
        noticeGuessing(attempt, id, value, failure.user),
        countFailure(failure.tenant),
        recordFailure(attempt, failure.tenant ?? NO_TENANT, failure.user, 'session.failed', kind),
      ]);
    },
    succeeded: async () => {
      await Promise.all([limits.reset(attempt), network && limits.refundIfBusy(network)]);
    },
  };
  return { guess, counted: network ? [attempt, network] : [attempt], user, held, headItem };
}

/**
 * Counts an attempt in the reserve of the device, or of the network if not the network's own limit was used up. Throws
 * the 429 of the limit without a reserve, ACCOUNT_LOCKED if the reserve is used up, too. An account that does not exist
 * has none.
 */
async function fromReserve(
  refusal: limits.Refusal,
  user: users.User | undefined,
  held: users.Held,
  client: Client,
): Promise<limits.Consumption> {
  const find = refusal.scope === 'login-ip' ? knownDevice : knownSource;
  const source = user && (await find(user, held, client));
  return source ? limits.consume('login-reserve', ...source) : limits.requireCounted(refusal);
}
