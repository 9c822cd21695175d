// Exchanges an API key for an access token, for services that verify offline. The key is subject and client of the token, as
// a machine is, and no session is behind it: so the account API refuses it, and verifiers of machines accept it.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { signAccessToken } from '../../crypto/jwt.ts';
import { seconds } from '../../platform/clock.ts';
import { newTokenId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import * as limits from '../credentials/limits.ts';
import { keys } from '../keys/signing-keys.ts';
import type { KeyActor } from '../sessions/caller.ts';
import { permissionsOf } from '../sessions/permissions-of.ts';
import { fitting } from '../sessions/tokens.ts';
import { whenCounting } from '../still-counts.ts';

/** Seconds. Offline verifiers learn of the end of a key no sooner. */
const LIFETIME = 300;

/** Throws INVALID_SCOPE if the owner has none of the scopes any more, and RATE_LIMITED. */
export async function exchange(actor: KeyActor): Promise<Reply<'POST /auth/api-keys/token'>> {
  const { key, owner, tenant } = actor;
  await limits.consume('machine-token', key.id);
  const [scopes, { signer }] = await Promise.all([permissionsOf(actor), keys()]);
  if (!scopes.length) return fail('INVALID_SCOPE', { message: 'The owner of the key has none of its scopes now.' });
  await whenCounting(tenant);
  const iat = seconds();
  const exp = Math.min(iat + LIFETIME, seconds(key.expiresAt));
  const accessToken = signAccessToken(signer, {
    iss: config().baseUrl,
    aud: config().audience,
    sub: key.id,
    client_id: key.id,
    owner: owner.id,
    secret_at: key.secretAt,
    tid: tenant.id,
    jti: newTokenId(),
    iat,
    exp,
    ...fitting(owner, { roles: [], permissions: scopes }),
  });
  return { accessToken, tokenType: 'Bearer', expiresIn: exp - iat, scopes };
}
