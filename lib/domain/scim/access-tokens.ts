// Gives a directory that fetches its tokens (OAuth client credentials) an access token for its connection. It is sealed and stored nowhere,
// and names the secret that it was given for: it ends with that secret, on the next request.
import { sealLive, unsealLive } from '../../crypto/seal.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import { type ScimConnectionId, scimConnectionId } from '../../platform/ids.ts';
import { isOfNow } from '../still-counts.ts';

/** RFC 6750, 5.3: bearer tokens live for one hour or less. */
export const ACCESS_SECONDS = 3600;

/** A connection, and the digest of the secret that was shown for it. */
export type Shown = { id: ScimConnectionId; digest: string };

/** Returns an access token for the connection whose secret was shown. It is good for an hour at most. */
export async function newAccessToken({ id, digest }: Shown): Promise<string> {
  const at = now();
  return sealLive(await rootSecret('session'), 'scim-access', JSON.stringify([id, digest, at]), at);
}

/** Returns for whom an access token is; `undefined` for an expired one and for any other text. Whether the secret is live, it does not know. */
export async function openAccessToken(text: string): Promise<Shown | undefined> {
  const roots = await rootSecret('session');
  try {
    const [connection, digest, at]: [string, string, number] = JSON.parse(
      unsealLive(roots, 'scim-access', text, now()),
    );
    const id = scimConnectionId(connection);
    const isFresh = now() - at < ACCESS_SECONDS * 1000 && isOfNow(at);
    return id && isFresh ? { id, digest } : undefined;
  } catch {
    return undefined;
  }
}
