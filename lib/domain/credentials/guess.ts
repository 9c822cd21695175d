// A guess at a proof, from the count of its attempt to its outcome. Each kind of proof has a function that opens one: it
// counts the attempt before anything is compared, and knows what a wrong and a right guess change.
import type { TenantId } from '../../platform/ids.ts';
import type { User } from '../../store/people/users.ts';
import { countFailure } from './failures.ts';
import * as limits from './limits.ts';

/** The tenant and the account of a wrong guess, if they exist. */
export type Failure = { tenant: TenantId | undefined; user: User | undefined };

export type Guess = {
  /** Whether it must not be compared, because no attempts are left. The response is that of a wrong guess. */
  refused: () => boolean;
  /** Records that it was wrong: the attempt stays counted, and owner, tenant and alarm are told after many. */
  failed: (failure: Failure) => Promise<void>;
  /** Records that it was right: the attempt, or the row of wrong ones, is counted no longer. */
  succeeded: () => Promise<void>;
};

/** Opens a login whose proof is too long to guess. It counts the network alone. Throws RATE_LIMITED. */
export async function openLongGuess(ip: string): Promise<Guess> {
  const counted = await limits.consume('login-ip', limits.network(ip));
  return {
    refused: () => false,
    failed: ({ tenant }) => countFailure(tenant),
    succeeded: () => limits.refundIfBusy(counted),
  };
}
