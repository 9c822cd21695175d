// How the log names an e-mail address or a number without telling it.
import { purposeKey } from '../../crypto/purpose-keys.ts';
import { hmac } from '../../crypto/secrets.ts';
import { note } from '../../platform/request-context.ts';
import { rootSecret } from '../../platform/secrets.ts';

/** 96 bits: nobody meets two addresses with the same one. */
const LENGTH = 16;

/** Notes that the request is about this address: the same identifier for the same address, of which nobody can be told. */
export async function logIdentifier(canonical: string): Promise<void> {
  note({ identifier: hmac(purposeKey(await rootSecret(), 'log'), canonical).slice(0, LENGTH) });
}
