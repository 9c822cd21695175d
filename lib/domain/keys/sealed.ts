// Opens sealed values of the table with the version of the root secret that sealed them.
import { unseal } from '../../crypto/seal.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { Unavailable } from '../../platform/errors.ts';

/** Opens the value. Throws `Unavailable` if it was altered or its version of the root secret is missing. */
export async function open(context: string, sealed: string): Promise<string> {
  const roots = await rootSecret('seal');
  try {
    return unseal(roots, context, sealed);
  } catch {
    throw new Unavailable('a sealed value cannot be opened: is a version of the root secret missing?');
  }
}
