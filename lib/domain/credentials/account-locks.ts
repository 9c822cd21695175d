// Reads and resets the limits of guessing that concern one account. Limits of networks, tenants and messages are not
// among them: they protect others.

import { ADDRESSES, type AddressKind, addressKinds, CHANNELS } from '../../contract/channels.ts';
import { getMany, type Item, type Write } from '../../store/dynamo/table.ts';
import type { Key } from '../../store/keys.ts';
import { asCode, type CodePurpose } from '../../store/people/codes.ts';
import type { User } from '../../store/people/users.ts';
import { codeBuckets, type GuessedPurpose } from './code-guesses.ts';
import * as limits from './limits.ts';

/** What was guessed at. */
export type Guessed = 'password' | 'code' | 'secondFactor' | 'recoveryCode';
/** `until`: when attempts are counted again, ms. `address`: the one that they are counted for. */
export type Lock = { guessed: Guessed; address: AddressKind | null; until: number };
/** A bucket of the account. `further`: one whose attempts belong to its row. `isOfLogin`: logins count in it. */
type Bucket = {
  guessed: Guessed;
  scope: limits.Scope;
  address: AddressKind | null;
  isOfLogin: boolean;
  key: Key;
  further?: Key;
};

const PURPOSE: Readonly<Partial<Record<CodePurpose, GuessedPurpose>>> = {
  ...Object.fromEntries(Object.values(CHANNELS).map(({ login }) => [login, 'login'])),
  ...Object.fromEntries(
    Object.values(ADDRESSES).flatMap(({ verify, change }) => [verify, change].map((each) => [each, each])),
  ),
  reset: 'reset',
  'list-tenants': 'list-tenants',
};

/** `items`: the partition of the user. Codes that a client bound to itself have counts of their own. */
async function bucketsOf(user: User, items: readonly Item[]): Promise<Bucket[]> {
  const { tenantId, id } = user;
  const addresses = addressKinds.flatMap((kind) => {
    const value = user[kind];
    return value === null ? [] : [{ kind, value }];
  });
  const codeBucket = async (purpose: GuessedPurpose, address: string, kind: AddressKind | null, binding?: string) => {
    const { guesses, boundRow } = await codeBuckets({ tenant: tenantId, purpose, address, binding });
    const isOfLogin = purpose === 'login' && binding === undefined;
    return {
      guessed: 'code',
      scope: 'code-address',
      address: kind,
      isOfLogin,
      key: guesses,
      further: boundRow,
    } as const;
  };
  const single = async (guessed: Guessed, scope: limits.Scope, address: AddressKind | null, ...parts: string[]) =>
    ({ guessed, scope, address, isOfLogin: true, key: await limits.bucketKey(scope, tenantId, ...parts) }) as const;
  return Promise.all([
    single('secondFactor', 'mfa-account', null, id),
    single('recoveryCode', 'recovery-account', null, id),
    ...addresses.flatMap(({ kind, value }) => [
      single('password', 'login-account', kind, kind, value),
      ...(['login', 'reset', ADDRESSES[kind].verify] as const).map((purpose) => codeBucket(purpose, value, kind)),
    ]),
    ...items.flatMap((item) => {
      const code = asCode(item);
      const purpose = code && PURPOSE[code.purpose];
      return purpose ? [codeBucket(purpose, code.to, null, code.binding)] : [];
    }),
  ]);
}

/** Returns the locks, and the writes that end them with all counted attempts. Counts nothing. One parallel read. */
export async function locksOf(user: User, items: readonly Item[]): Promise<{ locks: Lock[]; resets: Write[] }> {
  const buckets = await bucketsOf(user, items);
  const keys = buckets.flatMap(({ key, further }) => [key, ...(further ? [further] : [])]);
  const stored = new Map((await getMany(keys)).flatMap((item) => (item ? [[item.pk, item] as const] : [])));
  const locks = buckets.flatMap(({ guessed, scope, address, isOfLogin, key, further }) => {
    const until = limits.fullUntil(scope, stored.get(key.pk), further && stored.get(further.pk));
    return isOfLogin && until !== undefined ? [{ guessed, address, until }] : [];
  });
  return { locks, resets: [...stored.values()].map(({ pk, sk }) => ({ erase: { pk, sk } })) };
}
