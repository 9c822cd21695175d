// Values that lie sealed in the table, opened under whichever version of the root secret they were made with.
import { unseal } from '../../crypto/seal.ts';
import { Unavailable } from '../../platform/errors.ts';
import { rootSecret } from '../../platform/secrets.ts';

/** Opens the value. Throws `Unavailable` if it doesn't open: it was altered, or its version of the root secret was taken away. */
export async function open(context: string, sealed: string): Promise<string> {
  const roots = await rootSecret();
  try {
    return unseal(roots, context, sealed);
  } catch {
    throw new Unavailable('a sealed value does not open: is a version of the root secret missing?');
  }
}
