// Counts guesses at the codes of messages before they are compared, for each purpose and address: another code gives no
// new guesses. Codes that are bound to a client are counted for each client, and in one row for the address. When the guesses are used up, the codes that are sent become too long to guess and need no limit, so
// strangers who guess do not keep the owner out.
import type { ADDRESSES, AddressKind } from '../../contract/channels.ts';
import { NO_TENANT, type TenantId } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import type { Binding } from './binding.ts';
import { isLongCode } from './codes.ts';
import { recordWrongLoginCode } from './failure-record.ts';
import { countFailure } from './failures.ts';
import type { Guess } from './guess.ts';
import { noticeGuessing } from './guessing-notice.ts';
import * as limits from './limits.ts';

/** The proofs whose guesses are counted apart. */
export type GuessedPurpose = 'login' | 'reset' | 'list-tenants' | (typeof ADDRESSES)[AddressKind]['verify' | 'change'];
/** `binding`: what the guesser proves to hold, if anything. */
type Target = { tenant: TenantId; purpose: GuessedPurpose; address: string; binding?: Binding | undefined };

const parts = ({ tenant, purpose, address, binding }: Target): string[] => [
  tenant,
  purpose,
  address,
  ...(binding === undefined ? [] : [binding]),
];
const addressParts = (target: Target): string[] => parts({ ...target, binding: undefined });

/**
 * Opens a guess at the code. `network`: the limit of the caller's IP address, where it has one. It is counted first, so
 * that one that is locked out does not use up the guesses of an account. Throws RATE_LIMITED for it alone.
 */
export async function openCodeGuess(
  target: Target,
  code: string,
  network?: { scope: 'login-ip' | 'code-ip'; ip: string },
): Promise<Guess> {
  const { tenant, purpose, address, binding } = target;
  const ofNetwork = network && (await limits.consume(network.scope, limits.network(network.ip)));
  const attempt = isLongCode(code) ? undefined : await limits.attempt('code-address', ...parts(target));
  const isRefused = attempt !== undefined && limits.isRefused(attempt);
  const counted = isRefused ? undefined : attempt;
  return {
    refused: () => isRefused,
    failed: async (failure) => {
      const known = failure.tenant ?? NO_TENANT;
      await Promise.all([
        limits.recordForAlarm('code-alarm', tenant),
        binding !== undefined && limits.record('code-bound-row', ...addressParts(target)),
        counted && noticeGuessing(counted, tenant, address, failure.user),
        ...(purpose === 'login'
          ? [countFailure(known), recordWrongLoginCode({ address, binding, counted }, known, failure.user)]
          : []),
      ]);
    },
    succeeded: async () => {
      await Promise.all([
        counted ? limits.endLongRow(counted) : limits.resetFor('code-address', ...parts(target)),
        ofNetwork && limits.refundIfBusy(ofNetwork),
      ]);
    },
  };
}

/** Returns where guesses are counted: those of the target, and all of the address at codes that are bound. */
export async function codeBuckets(target: Target) {
  const [guesses, boundRow] = await Promise.all([
    limits.bucketKey('code-address', ...parts(target)),
    limits.bucketKey('code-bound-row', ...addressParts(target)),
  ]);
  return { guesses, boundRow };
}

/** Whether the next code for this address must be a long one, because guesses at short ones are used up. */
export async function needsLongCode(target: Target): Promise<boolean> {
  const { guesses, boundRow } = await codeBuckets({ ...target, binding: undefined });
  const [unbound, bound] = await getMany([guesses, boundRow]);
  return limits.isFull('code-address', unbound, bound);
}
