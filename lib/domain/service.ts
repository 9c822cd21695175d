// Serves health and metadata to monitors and other services.
import type { Reply } from '../contract/index.ts';
import { config } from '../platform/config.ts';
import * as signingKeys from '../store/signing-keys.ts';

/** Checks that the table responds. The function may read no secret. Throws `Unavailable`. */
export async function health(): Promise<{ status: 'ok' }> {
  await signingKeys.findPublic();
  return { status: 'ok' };
}

/** Returns the metadata that a verifier needs to find the keys (RFC 8414). */
export function discovery(): Reply<'GET /.well-known/openid-configuration'> {
  const { baseUrl, signingAlg } = config();
  return {
    issuer: baseUrl,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: [signingAlg],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  };
}
