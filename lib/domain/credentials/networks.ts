// Remembers from which networks an account was used. Each has a reserve of attempts that strangers elsewhere cannot use
// up (limits.ts).
import { limiterKey } from '../../crypto/purpose-keys.ts';
import { hmac } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { network } from './limits.ts';

/** A person has a home, an office, a phone and little more. Each network has a reserve of guesses, so few are kept. */
const MAX_NETWORKS = 5;
/** 96 bits: no two networks of an account share a hash. */
const LENGTH = 16;

/** Returns the hash of the caller's network, keyed and bound to the account: the table reveals no address. */
export async function networkHash(account: string, ip: string): Promise<string> {
  const key = limiterKey(await rootSecret('session'));
  return hmac(key, 'network', account, network(ip)).slice(0, LENGTH);
}

/** Returns the list with the network first. */
export const withNetwork = (known: readonly string[], hash: string): string[] =>
  [hash, ...known.filter((each) => each !== hash)].slice(0, MAX_NETWORKS);
