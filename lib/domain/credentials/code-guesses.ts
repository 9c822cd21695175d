// Counts guesses at the codes of messages before they are compared, for each purpose and address: another code gives no
// new guesses. Codes that are bound to a client are counted for each client, and in one row for the address. When the guesses are used up, the codes that are sent become too long to guess and need no limit, so
// strangers who guess do not keep the owner out.
import type { ADDRESSES, AddressKind } from '../../contract/channels.ts';
import type { TenantId } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import type { User } from '../../store/people/users.ts';
import type { Binding } from './binding.ts';
import { isLongCode } from './codes.ts';
import { noticeGuessing } from './guessing-notice.ts';
import * as limits from './limits.ts';

/** The proofs whose guesses are counted apart. */
export type GuessedPurpose = 'login' | 'reset' | (typeof ADDRESSES)[AddressKind]['verify' | 'change'];
/** `binding`: what the guesser proves to hold, if anything. */
type Target = { tenant: string; purpose: GuessedPurpose; address: string; binding?: Binding | undefined };
/** A guess that may be compared. `counted` is `undefined` for a long code. */
export type CodeGuess = Target & { counted: limits.Consumption | undefined };

const parts = ({ tenant, purpose, address, binding }: Target): string[] => [
  tenant,
  purpose,
  address,
  ...(binding === undefined ? [] : [binding]),
];
const addressParts = (target: Target): string[] => parts({ ...target, binding: undefined });

/** Counts the guess. Returns `undefined` if it may not be compared: the response is that of a wrong code. */
export async function countGuess(target: Target, code: string): Promise<CodeGuess | undefined> {
  if (isLongCode(code)) return { ...target, counted: undefined };
  const counted = await limits.attempt('code-address', ...parts(target));
  return limits.isRefused(counted) ? undefined : { ...target, counted };
}

/** Records that the guess was right: the row of wrong ones ends. */
export const recordRightCode = (guess: CodeGuess): Promise<void> =>
  guess.counted ? limits.endLongRow(guess.counted) : limits.resetFor('code-address', ...parts(guess));

/** Records that the guess was wrong: counts it for the tenant's alarm, and tells the owner after many. */
export async function recordWrongCode(guess: CodeGuess, tenant: TenantId, user: User | undefined): Promise<void> {
  await Promise.all([
    limits.recordForAlarm('code-alarm', tenant),
    guess.binding !== undefined && limits.record('code-bound-row', ...addressParts(guess)),
    guess.counted && noticeGuessing(guess.counted, tenant, guess.address, user),
  ]);
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
