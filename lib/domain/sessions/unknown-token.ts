// Makes the access token with which a function warms itself up.
import { signAccessToken } from '../../crypto/jwt.ts';
import { seconds } from '../../platform/clock.ts';
import { newSessionId, newTenantId, newTokenId, newUserId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import { preloadKeys } from '../keys/signing-keys.ts';

/** Seconds. It never leaves the process. */
const TTL = 60;

/**
 * Loads the keys. Returns a valid access token of a session, a user and a tenant that do not exist; `undefined` in a deployment
 * that has issued no token, whose keys it does not create. Throws `Unavailable`.
 */
export async function unknownToken(): Promise<string | undefined> {
  const loaded = await preloadKeys();
  if (!loaded) return undefined;
  const { baseUrl, audience } = config();
  const [tenant, iat] = [newTenantId(), seconds()];
  return signAccessToken(loaded.signer, {
    iss: baseUrl,
    aud: audience,
    sub: newUserId(tenant),
    tid: tenant,
    sid: newSessionId(tenant, 0),
    jti: newTokenId(),
    iat,
    exp: iat + TTL,
    auth_time: iat,
    amr: [],
    roles: [],
    permissions: [],
    client_id: audience,
  });
}
