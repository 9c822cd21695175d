// Logs a keyed hash in place of an e-mail address or phone number.
import { logKey } from '../../crypto/purpose-keys.ts';
import { hmac } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { note } from '../../platform/request-context.ts';

/** 96 bits: no two addresses share an identifier in practice. */
const LENGTH = 16;

/** Adds the identifier of an address to the request's log lines: the same for the same address, and not reversible. */
export async function logIdentifier(canonical: string): Promise<void> {
  note({ identifier: hmac(logKey(await rootSecret('session')), canonical).slice(0, LENGTH) });
}
